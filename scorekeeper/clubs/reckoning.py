"""What evenings come to in payments (`ledger.reckon`), with a club's players known by all of their names."""

from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import object_session

from scorekeeper import ledger
from scorekeeper.clubs.results import name_key, players_of
from scorekeeper.store.club_models import ClubSitting, Player
from scorekeeper.store.models import Match, Sitting, db


def reckon(sittings: Iterable[Sitting]) -> list[ledger.Reckoning]:
    """What the matches of these sittings come to, for each unit that is played for."""
    return ledger.reckon(sittings, names_of)


def names_of(matches: Sequence[Match]) -> Callable[[Match, int], str]:
    """What whoever sits on a seat of these matches is called, the same person the same in all of them."""
    return _People(matches).name


class _People:
    """Who is one person: a club's player by all of their names, anybody else by the name as it is written."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self.clubs: dict[int, int] = {}
        self.players: dict[tuple[int, str], int] = {}
        self.shown: dict[object, str] = {}
        session = (object_session(matches[0]) if matches else None) or db.session
        sittings = {match.sitting_id for match in matches}
        for row in session.execute(select(ClubSitting).where(ClubSitting.sitting_id.in_(sittings))).scalars():
            self.clubs[row.sitting_id] = row.club_id
        for club in set(self.clubs.values()):
            names = [name for match in matches for name in match.setup["seats"]]
            for key, player in players_of(session, club, names).items():
                self.players[club, key] = player
        for found in session.scalars(select(Player).where(Player.id.in_(set(self.players.values())))):
            self.shown[found.id] = found.name

    def name(self, match: Match, seat: int) -> str:
        """What somebody is called throughout the evening."""
        written = match.setup["seats"][seat]
        key = name_key(written)
        person = self.players.get((self.clubs.get(match.sitting_id, 0), key), key)
        return self.shown.setdefault(person, written)
