"""The form that starts a match: preset, house rules, the seats around the table, the first dealer."""

import json
from typing import Any, Iterable, TypeAlias

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import N_, Game, Problem, Setup, problem
from scorekeeper.games.engine.checks import trimmed
from scorekeeper.games.engine.declared import Option, Preset
from scorekeeper.games.engine.setup import FORMAT, numbered
from scorekeeper.games.engine.side_names import name_of_players, placeholder
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import say
from scorekeeper.pages.at_home import at_home
from scorekeeper.pages.entry_form import is_whole

Typed: TypeAlias = "dict[str, str]"

SPARE_STEPS = 1  # blank rows after the last step of a list of thresholds


def written(option: Option, value: Any) -> Typed:
    """Returns an option's value as form texts by path, `{"options.target": "21"}`; empty for None or the usual text."""
    path = _path(option)
    if option["kind"] == "flag":
        return {path: "1" if value else "0"}
    if option["kind"] == "increasing":
        return {path: " ".join([str(number) for number in value])}
    if option["kind"] == "thresholds":
        steps = list(value) + [["", ""]] * SPARE_STEPS
        return {f"{path}.{row}.{at}": str(number) for row, step in enumerate(steps) for at, number in enumerate(step)}
    if option["kind"] == "factors":
        return _factors_written(option, value)
    if option["kind"] == "card":
        return {path: _json_written(value)}
    return {path: "" if value in (None, option.get("usual")) else str(value)}


def read(option: Option, texts: Typed) -> Any:
    """Returns an option's value from the texts of the form; a wrong text is returned for the game to refuse."""
    text = texts.get(_path(option), "").strip()
    if option["kind"] == "flag":
        return text == "1"
    if option["kind"] == "increasing":
        return [_number(part) for part in text.replace(",", " ").split()]
    if option["kind"] == "thresholds":
        return _steps(option, texts)
    if option["kind"] == "factors":
        return _factors(option, texts)
    if option["kind"] == "card":
        return _json(text)
    if option["kind"] in ("choice", "text"):
        return text or option.get("usual", "")
    return _number(text) if text else None


