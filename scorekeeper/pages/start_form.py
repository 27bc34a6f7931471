"""The form that starts a match: preset, house rules, the seats around the table, the first dealer."""

from typing import Any, Iterable, TypeAlias

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import Game, Problem, Setup, problem
from scorekeeper.games.engine.base import _ as message
from scorekeeper.games.engine.checks import trimmed
from scorekeeper.games.engine.setup import FORMAT, numbered
from scorekeeper.games.engine.side_names import name_of_players, placeholder
from scorekeeper.i18n import gettext as _
from scorekeeper.pages.entry_form import is_whole

Option: TypeAlias = "dict[str, Any]"
Typed: TypeAlias = "dict[str, str]"

SPARE_STEPS = 1  # blank rows after the last step of a list of thresholds


def written(option: Option, value: Any) -> Typed:
    """The texts that stand for a value, by dotted path: `{"options.target": "21"}`; nothing is an empty text."""
    path = _path(option)
    if option["kind"] == "flag":
        return {path: "1" if value else "0"}
    if option["kind"] == "increasing":
        return {path: " ".join([str(each) for each in value])}
    if option["kind"] == "thresholds":
        steps = list(value) + [["", ""]] * SPARE_STEPS
        return {f"{path}.{row}.{at}": str(each) for row, step in enumerate(steps) for at, each in enumerate(step)}
    if option["kind"] == "factors":
        return _factors_written(option, value)
    return {path: "" if value is None else str(value)}


def read(option: Option, typed: Typed) -> Any:
    """The value that was typed. What is no number stays a text, for the game to refuse."""
    text = typed.get(_path(option), "").strip()
    if option["kind"] == "flag":
        return text == "1"
    if option["kind"] == "increasing":
        return [_number(part) for part in text.replace(",", " ").split()]
    if option["kind"] == "thresholds":
        return _steps(option, typed)
    if option["kind"] == "factors":
        return _factors(option, typed)
    if option["kind"] in ("choice", "text"):
        return text
    return _number(text) if text else None


def rows(option: Option, typed: Typed) -> int:
    """How many rows of a list of thresholds there are, blank ones too."""
    row = 0
    while f"{_path(option)}.{row}.0" in typed:
        row += 1
    return row


def _path(option: Option) -> str:
    return "options." + str(option["name"])


def _steps(option: Option, typed: Typed) -> "list[list[Any]]":
    paths = [f"{_path(option)}.{row}" for row in range(rows(option, typed))]
    pairs = [[typed.get(f"{path}.{at}", "").strip() for at in (0, 1)] for path in paths]
    return [[_number(text) for text in pair] for pair in pairs if any(pair)]


def _factors_written(option: Option, value: Any) -> Typed:
    """A row for each name that there can be, the blank ones last."""
    path, blank = _path(option), {"name": "", "factor": ""}
    given = list(value) + [blank] * (option["most"] - len(value))
    return {f"{path}.{row}.{part}": str(each[part]) for row, each in enumerate(given) for part in ("name", "factor")}


def _factors(option: Option, typed: Typed) -> "list[dict[str, Any]]":
    """The names with their factors; a factor that is left blank is 1, a blank row counts for nothing."""
    paths = [f"{_path(option)}.{row}" for row in range(option["most"])]
    given = [[typed.get(f"{path}.{part}", "").strip() for part in ("name", "factor")] for path in paths]
    return [{"name": name, "factor": _number(factor) if factor else 1} for name, factor in given if name or factor]


def _number(text: str) -> "int | str":
    """Whole numbers as people write them; anything else as it is. Long ones stay text: no option is that large."""
    try:
        return int(text) if len(text) < 10 else text
    except ValueError:
        return text


Shape: TypeAlias = "tuple[int, int]"  # sides, players of a side

# Where the seats stand around the table, counter-clockwise from the nearest one, by their number.
SPOTS = {
    2: ("near", "far"),
    3: ("near", "right", "left"),
    4: ("near", "right", "far", "left"),
    5: ("near", "right", "right-far", "left-far", "left"),
    6: ("near", "right", "right-far", "far", "left-far", "left"),
}

