"""Substitutes at a club's tournament: records and undoes them, and renames the seats of the matches concerned."""

from typing import Any

from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.entries import check_was, recognised, set_numbers
from scorekeeper.clubs.tournaments.reseating import change_seats
from scorekeeper.store.tournament_models import Tournament
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
    (numbered,) = recognised(tournament, [player])
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
    change_seats(tournament, entrant, added, actor, kind, detail, reason)
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

    change_seats(tournament, entrant, dropped, actor, "substitute_back", detail, "")


def _substitute_line(row: Row) -> Row:
    return {name: row[name] for name in ("round", "out", "in")}
