"""The live scanner’s page: how many slips of a round were read, which have to be typed, and what a look showed."""

from typing import Any, NamedTuple

from scorekeeper.i18n import _
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.slip_readings import DoubtSeen, SlipSeen, kind_of, seen_in
from scorekeeper.web.slip_scans import AGAIN, DOUBT, HAD, NOTHING, SURE, Scan
from scorekeeper.web.tournament_pages.tables import NamedTable, named_sides, outcome_words, round_of
from scorekeeper.web.tournament_pages.typed_scores import Outcome, score_text


class ScannedTable(NamedTuple):
    """A table of the round: `outcome` was read from its slip without a doubt; `why` is the reason why not."""

    table: NamedTable
    outcome: Outcome
    why: DoubtSeen | None

    @property
    def is_read(self) -> bool:
        """True if its slip was read without a doubt."""
        return bool(self.outcome) and self.why is None


class Board(NamedTuple):
    """The tables whose slips count in a scan: those without a result, and those with another one than their slip."""

    tables: list[ScannedTable]

    @property
    def read(self) -> int:
        """The number of slips that were read without a doubt."""
        return sum(table.is_read for table in self.tables)

    @property
    def doubtful(self) -> list[ScannedTable]:
        """The tables whose slips have to be typed."""
        return [table for table in self.tables if table.why is not None]

    def find(self, number: int) -> ScannedTable | None:
        """Returns a table; None if its result is in already."""
        return next((each for each in self.tables if each.table.number == number), None)


def board_of(tournament: Tournament, number: int, scan: Scan) -> Board:
    """Returns what has been read of round `number`."""
    slips = seen_in(scan.lines, tournament, number).slips
    tables = named_sides(tournament.document, number, round_of(tournament, number)["tables"])
    scanned = [_scanned(table, slips.get(table.number), kind_of(tournament)) for table in tables]
    return Board([table for table in scanned if table.why or not table.table.outcome])


def _scanned(table: NamedTable, slip: SlipSeen | None, kind: str) -> ScannedTable:
    if slip is None:
        return ScannedTable(table, {}, None)
    outcome = _outcome(table.number, slip, kind)
    if not table.outcome:
        return ScannedTable(table, outcome, slip.doubts[0] if slip.doubts else None)
    differs = bool(outcome) and outcome != table.outcome
    return ScannedTable(table, outcome, DoubtSeen(None, _("Another result was entered")) if differs else None)


def _outcome(number: int, slip: SlipSeen, kind: str) -> Outcome:
    """Returns the result that was read from a slip; empty if a figure is missing."""
    if f"forfeit-{number}" in slip.fields:
        return {"forfeit": int(slip.fields[f"forfeit-{number}"])}
    figures = [slip.fields.get(f"{kind}-{number}-{side}") for side in (0, 1)]
    return {} if None in figures else {kind: [int(figure or 0) for figure in figures]}


class Look(NamedTuple):
    """The result of scanning a slip: its state, a text of two words on the picture, and a sentence below it."""

    state: str
    pill: str = ""
    said: str = ""


def look_at(tournament: Tournament, board: Board, number: int, state: str) -> Look:
    """Returns what a look at the slip of a table showed; `state` is what `slip_scans.add` returned."""
    table = _("Table %(number)s", number=number)
    scanned = board.find(number)
    if scanned is None:
        return Look(HAD, _("Table %(number)s: had it", number=number), _("Its result has been entered."))
    if scanned.why is not None:
        if state == AGAIN:
            return Look(DOUBT, table, _("%(table)s: hold still for a second look.", table=table))
        side, why = scanned.why
        where = table if side is None else f"{table}, {_names(scanned.table, side)}"
        return Look(DOUBT, table, _("%(where)s: %(why)s. Hold still, or lay it aside.", where=where, why=why))
    said = f"{table}{_(': ')}{_result(tournament.document, scanned)}"
    if state == HAD:
        return Look(HAD, _("Table %(number)s: had it", number=number), said)
    return Look(SURE, table, said)


def _names(table: NamedTable, side: int) -> str:
    return " – ".join(each.name for each in table.sides[side])


def _result(document: dict[str, Any], scanned: ScannedTable) -> str:
    """Returns a result as text, e.g. “Pair 1 – Pair 4, 1,850 : 1,210, 13 : 7 VP, difference +640”."""
    meeting = f"{_names(scanned.table, 0)} – {_names(scanned.table, 1)}"
    parts = [meeting, outcome_words(scanned.outcome).main, score_text(document, scanned.outcome)]
    return " · ".join(part for part in parts if part)


def looked(looks: list[Look]) -> Look:
    """Returns what a picture with several slips showed: a doubt comes first, then what is new."""
    for state in (DOUBT, SURE, HAD):
        of_state = [look for look in looks if look.state == state]
        if of_state:
            pills = dict.fromkeys(look.pill for look in of_state if look.pill)
            return Look(state, " · ".join(pills), " ".join(dict.fromkeys(look.said for look in of_state)))
    return Look(NOTHING)
