"""A round is published with a sitting and a match for each of its tables, seated anew, or taken back.

Each of these is one transaction: whoever is interrupted before the commit has done nothing, and does it again. No match
goes with a round that is taken back: a phone without a network may have hands that were played in it.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, select, update

from scorekeeper import ledger
from scorekeeper.clubs.tables import open_tables
from scorekeeper.clubs.tournaments.desk import Round
from scorekeeper.clubs.tournaments.keeping import Stale, change, change_desk
from scorekeeper.clubs.tournaments.matches import head_of
from scorekeeper.i18n import gettext
from scorekeeper.store.club_models import Club, Tournament, TournamentTable
from scorekeeper.store.models import Sitting, db, now
from scorekeeper.tournaments.changes import rounds as changes
from scorekeeper.tournaments.changes.checked import Document
from scorekeeper.tournaments.changes.results import outcome_of


def publish(tournament: Tournament, seen: int | None, proposal: Round, *, actor: str) -> list[Sitting]:
    """Publish a round: `{"tables": [{"table", "sides"}], "bye"}`. Returns the new sittings, which have no links yet.

    The same round sent again makes nothing twice. A table whose match cannot be begun has none: its result is typed.
    Raises Refusal, and Stale.
    """
    try:
        change(
            tournament,
            seen,
            lambda document: changes.publish(document, proposal),
            actor=actor,
            kind="publish",
            detail=lambda _before, after: {"round": len(after["rounds"]), "tables": len(proposal["tables"])},
        )
    except Stale:
        if _is_last(tournament, proposal):
            return []
        raise
    number = len(tournament.document["rounds"])
    change_desk(tournament, lambda desk: {**desk, "proposal": None, "time": 0})
    return _open_tables(tournament, number, [each["table"] for each in proposal["tables"]], actor)


def _is_last(tournament: Tournament, proposal: Round) -> bool:
    """Whether the round is the last one already, whatever has come out there since."""
    rounds = tournament.document.get("rounds") or []
    return bool(rounds) and changes.seating_of(rounds[-1]) == changes.seating_of(proposal)


def _open_tables(tournament: Tournament, number: int, tables: Sequence[int], actor: str) -> list[Sitting]:
    """Open a sitting with its match for each of these tables of a round, where there can be one.

    All of them are inserted at once: other tables' hands wait for the end of it.
    """
    heads = {
        each["table"]: head
        for each in tournament.document["rounds"][number - 1]["tables"]
        if each["table"] in tables and (head := head_of(tournament, number, each)) is not None
    }
    names = [gettext("Round %(round)s · Table %(table)s", round=number, table=table) for table in heads]
    best_of = tournament.document["scoring"].get("best_of") or 1
    club = db.session.get_one(Club, tournament.club_id)
    sittings = open_tables(club, names, tournament.place, best_of)
    db.session.add_all(
        TournamentTable(tournament_id=tournament.id, round=number, number=table, sitting_id=sitting.id)
        for table, sitting in zip(heads, sittings, strict=True)
    )
    starts = [
        (sitting, head, f"t{tournament.id}-r{number}-t{table}")
        for sitting, (table, head) in zip(sittings, heads.items(), strict=True)
    ]
    ledger.start_matches(starts, actor=actor)
    return sittings


def take_back(tournament: Tournament, seen: int | None, *, actor: str, reason: str = "") -> None:
    """Take the last round back; its matches stay with the club. The log keeps the round as it was.

    Raises Refusal, and Stale.
    """
    change(
        tournament,
        seen,
        changes.take_back_round,
        actor=actor,
        kind="take_back",
        detail=lambda before, _after: _told(before),
        reason=reason,
    )
    close_tables(tournament, len(tournament.document["rounds"]) + 1)


def _told(before: Document) -> dict[str, object]:
    rounds: list[Round] = before["rounds"]
    tables = rounds[-1]["tables"]
    results = sum(bool(outcome_of(each)) for each in tables)
    return {"round": len(rounds), "tables": len(tables), "results": results, "was": rounds[-1]}


def seat_anew(tournament: Tournament, seen: int | None, proposal: Round, *, actor: str) -> list[Sitting]:
    """Seat the last round anew; tables whose sides stay keep their matches and results. Returns the new sittings.

    Raises Refusal, also where a table that is changed has a result, and Stale.
    """
    before = _seats(tournament)
    change(
        tournament,
        seen,
        lambda document: changes.seat_anew(document, proposal),
        actor=actor,
        kind="seat",
        detail=lambda before, after: {"round": len(after["rounds"]), "was": changes.seating_of(before["rounds"][-1])},
    )
    change_desk(tournament, lambda desk: {**desk, "proposal": None})
    after = _seats(tournament)
    new = [table for table in after if before.get(table) != after[table]]
    number = len(tournament.document["rounds"])
    close_tables(tournament, number, [table for table in before if before[table] != after.get(table)])
    return _open_tables(tournament, number, new, actor)


def _seats(tournament: Tournament) -> dict[int, Any]:
    """The sides at each table of the last round; empty where no round is left."""
    return {
        each["table"]: each["sides"]
        for last in (tournament.document.get("rounds") or [])[-1:]
        for each in last["tables"]
    }


def close_tables(tournament: Tournament, number: int, tables: Sequence[int] | None = None) -> None:
    """Part the matches of a round, or of these tables of it, from the tournament. They stay matches of the club."""
    ended = update(TournamentTable).where(*_standing(tournament, number)).values(ended_at=now())
    db.session.execute(ended if tables is None else ended.where(TournamentTable.number.in_(tables)))


def _standing(tournament: Tournament, number: int) -> tuple[ColumnElement[bool], ...]:
    return (
        TournamentTable.tournament_id == tournament.id,
        TournamentTable.round == number,
        TournamentTable.ended_at.is_(None),
    )


def tables_of(tournament: Tournament, number: int) -> dict[int, tuple[TournamentTable, Sitting]]:
    """The tables of a round that have a match, by number, each with its sitting."""
    found = select(TournamentTable, Sitting).join(Sitting, Sitting.id == TournamentTable.sitting_id)
    rows = db.session.execute(found.where(*_standing(tournament, number)))
    return {row.TournamentTable.number: (row.TournamentTable, row.Sitting) for row in rows}


def table_of(sitting: Sitting) -> tuple[Tournament, TournamentTable] | None:
    """The tournament that a sitting belongs to, and its table there, also one that has ended."""
    found = select(Tournament, TournamentTable).join(TournamentTable, TournamentTable.tournament_id == Tournament.id)
    row = db.session.execute(found.where(TournamentTable.sitting_id == sitting.id)).first()
    return (row.Tournament, row.TournamentTable) if row else None
