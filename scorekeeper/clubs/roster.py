"""The club's roster: adding, changing, merging, unmerging and finding players."""

from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import case, delete, false, or_, select, update
from sqlalchemy.orm import aliased

from scorekeeper.clubs import results
from scorekeeper.clubs.person_details import Details, read_details, set_details
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.ledger.names import numbered_name, skeleton
from scorekeeper.store.club_models import Club, Membership, Player, Result
from scorekeeper.store.models import db
from scorekeeper.store.sum_models import GuestTally
from scorekeeper.tournaments.changes.entries import number_key

LONGEST_NAME = 40
MOST_NAMESAKES = 40
NAME_LENGTH = N_("Enter a name of 1 to 40 characters")
LOOKS_THE_SAME = N_("Another player has a name that looks the same; add an initial")


def add_player(
    club: Club, name: str, number: str = "", details: Details | None = None, *, active: bool = True
) -> Player:
    """Adds a player, who takes over the results of guests with this name. Raises Refusal for a name in use.

    A namesake with a member number of their own gets a numeral behind the name.
    """
    results.lock_results(db.session, club.id)
    player = Player(club_id=club.id, name="", name_key="", active=active)
    set_details(player, details or read_details({"number": number}))
    namesake = find_by_name(club, tidy(name))
    if namesake and player.number and namesake.number and number_key(player.number) != number_key(namesake.number):
        name = free_name(namesake.name, lambda name: find_by_name(club, name) is not None)
    _name(player, name)
    db.session.add(player)
    db.session.flush()
    _take_guests(player)
    return player


def free_name(name: str, is_used: Callable[[str], bool]) -> str:
    """Returns the name for one more person called so: with the first free numeral, “Maria Rossi (II)” or higher.

    Returns the name itself if all are used.
    """
    return next((new for at in range(2, MOST_NAMESAKES) if not is_used(new := numbered_name(name, at))), name)


def add_compared(club: Club, players: Sequence[Player]) -> None:
    """Adds players whose names were compared with the roster while the club's results were locked.

    Hundreds are added in the time that `add_player` needs for some. They take over the results of guests, too.
    """
    for player in players:
        player.club_id, player.name_key = club.id, results.name_key(player.name)
    db.session.add_all(players)
    db.session.flush()
    guest = (Result.club_id == club.id, Result.player_id.is_(None))
    keys = set(db.session.scalars(select(Result.name_key).where(*guest).distinct()))
    for player in players:
        if player.name_key in keys:
            _take_guests(player)


def is_untouched(player: Player) -> bool:
    """True if the player has no result under any of the names."""
    return db.session.scalar(select(Result.match_id).where(Result.player_id == player.id).limit(1)) is None


def delete_player(player: Player) -> None:
    """Deletes a player and the player's earlier names. Raises Refusal if the player has results."""
    results.lock_results(db.session, player.club_id)
    if not is_untouched(player):
        raise refuse(
            "delete", None, N_("This player has matches, so the entry can’t be deleted; make it inactive instead")
        )
    unlink(player)
    db.session.execute(delete(Player).where(Player.merged_into == player.id))
    db.session.delete(player)
    db.session.flush()


def unlink(player: Player) -> None:
    """Removes the links of accounts to this player and to the entries that were merged into it."""
    entries = select(Player.id).where(or_(Player.id == player.id, Player.merged_into == player.id))
    db.session.execute(update(Membership).where(Membership.player_id.in_(entries)).values(player_id=None))


def change_player(player: Player, name: str, details: Details, *, active: bool) -> None:
    """Changes a player's name, details and active state.

    The old name is kept as an entry merged into this one, so that seats under it are still recognised. Raises
    Refusal for a name that another player has.
    """
    results.lock_results(db.session, player.club_id)
    db.session.refresh(player)
    before = player.name
    _name(player, name)
    set_details(player, details)
    player.active = active
    db.session.flush()
    if results.name_key(before) != player.name_key:
        _add_name(player, before)
        _take_guests(player)


