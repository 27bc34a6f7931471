"""The head of a match document: reads and checks game, variant, options, sides, players and first dealer."""

from typing import Any, Unpack

from .checks import Checks, Refusal, _, is_printable, is_whole, refuse, trimmed
from .declared import AnOption, Option, Preset
from .game import Game, find_game
from .shapes import Setup, Side
from .side_names import name_of_players


def whole(name: str, label: str, rule: "str | None", low: int, high: int, **details: "Unpack[AnOption]") -> Option:
    """Returns an option that is a whole number from `low` to `high`; with `nullable` None too."""
    return _option({"name": name, "kind": "whole", "label": label, "rule": rule, "low": low, "high": high}, details)


def flag(name: str, label: str, rule: "str | None", **details: "Unpack[AnOption]") -> Option:
    """Returns an option that is True or False."""
    return _option({"name": name, "kind": "flag", "label": label, "rule": rule}, details)


def choice(
    name: str, label: str, rule: "str | None", *choices: "tuple[Any, str]", **details: "Unpack[AnOption]"
) -> Option:
    """Returns an option with a few choices, each a value with its text; all values are texts, or all are numbers."""
    kind = "choice" if isinstance(choices[0][0], str) else "number"
    listed = [[value, text] for value, text in choices]
    return _option({"name": name, "kind": kind, "label": label, "rule": rule, "choices": listed}, details)


def _option(described: Option, details: AnOption) -> Option:
    made: Any = described
    made.update(details)
    return described


def preset(
    slug: str, title: str, shapes: "list[tuple[int, int]] | None" = None, timed: bool = False, **differs: Any
) -> Preset:
    """Returns a preset with its options in `differs`; options that a later preset leaves out are as in the first.

    `shapes` are the numbers of sides and of players on a side, if not the same for all presets; `timed`: a clock ends
    its matches, and players may set it when they start.
    """
    return {"slug": slug, "title": title, "options": differs, "shapes": shapes, "timed": timed}


def presets(first: Preset, *others: Preset) -> "list[Preset]":
    """Returns a game's presets, each with all options."""
    for other in others:
        options = dict(first["options"])
        options.update(other["options"])
        other["options"] = options
    return [first] + list(others)


MOST_STEPS = 12  # length of a list of stakes or thresholds


def read_options(checks: Checks, game: Game, preset: Preset) -> dict[str, Any]:
    """Returns the preset's options, overridden by the document's; refuses wrong ones."""
    options = dict(preset["options"])
    values = checks.mapping.get("options", {})
    if not isinstance(values, dict):
        checks.refuse("options", None, _("This must be a group of named fields"))
        return options
    chosen = Checks(values, "options.", checks.problems)
    chosen.only(tuple(option["name"] for option in game.options))
    of_the_preset = game.options_of(preset["slug"])
    missing = [option for option in game.options if option["name"] not in [each["name"] for each in of_the_preset]]
    for option in missing:
        if option["name"] in values:
            chosen.refuse(option["name"], option["rule"], _("This variant has no such option"))
    for option in of_the_preset:
        name = option["name"]
        if name in values:
            if not is_good_option(option, values[name]):
                chosen.refuse(name, option["rule"], _("This value cannot be chosen"))
            options[name] = values[name]
    if not chosen.problems:
        game.check_options(chosen, options, preset["slug"])
    return options


def with_all_options(setup: Setup) -> Setup:
    """Returns a stored setup with the options that its game got later, at values that keep the old rules.

    These values are the option's `before`, else its first choice, False, or None.
    """
    game = find_game(setup["game"])
    if game is None or all(option["name"] in setup["options"] for option in game.options):
        return setup
    options = {option["name"]: _before(option) for option in game.options}
    options.update(setup["options"])
    complete = setup.copy()
    complete["options"] = options
    return complete


def _before(option: Option) -> Any:
    """Returns the value that a newer option has in matches stored before it existed."""
    if "before" in option:
        return option["before"]
    if "choices" in option:
        return option["choices"][0][0]
    return False if option["kind"] == "flag" else None


def is_good_option(option: Option, value: Any) -> bool:
    """True if an option may have this value."""
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
    """True if a value is a printable text, not blank, within the maximum length."""
    return isinstance(value, str) and len(value) <= longest and bool(trimmed(value)) and is_printable(value)


def _are_factors(value: Any, option: Option) -> bool:
    """True if a value is a list of names with a factor each: all names different, no factor 0."""
    if not isinstance(value, list) or len(value) > option["most"]:
        return False
    for pair in value:
        if not isinstance(pair, dict) or sorted(pair) != ["factor", "name"]:
            return False
        if not is_text(pair["name"], option["longest"]) or not is_whole(pair["factor"]):
            return False
        if pair["factor"] == 0 or not option["low"] <= pair["factor"] <= option["high"]:
            return False
    names = [pair["name"] for pair in value]
    return len(set(names)) == len(names)


def _is_increasing(value: Any) -> bool:
    """True if a value is a list of whole numbers from 1 on, each greater than the one before."""
    if not isinstance(value, list) or not value or not all(is_whole(number) for number in value):
        return False
    return bool(value[0] >= 1 and all(low < high for low, high in zip(value, value[1:])))


def _are_thresholds(value: Any) -> bool:
    """True if a value is a list of [total, points due from it on], by increasing totals; it may be empty."""
    if not isinstance(value, list) or len(value) > MOST_STEPS:
        return False
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2 or not all(is_whole(number) for number in pair) or pair[1] < 0:
            return False
    return all(low[0] < high[0] for low, high in zip(value, value[1:]))