def _json_written(value: Any) -> str:
    """Returns a card as JSON that is the same on phones, whose `json` has other habits."""
    if isinstance(value, dict):
        return "{" + ", ".join([f"{_json_written(key)}: {_json_written(value[key])}" for key in sorted(value)]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([_json_written(part) for part in value]) + "]"
    if isinstance(value, str):
        for sign, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
            value = value.replace(sign, escaped)
        return '"' + str(value) + '"'
    return "null" if value is None else str(value).lower()


def _json(text: str) -> Any:
    """Returns the value of a JSON text; the text itself if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RuntimeError):  # RuntimeError: too many levels
        return text


def rows(option: Option, texts: Typed) -> int:
    """Returns the number of rows of a thresholds option, blank ones included."""
    row = 0
    while f"{_path(option)}.{row}.0" in texts:
        row += 1
    return row


def _path(option: Option) -> str:
    return "options." + str(option["name"])


def _steps(option: Option, texts: Typed) -> "list[list[Any]]":
    paths = [f"{_path(option)}.{row}" for row in range(rows(option, texts))]
    pairs = [[texts.get(f"{path}.{at}", "").strip() for at in (0, 1)] for path in paths]
    return [[_number(text) for text in pair] for pair in pairs if any(pair)]


def _factors_written(option: Option, value: Any) -> Typed:
    """Returns the form texts of an option of factors: a row per name, then blank rows up to the maximum."""
    path, blank = _path(option), {"name": "", "factor": ""}
    factors = list(value) + [blank] * (option["most"] - len(value))
    return {f"{path}.{row}.{part}": str(item[part]) for row, item in enumerate(factors) for part in ("name", "factor")}


def _factors(option: Option, texts: Typed) -> "list[dict[str, Any]]":
    """Returns the names with their factors; a blank factor is 1, a blank row is left out."""
    paths = [f"{_path(option)}.{row}" for row in range(option["most"])]
    pairs = [[texts.get(f"{path}.{part}", "").strip() for part in ("name", "factor")] for path in paths]
    return [{"name": name, "factor": _number(factor) if factor else 1} for name, factor in pairs if name or factor]


def _number(text: str) -> "int | str":
    """Returns the text as an int; unchanged if it is no whole number, or has ten digits or more."""
    try:
        return int(text) if len(text) < 10 else text
    except ValueError:
        return text


Shape: TypeAlias = "tuple[int, int]"  # the number of sides, of players per side


class Seat:
    """A seat, counted in the order of play: its side, and the form field (`path`) of its player's name."""

    def __init__(self, number: int, sides: int) -> None:
        self.number = number
        self.side = number % sides
        self.path = f"seats.{number}"


LONGEST_MINUTES = 600  # of a match with a clock


class StartForm:
    """The form for a new match. `typed`: texts by path of a field; `roster`: names of the club to suggest."""

    def __init__(self, game: Game, variant: str, shape: Shape, typed: "dict[str, str] | None" = None) -> None:
        self.game = game
        self.variant = variant
        self.shape = shape
        self.typed: dict[str, str] = {} if typed is None else typed
        self.problems: list[Problem] = []
        self.roster: list[str] = []

    def text(self, path: str) -> str:
        """Returns the text typed at a path; empty if there is none."""
        return self.typed.get(path, "")

    def problems_at(self, path: str) -> list[Problem]:
        """Returns the problems at this path or, for an option of several fields, inside it."""
        return [item for item in self.problems if f"{item['field']}.".startswith(f"{path}.")]

    @property
    def other_problems(self) -> list[Problem]:
        """The problems of the match as a whole."""
        shown = ("options.", "sides.", "seats.", "minutes")
        return [item for item in self.problems if not str(item["field"]).startswith(shown)]

    def rows(self, option: Option) -> int:
        """Returns the number of rows of a thresholds option."""
        return rows(option, self.typed)

    @property
    def preset(self) -> Preset:
        """The chosen preset."""
        return self.game.preset(self.variant) or self.game.presets[0]

    @property
    def is_own_game(self) -> bool:
        """True if the preset or the form's own card is a game of its own, of which no other preset is a variant."""
        if any(each["variant"] == self.variant for each in self.game.shelf):
            return True
        options, usual = self.options, self.usual
        return any(options[name] != usual[name] for name in self.game.required_options(self.variant))

    @property
    def carries_card(self) -> bool:
        """True if the game is on a card that the form has in full."""
        return bool(self.game.required_options(self.preset["slug"]))

    @property
    def is_defined(self) -> bool:
        """True if players define the game: they agree on it with a name of its own, or bring a card."""
        return bool(self.game.named_by) or self.carries_card

    @property
    def title(self) -> str:
        """The title of the game."""
        names = [each["name"] for each in self.game.shelf if each["variant"] == self.variant]
        if names:
            return say("{label}", {"label": names[0]})
        return self.game.title_of(self.options, say) if self.carries_card else say(self.game.title, {})

    @property
    def about(self) -> Any:
        """A line about the game from its card, perhaps in several languages; else empty."""
        return self.game.about_of(self.options)

    @property
    def presets(self) -> "list[Preset]":
        """The game's presets, with the ones of the reader's country first."""
        usual, offered = at_home(self.game.presets_at_home), self.game.offered_presets()
        first = [preset for slug in usual for preset in offered if preset["slug"] == slug]
        return first + [preset for preset in offered if preset["slug"] not in usual]

    @property
    def shapes(self) -> list[Shape]:
        """The shapes that the preset allows, the usual one first."""
        return self.game.shapes(self.preset["slug"], self.options)

    @property
    def _declared(self) -> "list[Option]":
        return self.game.options_of(self.preset["slug"])

    @property
    def depending(self) -> "list[tuple[Option, Any]]":
        """The options that depend on others of the form, each with its usual value."""
        return self.game.depending(self.variant, {each["name"]: read(each, self.typed) for each in self._declared})

    @property
    def agreed_on(self) -> "list[Option]":
        """The options of the chosen preset, as the game declares them, and those that depend on them."""
        return self._declared + [option for option, _usual in self.depending]

    def fill_in(self) -> None:
        """Fills in the usual values of the options that depend on others, where the form has none yet."""
        for option, usual in self.depending:
            for path, text in written(option, usual).items():
                self.typed.setdefault(path, text)

    @property
    def usual(self) -> "dict[str, Any]":
        """The value of each option by its name, as long as nothing is agreed."""
        usual = dict(self.preset["options"])
        usual.update({option["name"]: value for option, value in self.depending})
        return usual

    @property
    def options(self) -> "dict[str, Any]":
        """The value of each option by its name."""
        options = self.usual
        options.update({option["name"]: read(option, self.typed) for option in self._declared})
        for option, _usual in self.depending:
            if _path(option) in self.typed:
                options[option["name"]] = read(option, self.typed)
        return options

    @property
    def house_rules(self) -> "dict[str, Any]":
        """The options with other values than in the preset, and those that every document has, by name."""
        usual, required = self.usual, self.game.required_options(self.preset["slug"])
        return {name: value for name, value in self.options.items() if value != usual[name] or name in required}

    @property
    def seldom(self) -> "list[Option]":
        """The rarely used options, which the form folds away."""
        return [option for option in self.agreed_on if option.get("seldom")]

    @property
    def seldom_agreed(self) -> bool:
        """True if a rarely used option differs from the preset or has a problem."""
        agreed, names = self.house_rules, [str(option["name"]) for option in self.seldom]
        return any(name in agreed or self.problems_at("options." + name) for name in names)

    @property
    def side_defaults(self) -> list[str]:
        """The default names of the sides."""
        count, players = self.shape
        if players == 1:
            return [_("Player %(number)s", number=side + 1) for side in range(count)]
        if count == 2:
            return [_("Us"), _("Them")]
        return [_("Team %(number)s", number=side + 1) for side in range(count)]

    @property
    def is_clockwise(self) -> bool:
        """True if play goes clockwise around the table."""
        return self.game.plays_clockwise(self.options)

    @property
    def seats(self) -> list[Seat]:
        """The seats in the order of play: the first player of each side in turn, then the second of each."""
        return [Seat(number, self.shape[0]) for number in range(self.shape[0] * self.shape[1])]

    @property
    def spare_seats(self) -> list[Seat]:
        """The further seats of the preset's largest shape, for players added on the page."""
        most = max([sides * players for sides, players in self.shapes])
        return [Seat(number, self.shape[0]) for number in range(len(self.seats), most)]

    @property
    def minutes(self) -> str:
        """The minutes of a match with a clock, as typed; empty for a match without one."""
        return self.text("minutes").strip() if self.preset.get("timed") else ""

    @property
    def first_dealer(self) -> int:
        """The number of the seat that deals first; 0 if the field is blank or invalid."""
        text = self.text("first_dealer")
        seat = int(text) if is_whole(text) else 0
        return seat if seat < self.shape[0] * self.shape[1] else 0

    @property
    def head(self) -> "dict[str, Any]":
        """The head of a match document from this form; the game has not checked it yet."""
        names = [trimmed(self.text(seat.path)) or self._unnamed(seat.number) for seat in self.seats]
        head: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.slug,
            "variant": self.preset["slug"],
            "options": self.house_rules,
            "sides": self._sides(names),
            "first_dealer": names[self.first_dealer],
        }
        if self.minutes:
            head["about"] = {"minutes": self.minutes}
        return head

    def _sides(self, names: list[str]) -> "list[dict[str, Any]]":
        """Returns the sides of the head, from the players' names in the order of the seats."""
        count, players = self.shape
        sides: list[dict[str, Any]] = [
            {"players": [names[seat] for seat in range(side, len(names), count)]} for side in range(count)
        ]
        if players > 1:
            for index, side in enumerate(sides):
                text = trimmed(self.text(f"sides.{index}.name"))
                side["name"] = text or name_of_players(side["players"]) or placeholder(index, self.shape)
        return sides

    def _unnamed(self, seat: int) -> str:
        """Returns the generated name for a player without one: the side's name or placeholder, with a number."""
        sides, players = self.shape
        side = seat % sides
        text = trimmed(self.text(f"sides.{side}.name")) if players > 1 else ""
        name = text or placeholder(side, self.shape)
        return numbered(name, seat // sides) if players > 1 else name

    def check_minutes(self) -> None:
        """Adds a problem if the minutes are not from 1 to LONGEST_MINUTES."""
        text = self.minutes
        if text and not (is_whole(text) and 0 < int(text) <= LONGEST_MINUTES):
            text = N_("Choose 1 to {longest} minutes")
            self.problems = self.problems + [problem("minutes", None, text, longest=LONGEST_MINUTES)]

    def refuse(self, problems: list[Problem]) -> None:
        """Adds problems. One with a player's name, or the name of a side of one player, goes to the seat's field."""
        self.problems = self.problems + problems
        sides, players = self.shape
        for item in problems:
            parts = (item["field"] or "").split(".")
            if parts[0] == "sides" and (len(parts) > 3 or (players == 1 and parts[2:] == ["name"])):
                turn = int(parts[3]) if len(parts) > 3 else 0
                item["field"] = f"seats.{turn * sides + int(parts[1])}"


def shape_text(shape: Shape) -> str:
    """Returns a shape as the form writes it: `2x3` for two sides of three players."""
    return f"{shape[0]}x{shape[1]}"


def shape_of(form: StartForm, wanted: str, last: "Setup | None" = None) -> Shape:
    """Returns the wanted shape if the game allows it, else the last match's, else one for as many players as it had.

    If the game has none of these, returns its usual shape.
    """
    shapes = form.shapes
    matching = [shape for shape in shapes if shape_text(shape) == wanted]
    if last:
        matching += [shape for shape in shapes if shape == (len(last["sides"]), len(last["sides"][0]["players"]))]
        matching += [shape for shape in shapes if shape[0] * shape[1] == len(last["seats"])]
    return (matching or shapes)[0]


def posted_form(posted: "Iterable[tuple[str, str]]") -> StartForm:
    """Returns the form as it was sent; if a field was sent several times, the last value counts.

    The user may have chosen another preset than the `shown` one: options left as in that one follow the new preset.
    """
    texts = dict(posted)
    game = find_game(texts.get("game")) or GAMES[0]
    preset = game.preset(texts.get("variant")) or game.presets[0]
    shown = game.preset(texts.get("shown")) or preset
    for option in game.options_of(preset["slug"]):
        before = written(option, shown["options"].get(option["name"], preset["options"][option["name"]]))
        if all(texts.get(path, text) == text for path, text in before.items()):
            texts = {path: text for path, text in texts.items() if path not in before}
            texts.update(written(option, preset["options"][option["name"]]))
    form = StartForm(game, preset["slug"], (0, 0), texts)
    form.fill_in()
    form.shape = shape_of(form, texts.get("shape", ""))
    return form
