"""A tournament's document with its players' member numbers, as papers and result tables show it (TOU-28)."""

from scorekeeper.clubs import results
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.entries import people_of
from scorekeeper.store.club_models import Player
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.results import Document

Numbers = dict[str, str]  # member numbers on the roster, by the player's folded name


def numbered(tournament: Tournament) -> Document:
    """Returns the document with the member numbers of the desk, and from the roster for players without one."""
    desk, entrants = desk_of(tournament)["numbers"], tournament.document["entrants"]
    roster = _on_roster(tournament, {name for entrant in entrants for name in people_of(entrant)})
    with_numbers = [_with_numbers(entrant, desk.get(str(entrant["id"]), []), roster) for entrant in entrants]
    return {**tournament.document, "entrants": with_numbers}


def _on_roster(tournament: Tournament, names: set[str]) -> Numbers:
    ids = results.players_of(db.session, tournament.club_id, names)
    query = db.session.query(Player.id, Player.number).where(Player.id.in_(set(ids.values())))
    numbers = {row.id: row.number or "" for row in query}
    return {name: numbers.get(player, "") for name, player in ids.items()}


def _with_numbers(entrant: Document, desk: list[str], roster: Numbers) -> Document:
    """Returns an entrant with its member numbers: from the document, the `desk` (by player) or the roster."""
    from_desk = {name: number for name, number in zip(entrant["players"], desk, strict=False) if number}

    def number_of(name: str) -> str | None:
        return from_desk.get(name) or roster.get(results.name_key(name)) or None

    own = entrant.get("numbers") or [None] * len(entrant["players"])
    changed = {
        "numbers": [number or number_of(name) for name, number in zip(entrant["players"], own, strict=True)],
        "substitutes": [
            row | ({} if row.get("number") or not number_of(row["in"]) else {"number": number_of(row["in"])})
            for row in entrant.get("substitutes") or []
        ],
    }
    return entrant | {name: value for name, value in changed.items() if any(value)}
