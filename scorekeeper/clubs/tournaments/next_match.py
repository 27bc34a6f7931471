"""Which match begins at a tournament's table: the one of its round, and the next leg where several decide."""

from sqlalchemy import select

from scorekeeper.clubs.tournaments.rounds import table_of
from scorekeeper.clubs.tournaments.told import told_by
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.tournaments.document import scoring_of


def plays_legs(tournament: Tournament, table: TournamentTable) -> bool:
    """Whether the table decides its round in several matches."""
    scoring = scoring_of(tournament.document)
    return scoring.kind == "match" and scoring.best_of > 1 and table.ended_at is None


def has_next_leg(tournament: Tournament, table: TournamentTable) -> bool:
    """Whether another leg follows the newest one of the table, which is over."""
    if not plays_legs(tournament, table):
        return False
    found = select(Match).where(Match.sitting_id == table.sitting_id).order_by(Match.number)
    matches = db.session.scalars(found).all()
    is_going = bool(matches) and matches[-1].status == "in_progress"
    return not is_going and not told_by(scoring_of(tournament.document), matches).is_over


def is_last_here(sitting: Sitting) -> bool:
    """Whether the sitting is a tournament's table whose round is one match."""
    found = table_of(sitting)
    return found is not None and not plays_legs(*found)


def check_next(sitting: Sitting) -> None:
    """Raises Refusal where the sitting is a tournament's table, and no match begins there now."""
    found = table_of(sitting)
    if found and not has_next_leg(*found):
        raise refuse(None, None, _("This table has played its match: the next one has its own link"))