IN_ORDER = "in-order"  # more seats than have a spot of their own stand one after the other, in the order of play


class Seat:
    """A place at the table: whose it is, the field of its player's name, and the spot of SPOTS where it stands."""

    def __init__(self, number: int, side: int, path: str, default: str, spot: str) -> None:
        self.number = number
        self.side = side
        self.path = path
        self.default = default
        self.spot = spot


def seats_of(shape: Shape, names: list[str], clockwise: bool) -> list[Seat]:
    """The seats in the order of play: the first player of each side in turn, then the second of each.

    `names` are those of the sides: single players are called so, others after their side with a number.
    """
    sides, players = shape
    count = sides * players
    return [
        Seat(
            number,
            number % sides,
            f"sides.{number % sides}.players.{number // sides}",
            f"{names[number % sides]} {number // sides + 1}" if players > 1 else names[number],
            SPOTS[count][-number % count if clockwise else number] if count in SPOTS else IN_ORDER,
        )
        for number in range(count)
    ]


LONGEST_MINUTES = 600  # of a match with a clock


class StartForm:
    """The form on the page. `typed` holds the text of each field by its path, `roster` names of a club to choose."""

    def __init__(self, game: Game, variant: str, shape: Shape, typed: "dict[str, str] | None" = None) -> None:
        self.game = game
        self.variant = variant
        self.shape = shape
        self.typed: dict[str, str] = {} if typed is None else typed
        self.problems: list[Problem] = []
        self.roster: list[str] = []

    def text(self, path: str) -> str:
        """What was typed at a path; empty where nothing was."""
        return self.typed.get(path, "")

    def problems_at(self, path: str) -> list[Problem]:
        """What is wrong at this path or, for an option made of several fields, inside it."""
        return [each for each in self.problems if f"{each['field']}.".startswith(f"{path}.")]

    @property
    def other_problems(self) -> list[Problem]:
        """What is wrong with the match as a whole."""
        shown = ("options.", "sides.", "minutes")
        return [each for each in self.problems if not str(each["field"]).startswith(shown)]

    def rows(self, option: "dict[str, Any]") -> int:
        """How many rows an option of thresholds has."""
        return rows(option, self.typed)

    @property
    def preset(self) -> "dict[str, Any]":
        """The chosen preset."""
        return self.game.preset(self.variant) or self.game.presets[0]

    @property
    def shapes(self) -> list[Shape]:
        """The shapes that the preset allows, the usual one first."""
        return self.game.shapes(self.preset["slug"])

    @property
    def options(self) -> "dict[str, Any]":
        """The value that each option was given."""
        return {option["name"]: read(option, self.typed) for option in self.game.options}

    @property
    def house_rules(self) -> "dict[str, Any]":
        """The options that differ from the preset."""
        agreed = self.preset["options"]
        return {name: value for name, value in self.options.items() if value != agreed[name]}

    @property
    def seldom_agreed(self) -> bool:
        """Whether an option that the form folds away was agreed on, or is refused."""
        agreed = self.house_rules
        seldom = [str(option["name"]) for option in self.game.options if option.get("seldom")]
        return any(name in agreed or self.problems_at("options." + name) for name in seldom)

    @property
    def side_defaults(self) -> list[str]:
        """What sides are called that get no name."""
        count, players = self.shape
        if players == 1:
            return [_("Player %(number)s", number=side + 1) for side in range(count)]
        if count == 2:
            return [_("Us"), _("Them")]
        return [_("Team %(number)s", number=side + 1) for side in range(count)]

    @property
    def side_names(self) -> list[str]:
        """What the sides are called; a single player's side is called as its player."""
        path = "sides.{}.name" if self.shape[1] > 1 else "sides.{}.players.0"
        typed = [trimmed(self.text(path.format(side))) for side in range(self.shape[0])]
        return [name or default for name, default in zip(typed, self.side_defaults)]

    @property
    def is_clockwise(self) -> bool:
        """Whether play goes clockwise around the table."""
        return self.game.plays_clockwise(self.options)

    @property
    def seats(self) -> list[Seat]:
        """The seats in the order of play."""
        names = self.side_names if self.shape[1] > 1 else self.side_defaults
        return seats_of(self.shape, names, self.is_clockwise)

    @property
    def minutes(self) -> str:
        """How long a match with a clock lasts, as it was typed; empty where there is none."""
        return self.text("minutes").strip() if self.preset.get("timed") else ""

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        text = self.text("first_dealer")
        seat = int(text) if is_whole(text) else 0
        return seat if seat < self.shape[0] * self.shape[1] else 0

    @property
    def head(self) -> "dict[str, Any]":
        """The match document's head that the form stands for; the game has not checked it yet."""
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
        """The sides of the head, from the names in the seats."""
        count, players = self.shape
        sides: list[dict[str, Any]] = [
            {"players": [names[seat] for seat in range(side, len(names), count)]} for side in range(count)
        ]
        if players > 1:
            for index, side in enumerate(sides):
                typed = trimmed(self.text(f"sides.{index}.name"))
                side["name"] = typed or name_of_players(side["players"]) or placeholder(index, self.shape)
        return sides

    def _unnamed(self, seat: int) -> str:
        """What stands for the name of a seat that has none: its side's, where that was typed, with a number."""
        sides, players = self.shape
        side = seat % sides
        typed = trimmed(self.text(f"sides.{side}.name")) if players > 1 else ""
        own = typed or placeholder(side, self.shape)
        return numbered(own, seat // sides) if players > 1 else own

    def check_minutes(self) -> None:
        """Refuse a time that no clock can be set to."""
        text = self.minutes
        if text and not (is_whole(text) and 0 < int(text) <= LONGEST_MINUTES):
            text = message("Choose 1 to {longest} minutes")
            found = problem("minutes", None, text, longest=LONGEST_MINUTES)
            self.problems = self.problems + [found]

    def refuse(self, problems: list[Problem]) -> None:
        """Store the game's problems. A single player's side has no field of its own: its problems are the player's."""
        self.problems = self.problems + problems
        if self.shape[1] == 1:
            for each in problems:
                parts = (each["field"] or "").split(".")
                if parts[0] == "sides" and parts[2:] == ["name"]:
                    each["field"] = f"sides.{parts[1]}.players.0"


def shape_text(shape: Shape) -> str:
    """A shape as its field sends it: `2x3`."""
    return f"{shape[0]}x{shape[1]}"


def shape_of(game: Game, variant: str, wanted: str, last: "Setup | None" = None) -> Shape:
    """The wanted shape if it can be played, else that of the last match, else the game's usual one."""
    shapes = game.shapes(variant)
    found = [shape for shape in shapes if shape_text(shape) == wanted]
    if last:
        found += [shape for shape in shapes if shape == (len(last["sides"]), len(last["sides"][0]["players"]))]
    return (found or shapes)[0]


def posted_form(posted: "Iterable[tuple[str, str]]") -> StartForm:
    """The form as it was sent; of several values of a field the last one counts.

    House rules that were left as the shown preset (`shown`) has them follow the preset that was chosen.
    """
    typed = dict(posted)
    game = find_game(typed.get("game")) or GAMES[0]
    preset = game.preset(typed.get("variant")) or game.presets[0]
    shown = game.preset(typed.get("shown")) or preset
    for option in game.options:
        before = written(option, shown["options"][option["name"]])
        if all(typed.get(path, text) == text for path, text in before.items()):
            typed = {path: text for path, text in typed.items() if path not in before}
            typed.update(written(option, preset["options"][option["name"]]))
    return StartForm(game, preset["slug"], shape_of(game, preset["slug"], typed.get("shape", "")), typed)
