"""What a match's state tells beside its log: what is called at the table, and that the arbiter has called time."""

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import at_tables
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.store.models import Match


def with_news(match: Match, state: MatchState) -> MatchState:
    """The state with that.

    Whoever calls time has it counted in the match (`ledger.tell_pages`), so all others ask nothing about tournaments;
    a match that was started after it says nothing of it here, its page does.
    """
    state["call"] = ledger.called(match)
    if match.called:
        state["called"] = match.called
        state["time_called"] = at_tables.is_called_at(match.sitting_id)
    return state