FORMAT = "scorekeeper/1"
# `about` and `log`, a match's history beside its hands, never score.
HEAD = ("format", "game", "variant", "options", "sides", "first_dealer", "hands", "about", "log")
LONGEST_NAME = 40
LONGEST_ABOUT = 200
MOST_ABOUT = 40  # entries of `about` in one match; exports add five
MOST_SIDES = 12  # also players of a side; more than any game allows, so that long lists are refused early


def begin(head: Any) -> Setup:
    """Reads a match document's head; returns the setup with all options and names. Raises Refusal with all problems."""
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
        checks.refuse("variant", None, _("This must be one of the game’s presets"))
        raise Refusal(checks.problems)
    own_options = game.read_options(checks, preset)
    options = read_options(checks, game, preset) if own_options is None else own_options
    sides = _sides(checks, game, preset["slug"], options)
    about = _about(checks)
    seats = seats_of(sides)
    first_dealer = _first_dealer(checks, seats)
    checks.raise_problems()
    setup: Setup = {
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
    game.check_begin(checks, setup)
    checks.raise_problems()
    return setup


def seats_of(sides: list[Side]) -> list[str]:
    """Returns the players in the order of play: the first of each side, then the second of each side.

    All sides have the same number of players.
    """
    turns = range(len(sides[0]["players"])) if sides else range(0)
    return [side["players"][turn] for turn in turns for side in sides]


def _sides(checks: Checks, game: Game, variant: str, options: "dict[str, Any]") -> list[Side]:
    """Returns the sides with their players, missing names generated; refuses numbers that the game does not allow."""
    if not checks.required("sides", None):
        return []
    entered = checks.mapping["sides"]
    if not isinstance(entered, list) or not all(isinstance(side, dict) for side in entered):
        checks.refuse("sides", None, _("This must be a list of sides"))
        return []
    if len(entered) > MOST_SIDES:
        checks.refuse("sides", None, _("This game needs a different number of sides or players"))
        return []
    before = len(checks.problems)
    sides = [_side(Checks(side, "sides." + str(index) + ".", checks.problems)) for index, side in enumerate(entered)]
    if len(checks.problems) > before:
        return []
    per_side = _players_of_a_side(sides, game, variant, options)
    counts = [len(side["players"]) for side in sides if side["players"]]
    if (len(sides), per_side) not in game.shapes(variant, options) or any(count != per_side for count in counts):
        checks.refuse("sides", None, _("This game needs a different number of sides or players"))
        return []
    for index, side in enumerate(sides):
        _complete(checks, index, side, per_side)
    _check_unique(checks, sides)
    return sides if len(checks.problems) == before else []


def _players_of_a_side(sides: list[Side], game: Game, variant: str, options: "dict[str, Any]") -> int:
    """Returns the number of players on a side: as many as are named, else the usual or the smallest number."""
    for side in sides:
        if side["players"]:
            return len(side["players"])
    return unnamed_players(game, variant, options, len(sides))


def unnamed_players(game: Game, variant: str, options: "dict[str, Any]", sides: int) -> int:
    """Returns the number of players on a side if no side names any."""
    return game.usual_players or min(
        [players for count, players in game.shapes(variant, options) if count == sides] or [0]
    )


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
    """Returns a side's name; if it is made of all players' names, it may be longer than others."""
    name = checks.mapping["name"]
    of_players = isinstance(players, list) and all(isinstance(player, str) for player in players)
    if of_players and name and name == name_of_players([trimmed(player) for player in players]):
        return str(name)
    return _name(checks, "name", name)


def numbered(name: str, at: int) -> str:
    """Returns the generated name of an unnamed player of a side; it may be longer than names that people enter."""
    return name + " " + str(at + 1)


def _complete(checks: Checks, index: int, side: Side, per_side: int) -> None:
    """Generates the missing names of a side and its players; a single player and the side have the same name."""
    if not side["name"] and len(side["players"]) == 1:
        side["name"] = side["players"][0]
    if not side["name"]:
        checks.refuse("sides." + str(index) + ".name", None, _("Name this side: it has several players"))
    if not side["players"]:
        side["players"] = [side["name"]]
        if per_side > 1:
            side["players"] = [numbered(side["name"], seat) for seat in range(per_side)]


def _check_unique(checks: Checks, sides: list[Side]) -> None:
    """Refuses equal names in a match; a single player and the side may share one."""
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
    """Returns a name without white space at its ends; refuses one that is not of 1–40 printable characters."""
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
    """Returns the seat of the first dealer, 0 if none is named; refuses a name that is no player's."""
    if not checks.has("first_dealer"):
        return 0
    name = checks.mapping["first_dealer"]
    if isinstance(name, str) and trimmed(name) in seats:
        return seats.index(trimmed(name))
    if seats:
        checks.refuse("first_dealer", None, _("This must be one of the players"))
    return 0


def _about(checks: Checks) -> dict[str, str]:
    """Returns the notes about a match that never score: the place, the evening, the table."""
    notes = checks.mapping.get("about", {})
    if not isinstance(notes, dict):
        checks.refuse("about", None, _("This must be a group of named fields"))
        return {}
    if len(notes) > MOST_ABOUT:
        checks.refuse("about", None, _("This can have {most} entries at most"), most=MOST_ABOUT)
        return {}
    about = {}
    for name in sorted(notes):
        text = notes[name]
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
