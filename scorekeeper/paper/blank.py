"""Blank sheets to write on by hand: the game's columns, numbered rows, lines for the names."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games import find_game
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game, Setup
from scorekeeper.games.engine.setup import FORMAT
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.games.paper import Form, form
from scorekeeper.i18n import _
from scorekeeper.paper import agreed
from scorekeeper.paper.agreed import crib, seating_of
from scorekeeper.paper.layout import hands_on, with_empty_rows
from scorekeeper.paper.marks import Marks, mistake
from scorekeeper.paper.model import PAPERS, Code, Fact, Grid, Letterhead, Paper, Result, Seat, Sheet, Standing
from scorekeeper.slips.codes import SheetForm, texts_of_sheet
from scorekeeper.slips.marks import DIGITS, MOST_SIDES, POINT_PLACES, block_of_sheet

MOST_HANDS = 300
MOST_POINTS = DIGITS**POINT_PLACES - 1  # that can be marked
FEWEST_PLACES = 2
SIDES_ON_A5 = 4


@dataclass(frozen=True, slots=True)
class Night:
    """The data of a club night that is printed on a blank sheet; `key` seals its codes."""

    letterhead: Letterhead
    code: Code
    place: str
    day: str
    name: str = ""
    key: bytes | None = None


def blank_sheet(
    game: str,
    *,
    variant: str | None = None,
    shape: tuple[int, int] | None = None,
    options: Mapping[str, Any] | None = None,
    hands: int | None = None,
    paper: str,
    language: str,
    night: Night | None = None,
    marks: bool = False,
) -> Sheet:
    """Returns a blank sheet for a game.

    `shape` is (sides, players a side), by default the variant's usual one; `hands` is the number of hands, by default
    as many as fit on one page and a match has at most; `night` adds the club's letterhead, the date and place, and the
    table's code. With `marks`, the final result can be marked for machines where there is room: for MOST_SIDES sides,
    on A5 for SIDES_ON_A5, and not if a whole match fits on one page only without. Raises `Refusal` for an unknown game,
    variant, shape or option.
    """
    setup = play.begin(_head(game, variant, shape, options))
    written = form(setup)
    most = play.game_of(setup).hands_of(setup["options"])
    bare = _without_rows(setup, written, PAPERS[paper], language, night)
    if marks and len(setup["sides"]) <= (MOST_SIDES if PAPERS[paper].is_large else SIDES_ON_A5):
        bare = replace(bare, marks=_marks(setup, night.key if night else None))
    sheet = with_empty_rows(bare, written.hand, hands, most)
    if bare.marks and most and not hands and hands_on(sheet) < most:
        unmarked = with_empty_rows(replace(bare, marks=None), written.hand, hands, most)
        return unmarked if hands_on(unmarked) == most else sheet
    return sheet


def _marks(setup: Setup, key: bytes | None) -> Marks:
    """Returns the part that machines read."""
    game, options = play.game_of(setup), setup["options"]
    most = options.get("target") or game.limit_of(options) or MOST_POINTS
    sides, places = len(setup["sides"]), max(len(str(most)), FEWEST_PLACES)
    form = SheetForm(game.slug, places, game.is_lowest_best(options), sides)
    what = _("Fill in one circle for each digit of the total, and the winner’s.")
    block, codes = block_of_sheet(places, sides), texts_of_sheet(form, key=key)
    return Marks(block, codes, SIGNS[:sides], form.number, 0, (what, mistake()))


def at_table(sheet: Sheet, table: int, key: bytes) -> Sheet:
    """Returns a night's sheet with the number of a table in the codes that machines read."""
    marks = sheet.marks
    if marks is None:
        return sheet
    form = SheetForm.of(sheet.game, marks.round)
    return replace(sheet, marks=replace(marks, codes=texts_of_sheet(form, table, key), table=table))


def _without_rows(setup: Setup, written: Form, paper: Paper, language: str, night: Night | None) -> Sheet:
    """Returns the whole sheet except the rows to write on."""
    return Sheet(
        title=agreed.title(setup),
        game=setup["game"],
        variant=agreed.variant(setup),
        paper=paper.name,
        language=language,
        facts=_facts(night),
        house_rules=agreed.house_rules(setup),
        seating=seating_of(
            [Seat(side) for side in setup["seat_sides"]],
            clockwise=play.game_of(setup).plays_clockwise(setup["options"]),
        ),
        grid=Grid(
            written.columns,
            written.bands
            if written.lines_a_hand == 1
            else (),  # if each side has its own line, its sign is on that line
            (),
            lines=written.lines_a_hand,
        ),
        result=Result("", tuple(Standing(side) for side in range(len(setup["sides"])))),
        crib=crib(setup, paper),
        footer=" · ".join(part for part in (agreed.title(setup), agreed.variant(setup)) if part),
        blank=True,
        code=night.code if night else None,
        letterhead=night.letterhead if night else None,
    )


def _facts(night: Night | None) -> tuple[Fact, ...]:
    """Returns the lines for date and place, then for the night's name, or for the table without a night."""
    if night:
        named = [Fact(_("Night"), night.name)] if night.name else []
        return Fact(_("Date"), night.day), Fact(_("Place"), night.place), *named
    return Fact(_("Date")), Fact(_("Place")), Fact(_("Table"))


def _head(
    game: str, variant: str | None, shape: tuple[int, int] | None, options: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Returns the head of a match document with placeholders instead of names."""
    played = find_game(game)
    required = played.required_options(variant or played.presets[0]["slug"]) if played else {}
    head: dict[str, Any] = {"format": FORMAT, "game": game, "options": {**required, **(options or {})}}
    if variant is not None:
        head["variant"] = variant
    sides, players = shape or (shapes_of(played, variant, options)[0] if played else (0, 0))
    head["sides"] = [
        {"name": f"{side}", "players": [f"{side}.{player}" for player in range(1, players + 1)]}
        for side in range(1, sides + 1)
    ]
    return head


def shapes_of(game: Game, variant: str | None, options: Mapping[str, Any] | None) -> list[tuple[int, int]]:
    """Returns the shapes of a variant, by default the first one, with these house rules."""
    slug = variant or game.presets[0]["slug"]
    preset = game.preset(slug)
    return game.shapes(slug, {**preset["options"], **options} if preset and options else None)