def add_former_names(player: Player, names: Iterable[str]) -> None:
    """Adds further names of the player, except those that somebody on the roster has, with the results of guests."""
    for name in names:
        key = results.name_key(name)
        is_used = select(Player.id).where(Player.club_id == player.club_id, Player.name_key == key)
        if db.session.scalar(is_used) is None:
            _add_name(player, name)
            guest = (Result.name_key == key, Result.player_id.is_(None))
            results.reassign(db.session, player.club_id, player.id, *guest)


def _add_name(player: Player, name: str) -> None:
    """Adds a further name of the player."""
    db.session.add(Player(club_id=player.club_id, name=name, name_key=results.name_key(name), merged_into=player.id))
    db.session.flush()


def _take_guests(player: Player) -> None:
    """Reassigns the results of guests with the player's name to the player."""
    guest = (Result.name_key == player.name_key, Result.player_id.is_(None))
    results.reassign(db.session, player.club_id, player.id, *guest)


def _name(player: Player, name: str) -> None:
    name = tidy(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise refuse("name", None, NAME_LENGTH)
    key = results.name_key(name)
    with db.session.no_autoflush:
        namesake = db.session.scalar(select(Player).where(Player.club_id == player.club_id, Player.name_key == key))
        if namesake is None and _looks_like_another(player, name):
            raise refuse("name", None, LOOKS_THE_SAME)
    if namesake is not None and namesake is not player and namesake.merged_into != (player.id or 0):
        raise refuse("name", None, N_("Another player already has this name; add an initial or nickname"))
    if namesake is not None and namesake is not player:  # an earlier name of the same player
        db.session.execute(update(Membership).where(Membership.player_id == namesake.id).values(player_id=player.id))
        db.session.delete(namesake)
        db.session.flush()
    player.name, player.name_key = name, key


def _looks_like_another(player: Player, name: str) -> bool:
    name_skeleton = skeleton(name)
    others = select(Player.name, Player.id, Player.merged_into).where(Player.club_id == player.club_id)
    return any(
        skeleton(row.name) == name_skeleton
        for row in db.session.execute(others)
        if player.id != (row.merged_into or row.id)
    )


def merge(player: Player, other: Player) -> None:
    """Merges `other` into `player`: its results become the player's, and its entry remains as another name.

    Raises Refusal if both played in the same match, as they cannot be one person.
    """
    if player.id == other.id or player.club_id != other.club_id or player.merged_into or other.merged_into:
        raise refuse("other", None, N_("Choose another player of the club"))
    results.lock_results(db.session, player.club_id)
    result, other_result = aliased(Result), aliased(Result)
    shared_matches = select(result.match_id).join(other_result, result.match_id == other_result.match_id)
    if db.session.scalar(
        shared_matches.where(result.player_id == player.id, other_result.player_id == other.id).limit(1)
    ):
        raise refuse("other", None, PLAYED_TOGETHER)
    aliases = update(Player).where(or_(Player.id == other.id, Player.merged_into == other.id))
    db.session.execute(aliases.values(merged_into=player.id))
    results.reassign(db.session, player.club_id, player.id, Result.player_id == other.id)


PLAYED_TOGETHER = N_("These two played in the same match, so they can’t be the same person")


def merge_guest(player: Player, name: str) -> None:
    """Gives the player the results of the guest with this name, which remains as another name of the player.

    Raises Refusal if no guest is called so, or if both played in the same match.
    """
    club = db.session.get_one(Club, player.club_id)
    results.lock_results(db.session, club.id)
    written, key = guest_called(club, name), results.name_key(name)
    if written is None or player.merged_into:
        raise refuse("other", None, N_("Choose another player of the club"))
    result, of_guest = aliased(Result), aliased(Result)
    shared_matches = select(result.match_id).join(of_guest, result.match_id == of_guest.match_id)
    if db.session.scalar(shared_matches.where(result.player_id == player.id, of_guest.name_key == key).limit(1)):
        raise refuse("other", None, PLAYED_TOGETHER)
    _add_name(player, written)
    results.reassign(db.session, club.id, player.id, Result.name_key == key, Result.player_id.is_(None))


def guest_called(club: Club, name: str) -> str | None:
    """Returns the guest's name as written last; None if no guest with this name has played."""
    key = results.name_key(name)
    guest = (Result.club_id == club.id, Result.player_id.is_(None), Result.name_key == key)
    return db.session.scalar(select(Result.name).where(*guest).order_by(Result.played_at.desc()).limit(1))


def unmerge(entry: Player) -> None:
    """Undoes a merge: the entry is a separate player again, with the results under its name.

    Raises Refusal for an entry that is not merged.
    """
    player = entry.merged_into
    if player is None:
        raise refuse("other", None, N_("This entry was not merged"))
    results.lock_results(db.session, entry.club_id)
    entry.merged_into = None
    db.session.flush()
    results.reassign(db.session, entry.club_id, entry.id, Result.player_id == player, Result.name_key == entry.name_key)


def players(
    club: Club,
    search: str = "",
    *,
    everybody: bool = False,
    by_number: bool = True,
    after: str = "",
    most: int | None = None,
) -> list[Player]:
    """Returns the roster by name; only active players unless `everybody`.

    `search` is part of a name or, with `by_number`, a whole member number. `after` is the folded name of the last
    player on the page before; `most` the size of a page.
    """
    query = select(Player).where(Player.club_id == club.id, Player.merged_into.is_(None), Player.name_key > after)
    if not everybody:
        query = query.where(Player.active)
    if search.strip():
        key = results.name_key(search)
        named = Player.name_key.contains(key, autoescape=True)
        query = query.where(or_(named, Player.number == search.strip()) if by_number else named)
    return list(db.session.scalars(query.order_by(Player.name_key).limit(most)))


def name_keys(club: Club) -> list[str]:
    """Returns the folded names of all players of the roster, including their former names."""
    return list(db.session.scalars(select(Player.name_key).where(Player.club_id == club.id)))


MOST_OFFERED = 200


def other_entries(player: Player) -> list[tuple[str, str]]:
    """Returns name and number of players to merge with; players who share a word of the name come first."""
    words = [word for word in player.name_key.split() if len(word) > 1]
    is_alike = or_(false(), *(Player.name_key.contains(word, autoescape=True) for word in words))
    query = select(Player.name, Player.number).where(
        Player.club_id == player.club_id, Player.merged_into.is_(None), Player.id != player.id
    )
    alike_first = query.order_by(case((is_alike, 0), else_=1), Player.name_key).limit(MOST_OFFERED)
    return [(row.name, row.number) for row in db.session.execute(alike_first)]


def find_by_name(club: Club, name: str) -> Player | None:
    """Returns the player with this name, compared in folded form; None if there is none."""
    key = results.name_key(name)
    query = select(Player).where(Player.club_id == club.id, Player.name_key == key, Player.merged_into.is_(None))
    return db.session.scalar(query)


def find_player(club: Club, number: int) -> Player | None:
    """Returns the club's player with this id, or None; for a merged entry the player it was merged into."""
    player = db.session.get(Player, number)
    if player is None or player.club_id != club.id:
        return None
    return db.session.get(Player, player.merged_into) if player.merged_into else player


def other_names(player: Player) -> list[Player]:
    """Returns the entries that were merged into this player."""
    return list(db.session.scalars(select(Player).where(Player.merged_into == player.id).order_by(Player.name_key)))


def all_other_names(club: Club) -> dict[int, list[str]]:
    """Returns the further names of the club's players, by id."""
    merged = select(Player.merged_into, Player.name).where(Player.club_id == club.id, Player.merged_into.is_not(None))
    names: dict[int, list[str]] = {}
    for row in db.session.execute(merged.order_by(Player.name_key)):
        names.setdefault(row.merged_into, []).append(row.name)
    return names


def guests(club: Club, most: int = 50) -> Sequence[tuple[str, int]]:
    """Returns the newest names of guests (not on the roster) with their number of matches, most frequent first."""
    most_frequent = select(results.guest_name(club.id, GuestTally.name_key), GuestTally.played)
    most_frequent = most_frequent.where(GuestTally.club_id == club.id).limit(most)
    rows = db.session.execute(most_frequent.order_by(GuestTally.played.desc(), GuestTally.name_key))
    return [(row[0], row[1]) for row in rows]
