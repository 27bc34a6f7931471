"""The head of a match document: its game, variant, options, sides, players and first dealer, read and checked."""

from typing import Any

from .checks import Checks, Refusal, _, is_printable, is_whole, refuse, trimmed
from .game import Game, find_game
from .shapes import Entry, Setup, Side
from .side_names import name_of_players


def whole(name: str, label: str, rule: "str | None", low: int, high: int, **more: Any) -> "dict[str, Any]":
    """A whole number from `low` to `high`; with `nullable` none too."""
    return _option(name, "whole", label, rule, more, low=low, high=high)


def flag(name: str, label: str, rule: "str | None", **more: Any) -> "dict[str, Any]":
    """Yes or no."""
    return _option(name, "flag", label, rule, more)


def choice(name: str, label: str, rule: "str | None", *choices: "tuple[Any, str]", **more: Any) -> "dict[str, Any]":
    """One of the choices, each a value with its text; texts or numbers are the values of all of them."""
    kind = "choice" if isinstance(choices[0][0], str) else "number"
    return _option(name, kind, label, rule, more, choices=[[value, text] for value, text in choices])


def _option(
    name: str, kind: str, label: str, rule: "str | None", more: "dict[str, Any]", **own: Any
) -> "dict[str, Any]":
    described: dict[str, Any] = {"name": name, "kind": kind, "label": label, "rule": rule}
    described.update(own)
    described.update(more)
    return described


def preset(
    slug: str, title: str, shapes: "list[tuple[int, int]] | None" = None, timed: bool = False, **differs: Any
) -> "dict[str, Any]":
    """A preset by its options: all of them for a game's first one, for the others what differs from the first.

    `shapes` are the sides and players of a side that may play it, where not all presets have the same; `timed`: a clock
    ends its matches, which the table may set when it starts.
    """
    return {"slug": slug, "title": title, "options": differs, "shapes": shapes, "timed": timed}


def presets(first: "dict[str, Any]", *others: "dict[str, Any]") -> "list[dict[str, Any]]":
    """A game's presets, each with all options."""
    for each in others:
        options = dict(first["options"])
        options.update(each["options"])
        each["options"] = options
    return [first] + list(others)


MOST_STEPS = 12  # of a list of stakes or thresholds: more than any game has, few enough to be shown


def read_options(checks: Checks, game: Game, preset: Entry) -> dict[str, Any]:
    """The preset's options with the document's own in their place."""
    options = dict(preset["options"])
    given = checks.mapping.get("options", {})
    if not isinstance(given, dict):
        checks.refuse("options", None, _("This must be a group of named fields"))
        return options
    chosen = Checks(given, "options.", checks.problems)
    chosen.only(tuple(option["name"] for option in game.options))
    for option in game.options:
        name = option["name"]
        if name in given:
            if not is_good_option(option, given[name]):
                chosen.refuse(name, option["rule"], _("This value cannot be chosen"))
            options[name] = given[name]
    if not chosen.problems:
        game.check_options(chosen, options, preset["slug"])
    return options


def with_all_options(setup: Setup) -> Setup:
    """A stored setup with the options that its game has learned since, each as it was played before there was a choice.

    That is what an option's `before` says, else its first choice, no, or nothing.
    """
    game = find_game(setup["game"])
    if game is None or len(setup["options"]) >= len(game.options):
        return setup
    options = {option["name"]: _before(option) for option in game.options}
    options.update(setup["options"])
    complete = setup.copy()
    complete["options"] = options
    return complete


def _before(option: "dict[str, Any]") -> Any:
    """What held in matches that were agreed on before there was this option."""
    if "before" in option:
        return option["before"]
    if "choices" in option:
        return option["choices"][0][0]
    return False if option["kind"] == "flag" else None


def is_good_option(option: dict[str, Any], value: Any) -> bool:
    """Whether a value can be chosen for an option."""
    kind = option["kind"]
    if value is None:
        return bool(option.get("nullable", False))
    if kind == "flag":
        return type(value) is bool
    if kind == "whole":
        return is_whole(value) and option["low"] <= value <= option["high"]
    if kind == "number":
        return is_whole(value) and value in [choice[0] for choice in option["choices"]]
    if kind == "choice":
        return isinstance(value, str) and value in [choice[0] for choice in option["choices"]]
    if kind == "increasing":
        return _is_increasing(value) and len(value) <= option.get("most", MOST_STEPS)
    if kind == "text":
        return is_text(value, option["longest"])
    if kind == "factors":
        return _are_factors(value, option)
    return _are_thresholds(value)


