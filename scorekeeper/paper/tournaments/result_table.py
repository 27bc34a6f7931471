"""The ranking as a table with every round: the federation's result sheet, as CSV (TOU-28)."""

from itertools import chain, zip_longest
from typing import NamedTuple

from scorekeeper.i18n import _
from scorekeeper.i18n.csv_tables import csv_file
from scorekeeper.paper.tournaments import wording
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.scoring import Score
from scorekeeper.tournaments.standings import Row, rounds_of_entrant, standings

Cells = list[str]


def csv_of(tournament: Tournament) -> bytes:
    """Returns the table after the last complete round as CSV."""
    return csv_file(table_of(tournament))


def table_of(tournament: Tournament) -> list[Cells]:
    """Returns the heading and a row for each entrant, in the order of the ranking after the last complete round."""
    shown = tournament.up_to(tournament.complete)
    seats = max(len(entrant.players) for entrant in shown.entrants)
    entrants = wording.by_id(shown)
    rows = standings(shown)["standings"]
    return [_heading(shown, seats), *(_row(shown, entrants[row["entrant"]], row, seats) for row in rows)]


class Kind(NamedTuple):
    """The sums of a scoring: their headings, and their names in a row of the standings."""

    headings: tuple[str, ...]
    names: tuple[str, ...]


def _kind(shown: Tournament) -> Kind:
    if shown.scoring.kind == "vp":
        return Kind((_("VP"), _("MP")), ("vp", "mp"))
    return Kind((_("TP"), _("Legs"), _("Points")), ("tp", "legs", "points"))


def _heading(shown: Tournament, seats: int) -> Cells:
    headings = _kind(shown).headings
    players = [
        text
        for number in range(1, seats + 1)
        for text in (_("Player %(number)s", number=number), _("Member number %(number)s", number=number))
    ]
    rounds = [f"{heading} {number}" for number in range(1, len(shown.rounds) + 1) for heading in headings]
    return [
        _("Position"),
        _("No."),
        _("Name"),
        *players,
        _("Club"),
        *rounds,
        *headings,
        _("Byes"),
        _("Forfeits"),
        _("Late"),
        _("Rulings"),
        _("Withdrawn from round"),
        _("Substitutes"),
    ]


def _row(shown: Tournament, entrant: Entrant, row: Row, seats: int) -> Cells:
    filled = zip_longest(entrant.players, entrant.numbers, range(seats))
    players = chain.from_iterable((player or "", number or "") for player, number, _seat in filled)
    tables = [turn.table for turn in rounds_of_entrant(shown, entrant.id) if turn.table]
    forfeits = sum(table.forfeit == entrant.id for table in tables)
    late = sum(table.late == entrant.id for table in tables)
    return [
        str(row["place"]),
        str(entrant.id),
        entrant.name,
        *players,
        entrant.club or "",
        *_rounds(shown, entrant),
        *(str(row[name]) for name in _kind(shown).names),
        str(row["byes"]),
        str(forfeits),
        str(late),
        str(row["rulings"]),
        str(entrant.out or ""),
        _substitutes(entrant),
    ]


def _rounds(shown: Tournament, entrant: Entrant) -> Cells:
    """Returns the entrant's sums of each round; empty for rounds that it was not in, and for byes without points."""
    kinds = len(_kind(shown).names)
    played: dict[int, Score | None] = {turn.round: turn.score for turn in rounds_of_entrant(shown, entrant.id)}
    scores = [played.get(number) for number in range(1, len(shown.rounds) + 1)]
    return [text for score in scores for text in ([""] * kinds if score is None else map(str, score[:kinds]))]


def _substitutes(entrant: Entrant) -> str:
    texts = []
    for one in entrant.substitutes:
        text = _("%(player)s for %(out)s from round %(number)s", player=one.player, out=one.out, number=one.round)
        texts.append(f"{text} ({one.number})" if one.number else text)
    return ", ".join(texts)
