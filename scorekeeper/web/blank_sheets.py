"""The options of blank sheets in a query, and their choices in a form."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from flask import abort, request

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import Game
from scorekeeper.i18n import _, gettext, ngettext, say
from scorekeeper.paper.blank import MOST_HANDS, shapes_of
from scorekeeper.web.forms import sent_number


class SheetQuery(TypedDict):
    """The options of a blank sheet in the query; None means the default. `marks`: with circles that software reads.

    `options` are house rules, of a game that a club keeps.
    """

    variant: str | None
    options: Mapping[str, Any] | None
    shape: tuple[int, int] | None
    hands: int | None
    marks: bool


def sheet_query(slug: str, kept: Mapping[str, Any] | None = None) -> SheetQuery:
    """Returns the query's options for a game; 404 for invalid ones.

    `kept` are the rules of the game that a club keeps, if it is one: `{"variant", "options"}`.
    """
    variant = (kept["variant"] if kept else request.args.get("variant")) or None
    options = kept["options"] if kept else None
    players = request.args.get("players", "")
    return {
        "variant": variant,
        "options": options,
        "shape": _shape(request.args.get("shape", "")) or _shape_for(slug, variant, options, players),
        "hands": _hands(request.args.get("hands", "")),
        "marks": "1" in request.args.getlist("marks"),
    }


def _hands(text: str) -> int | None:
    if not text:
        return None
    number = sent_number(text)
    return number if 0 < number <= MOST_HANDS else abort(404)


def _shape(text: str) -> tuple[int, int] | None:
    """Parses `3x2` into (sides, players per side); None if empty, 404 for any other text."""
    if not text:
        return None
    sides, _times, players = text.partition("x")
    shape = sent_number(sides), sent_number(players)
    return shape if min(shape) > 0 else abort(404)


def _shape_for(
    slug: str, variant: str | None, options: Mapping[str, Any] | None, players: str
) -> tuple[int, int] | None:
    """Returns the variant's first shape for so many players; None, for the usual one, if it has none."""
    game = find_game(slug)
    shapes = shapes_of(game, variant, options) if game else []
    return next((shape for shape in shapes if str(shape[0] * shape[1]) == players), None)


class Choice(NamedTuple):
    """A button: the query parameter that it sends, and its label."""

    name: str
    value: str
    text: str


def choices(game: Game) -> list[Choice]:
    """Returns a game's buttons: one per preset, or per number and size of sides if there is only one preset.

    A shelf of games has one for each game on it.
    """
    if game.shelf:
        return [Choice("variant", each["variant"], gettext(each["name"])) for each in game.shelf]
    if len(game.presets) > 1:
        return [Choice("variant", preset["slug"], say(preset["title"], {})) for preset in game.presets]
    return [
        Choice("shape", f"{sides}x{players}", shape_in_words(sides, players))
        for sides, players in game.shapes(game.presets[0]["slug"])
    ]


def players_choices() -> list[tuple[str, str]]:
    """Returns the numbers of players for which a sheet can be chosen; the first is each game's usual one."""
    return [("", _("As usual")), *((str(number), str(number)) for number in range(2, 7))]


def shape_in_words(sides: int, players: int) -> str:
    """Returns a number of sides and their size as text, e.g. “2 sides of 3”."""
    if players == 1:
        return ngettext("%(num)s player", "%(num)s players", sides)
    return _("%(sides)s sides of %(players)s", sides=sides, players=players)