def is_text(value: Any, longest: int) -> bool:
    """Whether a value is a text that can be printed, of so many characters at most, and not blank."""
    return isinstance(value, str) and len(value) <= longest and bool(trimmed(value)) and is_printable(value)


def _are_factors(value: Any, option: "dict[str, Any]") -> bool:
    """A list of names with what one of each counts: no name twice, no factor 0."""
    if not isinstance(value, list) or len(value) > option["most"]:
        return False
    for each in value:
        if not isinstance(each, dict) or sorted(each) != ["factor", "name"]:
            return False
        if not is_text(each["name"], option["longest"]) or not is_whole(each["factor"]):
            return False
        if each["factor"] == 0 or not option["low"] <= each["factor"] <= option["high"]:
            return False
    names = [each["name"] for each in value]
    return len(set(names)) == len(names)


def _is_increasing(value: Any) -> bool:
    """A list of whole numbers from 1 that rise strictly."""
    if not isinstance(value, list) or not value or not all(is_whole(each) for each in value):
        return False
    return bool(value[0] >= 1 and all(low < high for low, high in zip(value, value[1:])))


def _are_thresholds(value: Any) -> bool:
    """Pairs of a total and the points due from it on, by rising total; possibly none."""
    if not isinstance(value, list) or len(value) > MOST_STEPS:
        return False
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2 or not all(is_whole(each) for each in pair) or pair[1] < 0:
            return False
    return all(low[0] < high[0] for low, high in zip(value, value[1:]))


FORMAT = "scorekeeper/1"
# `about` and `log`, a match's history beside its hands, never score.
HEAD = ("format", "game", "variant", "options", "sides", "first_dealer", "hands", "about", "log")
LONGEST_NAME = 40
LONGEST_ABOUT = 200
MOST_ABOUT = 40  # what is good to know of one match; exports add five
MOST_SIDES = 12  # and players of a side: more than any game seats, so that nobody's list of names is read to its end


def begin(head: Any) -> Setup:
    """Read a match document's head: every option resolved, every seat named. Raises Refusal with all problems."""
    if not isinstance(head, dict):
        raise refuse(None, None, _("This is not a match document"))
    checks = Checks(head)
    checks.only(HEAD)
    if head.get("format") != FORMAT:
        checks.refuse("format", None, _("The format must be {format}"), format=FORMAT)
    game = find_game(head.get("game"))
    if game is None:
        checks.refuse("game", None, _("Unknown game; choose one from the list"))
        raise Refusal(checks.problems)
    preset = game.preset(head.get("variant", None))
    if preset is None or ("variant" in head and head["variant"] is None):
        checks.refuse("variant", None, _("This must be one of the game's presets"))
        raise Refusal(checks.problems)
    options = read_options(checks, game, preset)
    sides = _sides(checks, game, preset["slug"])
    about = _about(checks)
    seats = seats_of(sides)
    first_dealer = _first_dealer(checks, seats)
    if checks.problems:
        raise Refusal(checks.problems)
    return {
        "format": FORMAT,
        "game": game.slug,
        "variant": preset["slug"],
        "options": options,
        "sides": sides,
        "seats": seats,
        "seat_sides": [seat % len(sides) for seat in range(len(seats))],
        "first_dealer": first_dealer,
        "about": about,
    }


def seats_of(sides: list[Side]) -> list[str]:
    """The players in the order of play: the first of each side in turn, then the second of each."""
    most = max([len(side["players"]) for side in sides]) if sides else 0
    return [side["players"][turn] for turn in range(most) for side in sides if turn < len(side["players"])]


def _sides(checks: Checks, game: Game, variant: str) -> list[Side]:
    """The sides with their players, of a shape that the game allows; what is not named is named after the side."""
    if not checks.required("sides", None):
        return []
    given = checks.mapping["sides"]
    if not isinstance(given, list) or not all(isinstance(side, dict) for side in given):
        checks.refuse("sides", None, _("This must be a list of sides"))
        return []
    if len(given) > MOST_SIDES:
        checks.refuse("sides", None, _("This game needs a different number of sides or players"))
        return []
    before = len(checks.problems)
    sides = [_side(Checks(side, "sides." + str(index) + ".", checks.problems)) for index, side in enumerate(given)]
    if len(checks.problems) > before:
        return []
    per_side = _players_of_a_side(sides, game, variant)
    counts = [len(side["players"]) for side in sides if side["players"]]
    if (len(sides), per_side) not in game.shapes(variant) or any(count != per_side for count in counts):
        checks.refuse("sides", None, _("This game needs a different number of sides or players"))
        return []
    for index, side in enumerate(sides):
        _complete(checks, index, side, per_side)
    _check_unique(checks, sides)
    return sides if len(checks.problems) == before else []


