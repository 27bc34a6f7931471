"""What evenings come to in payments (`ledger.reckon`), with a club's players known by all of their names."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from scorekeeper import ledger
from scorekeeper.clubs.results import name_key, players_of
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.i18n import _, called
from scorekeeper.store.club_models import ClubSitting, NightTable, Player
from scorekeeper.store.models import Match, Sitting, db


def reckon(sittings: Iterable[Sitting]) -> list[ledger.Reckoning]:
    """What the matches of these sittings come to, for each unit that is played for.

    Seats that nobody was named for are told apart by their tables, where there are several, in the reader's language.
    """
    return ledger.reckon(sittings, names_of)


def names_of(matches: Sequence[Match]) -> Callable[[Match, int], str]:
    """What whoever sits on a seat of these matches is called, the same person the same in all of them."""
    return _People(matches).name


class _People:
    """Who is one person: a club's player by all of their names, anybody else by the name as it is written.

    Whoever sits on a seat without a name is one person at that table, and somebody else at the next one.
    """

    def __init__(self, matches: Sequence[Match]) -> None:
        self.clubs: dict[int, int] = {}
        self.players: dict[tuple[int, str], int] = {}
        self.shown: dict[object, str] = {}
        session = (object_session(matches[0]) if matches else None) or db.session
        sittings = {match.sitting_id for match in matches}
        self.tables = _tables(session, {match.sitting for match in matches}) if len(sittings) > 1 else {}
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
        written: str = match.setup["seats"][seat]
        if self.tables and is_placeholder(written):
            return f"{called(written)} · {self.tables[match.sitting_id]}"
        key = name_key(written)
        person = self.players.get((self.clubs.get(match.sitting_id, 0), key), key)
        return self.shown.setdefault(person, written)


def _tables(session: Session, sittings: set[Sitting]) -> dict[int, str]:
    """What each sitting's table is called: by its name, unless several have it, else by its number at the night."""
    named = Counter(sitting.name for sitting in sittings)
    own = {sitting.id: sitting.name for sitting in sittings if sitting.name and named[sitting.name] == 1}
    found = select(NightTable.sitting_id, NightTable.number)
    rows = session.execute(found.where(NightTable.sitting_id.in_({sitting.id for sitting in sittings} - own.keys())))
    return own | {row.sitting_id: _("Table %(number)s", number=row.number) for row in rows}
