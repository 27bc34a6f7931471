"""Corrects the name of a club's person wherever the person sat: after a rename, a merge and its undoing.

Seats of matches and entries of open tournaments get the name of the roster; closed tournaments keep what was printed.
Matches are locked first, then the club, then tournaments: the order in which phones write.
"""

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import aliased

from scorekeeper import ledger
from scorekeeper.clubs import results, roster
from scorekeeper.clubs.person_details import Details
from scorekeeper.clubs.tournaments.reseating import CORRECTED, change_seats, reseat
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import gettext
from scorekeeper.ledger.names import name_key
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.database import take_turn
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import change_entrant, find
from scorekeeper.tournaments.changes.results import Document
from scorekeeper.tournaments.model import NAME_SEPARATOR

MOST_MATCHES = 1_000  # whose seats are renamed, the newest; older ones count by the former name, as always


def change_player(player: Player, name: str, details: Details, *, active: bool, actor: str) -> None:
    """Changes a player as `roster.change_player` does, and corrects a changed name. Raises Refusal."""
    was = name_key(player.name)
    matches = _lock_matches(player.club_id, {was})
    roster.change_player(player, name, details, active=active)
    if player.name_key != was:
        _correct(player.club_id, matches, {was}, player.name, actor)


def merge(player: Player, other: str, actor: str) -> None:
    """Merges the player or guest called `other` into the player. Raises Refusal as `roster.merge` does."""
    club = db.session.get_one(Club, player.club_id)
    entry, key = roster.find_by_name(club, other), name_key(other)
    keys = {key} if entry is None else {entry.name_key, *(alias.name_key for alias in roster.other_names(entry))}
    matches = _lock_matches(club.id, keys)
    if entry is None:
        roster.merge_guest(player, other)
    else:
        roster.merge(player, entry)
    _correct(club.id, matches, keys, player.name, actor)


def merge_guests(club: Club, name: str, other: str, actor: str) -> str:
    """Gives the guest called `other` the name of another guest; returns it as written last. Raises Refusal."""
    keys = name_key(name), name_key(other)
    matches = _lock_matches(club.id, {keys[1]})
    results.lock_results(db.session, club.id)
    names = [roster.guest_called(club, text) for text in (name, other)]
    if keys[0] == keys[1] or None in names:
        raise refuse("other", None, N_("Choose two guests who have played"))
    row, same = aliased(Result), aliased(Result)
    together = select(row.match_id).join(same, and_(same.match_id == row.match_id, same.name_key == keys[1]))
    if db.session.scalar(together.where(row.club_id == club.id, row.name_key == keys[0]).limit(1)):
        raise refuse("other", None, roster.PLAYED_TOGETHER)
    _correct(club.id, matches, {keys[1]}, str(names[0]), actor)
    return str(names[0])


def separate(entry: Player, actor: str) -> None:
    """Undoes a merge as `roster.unmerge` does, after giving back its name to the seats. Raises Refusal."""
    if entry.merged_into:
        _give_back(entry, db.session.get_one(Player, entry.merged_into), actor)
    roster.unmerge(entry)


def _give_back(entry: Player, player: Player, actor: str) -> None:
    """Renames the player's seats back to the entry's name where that was their name before."""
    key = player.name_key
    for match in _lock_matches(entry.club_id, {key}):
        former = ledger.former_names(match)
        for seat, name in enumerate(match.setup["seats"]):
            if name_key(name) == key and entry.name_key in map(name_key, former[seat][:1]):
                _reseat([match], {key}, entry.name, actor)
                results.rename_seats(db.session, entry.club_id, [match.id], {key}, entry.name)


def _lock_matches(club: int, keys: Collection[str]) -> list[Match]:
    """Returns the newest matches of people with these folded names, locked until the commit; then locks the club."""
    take_turn(db.session)
    ids = select(Result.match_id).where(Result.club_id == club, Result.name_key.in_(keys)).distinct()
    newest = db.session.scalars(ids.order_by(Result.match_id.desc()).limit(MOST_MATCHES)).all()
    locked = select(Match).where(Match.id.in_(newest)).order_by(Match.id).with_for_update()
    matches = list(db.session.scalars(locked.execution_options(populate_existing=True)))
    results.lock_results(db.session, club)
    return matches


def _correct(club: int, matches: Collection[Match], keys: Collection[str], name: str, actor: str) -> None:
    """Gives people with these folded names their new name, at the seats of these matches and in tournaments."""
    _reseat(matches, keys, name, actor)
    results.rename_seats(db.session, club, [match.id for match in matches if _has_seat(match, name)], keys, name)
    open_ones = select(Tournament).where(Tournament.club_id == club, Tournament.closed_at.is_(None))
    for tournament in db.session.scalars(open_ones.order_by(Tournament.id)):
        for entrant in tournament.document["entrants"]:
            if any(name_key(text) in keys for text in _names(entrant)):
                with suppress(Refusal):  # e.g. because both were entered: the organiser decides which one stays
                    _rename_entrant(tournament, entrant["id"], keys, name, actor)


def _has_seat(match: Match, name: str) -> bool:
    return name_key(name) in map(name_key, match.setup["seats"])


def _reseat(matches: Collection[Match], keys: Collection[str], name: str, actor: str) -> None:
    reason = gettext(CORRECTED)
    for match in matches:
        names = {seat: name for seat in match.setup["seats"] if name_key(seat) in keys}
        reseat(match, names, actor, reason, announced=False)


def _names(entrant: dict[str, Any]) -> list[str]:
    return [*entrant["players"], *(row["in"] for row in entrant.get("substitutes") or ())]


def _rename_entrant(tournament: Tournament, entrant: int, keys: Collection[str], name: str, actor: str) -> None:
    def swapped(text: str) -> str:
        return name if name_key(text) in keys else text

    def renamed(document: Document) -> Document:
        row = find(document, entrant)
        is_named_after_players = row["name"] == NAME_SEPARATOR.join(row["players"])
        row["players"] = [swapped(player) for player in row["players"]]
        if is_named_after_players:
            row["name"] = NAME_SEPARATOR.join(row["players"])
        if row.get("substitutes"):
            row["substitutes"] = [
                {**each, "out": swapped(each["out"]), "in": swapped(each["in"])} for each in row["substitutes"]
            ]
        return change_entrant(document, row)

    def detail(before: Document, after: Document) -> Document:
        return {"was": find(before, entrant)["name"], "who": find(after, entrant)["name"]}

    change_seats(tournament, entrant, renamed, actor, "rename", detail, gettext(CORRECTED))
