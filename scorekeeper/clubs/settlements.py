"""Payments that settle evenings (`ledger.reckon`), where all names of a club's player mean one person."""

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
    """Returns the payments that settle these sittings: one reckoning per unit of the stakes.

    Players without a name get their table's name too, if there are several tables, in the reader's language.
    """
    return ledger.reckon(sittings, names_of)


def names_of(matches: Sequence[Match]) -> Callable[[Match, int], str]:
    """Returns the function `name(match, seat)`, which gives each person the same name in all of these matches."""
    return _People(matches).name


class _People:
    """The people of several matches: a club's player under any earlier name, others as written.

    A player without a name is a different person at each table.
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
        for player_row in session.scalars(select(Player).where(Player.id.in_(set(self.players.values())))):
            self.shown[player_row.id] = player_row.name

    def name(self, match: Match, seat: int) -> str:
        """Returns the person's name, the same for all matches of the evening."""
        written: str = match.setup["seats"][seat]
        if self.tables and is_placeholder(written):
            return f"{called(written)} · {self.tables[match.sitting_id]}"
        key = name_key(written)
        person = self.players.get((self.clubs.get(match.sitting_id, 0), key), key)
        return self.shown.setdefault(person, written)


def _tables(session: Session, sittings: set[Sitting]) -> dict[int, str]:
    """Returns table names by sitting; the table's number at the night for a name that is empty or repeated."""
    named = Counter(sitting.name for sitting in sittings)
    named_tables = {
        sitting.id: called(sitting.name) for sitting in sittings if sitting.name and named[sitting.name] == 1
    }
    query = select(NightTable.sitting_id, NightTable.number)
    rows = session.execute(
        query.where(NightTable.sitting_id.in_({sitting.id for sitting in sittings} - named_tables.keys()))
    )
    return named_tables | {row.sitting_id: _("Table %(number)s", number=row.number) for row in rows}
