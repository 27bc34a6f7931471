"""Substitutes at a club's tournament: records and undoes them, and renames the seats of the matches concerned."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs.results import lock_results
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.entries import check_was, set_numbers, with_roster_numbers
from scorekeeper.clubs.tournaments.keeping import change
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments.changes.entries import (
    Newcomer,
    find,
    first_substitutable,
    next_round,
    substitute,
    undo_substitute,
)
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.substitutes import sitting_in

Row = dict[str, Any]


def add_substitute(
    tournament: Tournament,
    entrant: int,
    was: str,
    at: int,
    player: Newcomer,
    actor: str,
    reason: str = "",
    since: int | None = None,
) -> None:
    """Records `player` (with one name) as substitute at the entrant's seat `at` from round `since`, or the next one.

    Before the entrant's second round it replaces the player for good. `was` is the entrant's name as the page showed
    it. Raises Refusal like `entries.rename`.
    """
    (numbered,) = with_roster_numbers(tournament, [player])
    name, number = numbered.players[0], (*numbered.numbers, "")[0]

    def added(document: Document) -> Document:
        check_was(document, entrant, was)
        return substitute(document, entrant, at, name, since, number)

    def detail(before: Document, _after: Document) -> Row:
        old, first = find(before, entrant), next_round(before) if since is None else since
        return {"who": was, "was": sitting_in(old, first)[at], "player": name} | (
            {"round": first} if is_recorded else {}
        )

    now = find(tournament.document, entrant)
    is_recorded = next_round(tournament.document) >= first_substitutable(now)
    kind = "substitute_from" if is_recorded else "substitute"
    _change(tournament, entrant, added, actor, kind, detail, reason)
    if not is_recorded:
        places = len(now["players"])
        numbers = [*desk_of(tournament)["numbers"].get(str(entrant), []), *[""] * places][:places]
        numbers[at] = number
        set_numbers(tournament, {entrant: tuple(numbers)})


def drop_substitute(tournament: Tournament, entrant: int, row: Row, actor: str) -> None:
    """Undoes a substitute, given as `{"round", "out", "in"}`. Raises Refusal, also if it was undone meanwhile."""

    def dropped(document: Document) -> Document:
        rows = [_substitute_line(substitute) for substitute in find(document, entrant).get("substitutes") or ()]
        return undo_substitute(document, entrant, rows.index(row) if row in rows else -1)

    def detail(before: Document, _after: Document) -> Row:
        name = find(before, entrant)["name"]
        return {"who": name, "player": row["in"], "was": row["out"], "round": row["round"]}

    _change(tournament, entrant, dropped, actor, "substitute_back", detail, "")


def _substitute_line(row: Row) -> Row:
    return {name: row[name] for name in ("round", "out", "in")}


def _change(
    tournament: Tournament,
    entrant: int,
    function: Callable[[Document], Document],
    actor: str,
    kind: str,
    detail: Callable[[Document, Document], Row],
    reason: str,
) -> None:
    """Changes the document, then renames the seats of matches in the rounds whose players changed.

    Matches are locked first, then the club, then the tournament: the order in which phones write.
    """
    before = tournament.document
    differing = _differing_rounds(before, function(before), entrant)
    matches = _matches(tournament, differing)
    for match, _number in matches:
        ledger.lock_match(match)
    lock_results(db.session, tournament.club_id)
    change(tournament, None, function, actor=actor, kind=kind, detail=detail, reason=reason)
    for match, number in matches:
        old, new = (sitting_in(find(document, entrant), number) for document in (before, tournament.document))
        _reseat(match, dict(zip(old, new, strict=True)), actor, reason)


def _differing_rounds(before: Document, after: Document, entrant: int) -> list[int]:
    """Returns the published rounds in which a change of the document changes the players of the entrant."""
    old, new = (find(document, entrant) for document in (before, after))
    return [number for number in range(1, next_round(before)) if sitting_in(old, number) != sitting_in(new, number)]


def _matches(tournament: Tournament, rounds: list[int]) -> list[tuple[Match, int]]:
    """Returns the matches of these rounds with their round, in the order in which matches are locked."""
    query = (
        select(Match, TournamentTable.round)
        .join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
        .where(TournamentTable.tournament_id == tournament.id, TournamentTable.ended_at.is_(None))
        .where(TournamentTable.round.in_(rounds))
    )
    return [(match, number) for match, number in db.session.execute(query.order_by(Match.id))] if rounds else []


def _reseat(match: Match, names: dict[str, str], actor: str, reason: str) -> None:
    """Renames the seats of a match; an approved match is only changed with a reason."""
    seats = [names.get(name, "") if names.get(name) != name else "" for name in match.setup["seats"]]
    if any(seats):
        match.ruling = reason or None
        with suppress(Refusal):  # e.g. because another seat of the table has this name now
            ledger.name_table(match, seats, None, ledger.Write(actor))
        match.ruling = None