def _players_of_a_side(sides: list[Side], game: Game, variant: str) -> int:
    """As many as the sides name; where none does, the usual number, or the fewest that may play on so many sides."""
    for side in sides:
        if side["players"]:
            return len(side["players"])
    return unnamed_players(game, variant, len(sides))


def unnamed_players(game: Game, variant: str, sides: int) -> int:
    """How many players a side has where no side names any."""
    return game.usual_players or min([players for count, players in game.shapes(variant) if count == sides] or [0])


def _side(checks: Checks) -> Side:
    checks.only(("name", "players"))
    players = checks.mapping.get("players", [])
    name = _name_of_side(checks, players) if checks.has("name") else ""
    if not isinstance(players, list):
        checks.refuse("players", None, _("This must be a list of names"))
        players = []
    if len(players) > MOST_SIDES:
        checks.refuse("players", None, _("This game needs a different number of sides or players"))
        players = []
    return {
        "name": name,
        "players": [
            player if name and player == numbered(name, at) else _name(checks, "players." + str(at), player)
            for at, player in enumerate(players)
        ],
    }


def _name_of_side(checks: Checks, players: Any) -> str:
    """A name; one made of all players' names may be longer than one may write."""
    name = checks.mapping["name"]
    of_players = isinstance(players, list) and all(isinstance(each, str) for each in players)
    if of_players and name and name == name_of_players([trimmed(each) for each in players]):
        return str(name)
    return _name(checks, "name", name)


def numbered(name: str, at: int) -> str:
    """What a player is called of whom only the side is known; after a long name it may be longer than one may write."""
    return name + " " + str(at + 1)


def _complete(checks: Checks, index: int, side: Side, per_side: int) -> None:
    """Name an unnamed single player's side after him, and unnamed players after their side."""
    if not side["name"] and len(side["players"]) == 1:
        side["name"] = side["players"][0]
    if not side["name"]:
        checks.refuse("sides." + str(index) + ".name", None, _("Name this side: it has several players"))
    if not side["players"]:
        side["players"] = [side["name"]]
        if per_side > 1:
            side["players"] = [numbered(side["name"], seat) for seat in range(per_side)]


def _check_unique(checks: Checks, sides: list[Side]) -> None:
    """No name stands twice in a match, but for a single player's and his side's."""
    taken: list[str] = []
    for index, side in enumerate(sides):
        path = "sides." + str(index)
        named = [(path + ".name", side["name"])]
        for seat, player in enumerate(side["players"]):
            if len(side["players"]) > 1 or player != side["name"]:
                named.append((path + ".players." + str(seat), player))
        for where, name in named:
            if name in taken:
                checks.refuse(where, None, _("{same} is named twice: add an initial"), same=name)
            taken.append(name)


def _name(checks: Checks, path: str, value: Any) -> str:
    """A name of 1–40 characters."""
    if not isinstance(value, str):
        checks.refuse(path, None, _("This must be a name"))
        return ""
    name = trimmed(value)
    if not 1 <= len(name) <= LONGEST_NAME:
        checks.refuse(path, None, _("Enter a name of 1 to {longest} characters"), longest=LONGEST_NAME)
    elif not is_printable(name):
        checks.refuse(path, None, _("This name has characters that cannot be printed"))
    return name


def _first_dealer(checks: Checks, seats: list[str]) -> int:
    """The seat of the first dealer."""
    if not checks.has("first_dealer"):
        return 0
    name = checks.mapping["first_dealer"]
    if isinstance(name, str) and trimmed(name) in seats:
        return seats.index(trimmed(name))
    if seats:
        checks.refuse("first_dealer", None, _("This must be one of the players"))
    return 0


def _about(checks: Checks) -> dict[str, str]:
    """What is good to know and never scores: the place, the evening, the table."""
    given = checks.mapping.get("about", {})
    if not isinstance(given, dict):
        checks.refuse("about", None, _("This must be a group of named fields"))
        return {}
    if len(given) > MOST_ABOUT:
        checks.refuse("about", None, _("This can have {most} entries at most"), most=MOST_ABOUT)
        return {}
    about = {}
    for name in sorted(given):
        text = given[name]
        if len(name) > LONGEST_NAME or not is_printable(name):
            checks.refuse("about", None, _("Enter a name of 1 to {longest} characters"), longest=LONGEST_NAME)
        elif isinstance(text, str) and len(text) <= LONGEST_ABOUT and is_printable(text):
            about[name] = text
        else:
            checks.refuse(
                "about." + name,
                None,
                _("This must be a text of {longest} characters at most"),
                longest=LONGEST_ABOUT,
            )
    return about
