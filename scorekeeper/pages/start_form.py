"""The form that starts a match: preset, house rules, the seats around the table, the first dealer.

Field names are the paths of the match document's head (`options.target`, `sides.0.players.1`), so that whatever the
game refuses can be shown beside its field. Everything has a default: an untouched form is a match.
"""

from typing import Any, Iterable

from scorekeeper.games import GAMES, find_game
from scorekeeper.games.engine.base import Game, Problem, Setup, problem
from scorekeeper.games.engine.base import _ as message
from scorekeeper.games.engine.checks import trimmed
from scorekeeper.games.engine.setup import FORMAT, numbered
from scorekeeper.games.engine.side_names import name_of_players, placeholder
from scorekeeper.i18n import gettext as _
from scorekeeper.pages import option_fields
from scorekeeper.pages.seat_plan import Seat, Shape, seats_of
from scorekeeper.pages.typed_numbers import is_whole

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
        return option_fields.rows(option, self.typed)

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
        return {option["name"]: option_fields.read(option, self.typed) for option in self.game.options}

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
        before = option_fields.written(option, shown["options"][option["name"]])
        if all(typed.get(path, text) == text for path, text in before.items()):
            typed = {path: text for path, text in typed.items() if path not in before}
            typed.update(option_fields.written(option, preset["options"][option["name"]]))
    return StartForm(game, preset["slug"], shape_of(game, preset["slug"], typed.get("shape", "")), typed)
