"""The crosstable: each against each, or by rounds if that would be too wide."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.words import group_name
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import _, format_number
from scorekeeper.paper.club_sheets import Cell, Heading
from scorekeeper.paper.model import PAPERS
from scorekeeper.paper.tournaments.parts import Block, Listing, Wanted, head_of, number_column
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.scoring import bye_score, scores
from scorekeeper.tournaments.shown_rounds import counted
from scorekeeper.tournaments.stages import rounds_without_bye_score, stage_of
from scorekeeper.tournaments.standings import Row, standings

MOST_CELLS = 10_000
WHO = 84.0  # mm for place, number, name and sum
COLUMN = {"each": 10.0, "round": 12.5, "round partners": 17.0}  # mm


def grid(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns the crosstable in the order of the ranking. Raises Refusal, also above MOST_CELLS cells."""
    rounds = counted(tournament, wanted.round)
    if rounds * len(tournament.entrants) > MOST_CELLS:
        raise refuse("rounds", None, N_("A crosstable has at most {most} cells"), most=MOST_CELLS)
    shown = tournament.up_to(rounds)
    title = _("Crosstable after round %(number)s", number=rounds)
    blocks = tuple(_with_explanations(shown, list(_blocks(shown, wanted))))
    return Listing(wanted.paper, wanted.language, head_of(tournament, wanted, title), blocks, posted=True, turns=True)


def _with_explanations(shown: Tournament, blocks: list[Block]) -> Iterator[Block]:
    """Yields the blocks, with a sentence on their cells below the last one of each kind."""
    opponent = _("In small type: the opponent’s number.")
    by_round = _("In small type: the opponents’ numbers.") if shown.system.singles else opponent
    squares = [any("each" in column.kind for column in block.columns) for block in blocks]
    for at, (block, square) in enumerate(zip(blocks, squares, strict=True)):
        note = _("In each row: the points won against the number above.") if square else by_round
        yield block if square in squares[at + 1 :] or not shown.rounds else replace(block, notes=(note,))


def _blocks(shown: Tournament, wanted: Wanted) -> Iterator[Block]:
    """Yields the blocks for all entrants, or for each group and then for the knock-out's rounds."""
    answer = standings(shown)
    system, last = shown.system, len(shown.rounds)
    if system.has_groups:
        stage = stage_of(shown, max(last, 1))
        through = min(last, stage.end)
        for index, rows in enumerate(answer["groups"]):
            yield from _square_or_rounds(shown, wanted, rows, group_name(index), range(stage.start + 1, through + 1))
        if last > through:
            yield from _by_round(shown, wanted, answer["standings"], _("Knock-out"), range(through + 1, last + 1), True)
    elif system.all_meet:
        yield from _square_or_rounds(shown, wanted, answer["standings"], "", range(1, last + 1))
    else:
        yield from _by_round(shown, wanted, answer["standings"], "", range(1, last + 1), system.knocks_out)


def _room(wanted: Wanted, column: str) -> int:
    """Returns how many columns fit beside the names on landscape paper."""
    paper = PAPERS[wanted.paper]
    return int((paper.height - 2 * paper.side - WHO) / COLUMN[column])


def _square_or_rounds(
    shown: Tournament, wanted: Wanted, rows: list[Row], heading: str, rounds: range
) -> Iterable[Block]:
    if len(rows) > _room(wanted, "each"):
        return _by_round(shown, wanted, rows, heading, rounds)
    return [_square(shown, rows, heading, rounds)]


def _square(shown: Tournament, rows: list[Row], heading: str, rounds: range) -> Block:
    """Returns the entrants against each other: points of the row's entrant against the column's."""
    met: dict[tuple[int, int], list[str]] = defaultdict(list)
    for played in (shown.rounds[number - 1] for number in rounds):
        for table in played.tables:
            scored = scores(shown.scoring, table)
            for one, other in (table.sides, table.sides[::-1]):
                met[one[0], other[0]].append(format_number(scored[one[0]].main))
    ids = [row["entrant"] for row in rows]
    columns = tuple(Heading(str(entrant), "cell each") for entrant in ids)
    cells = {
        one: [Cell("", kind="own") if one == other else Cell(" / ".join(met.get((one, other), ()))) for other in ids]
        for one in ids
    }
    return _block(shown, rows, heading, columns, cells)


def _by_round(
    shown: Tournament, wanted: Wanted, rows: list[Row], heading: str, rounds: Iterable[int], knockout: bool = False
) -> Iterable[Block]:
    """Yields each entrant's points by round, with the opponent's number; as many rounds in a block as fit.

    A knock-out lists only the entrants who took part, and has no sum.
    """
    column = "round partners" if shown.system.singles else "round"
    numbers, room = list(rounds), _room(wanted, column)
    for start in range(0, max(len(numbers), 1), room):
        part = numbers[start : start + room]
        columns = tuple(Heading(str(number), f"cell {column}") for number in part)
        played = {number: _cells_of(shown, number) for number in part}
        cells = {row["entrant"]: [played[number].get(row["entrant"], Cell("")) for number in part] for row in rows}
        taking_part = [row for row in rows if any(cell.text for cell in cells[row["entrant"]])] if knockout else rows
        yield _block(shown, taking_part, heading, columns, cells, summed=not knockout)


def _cells_of(shown: Tournament, number: int) -> dict[int, Cell]:
    """Returns the cells of a round by entrant id."""
    played = shown.rounds[number - 1]
    bye = format_number(bye_score(shown.scoring).main) if number > rounds_without_bye_score(shown) else ""
    cells = {entrant: Cell(bye, _("bye")) for entrant in played.byes}
    for table in played.tables:
        scored = scores(shown.scoring, table)
        for side, others in (table.sides, table.sides[::-1]):
            opponents = words.numbers(others)
            cells.update({entrant: Cell(format_number(scored[entrant].main), opponents) for entrant in side})
    return cells


def _block(
    shown: Tournament,
    rows: list[Row],
    heading: str,
    columns: tuple[Heading, ...],
    cells: dict[int, list[Cell]],
    *,
    summed: bool = True,
) -> Block:
    sums = "vp" if shown.scoring.kind == "vp" else "tp"
    headings = (
        Heading(_("Pl."), "place"),
        number_column(),
        Heading(words.entrant(shown), "who"),
        *columns,
        *((Heading(words.main_points(shown.scoring), "figure sum"),) if summed else ()),
    )
    lines = tuple(
        (
            Cell(str(row["place"])),
            Cell(str(row["entrant"])),
            Cell(row["name"]),
            *cells[row["entrant"]],
            *((Cell(format_number(row[sums])),) if summed else ()),
        )
        for row in rows
    )
    return Block(heading, headings, lines)
