"""Lines of a tournament's log in sentences of the reader's language."""

from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.clubs.tournaments.keeping import KINDS
from scorekeeper.i18n import _, format_signed, say
from scorekeeper.store.club_models import TournamentChange
from scorekeeper.web.views.tournaments.outcome_words import outcome_text


class LogLine(NamedTuple):
    """A line of the log: when, who, what in a sentence, what it was and became, and the arbiter's reason."""

    id: int
    at: datetime
    actor: str
    sentence: str
    detail: str
    reason: str


def log_line(line: TournamentChange) -> LogLine:
    """The line as it is read."""
    return LogLine(
        line.id, line.made_at, line.actor, say(KINDS[line.kind], line.detail), _detail(line.detail), line.reason
    )


def _detail(detail: dict[str, Any]) -> str:
    """What came out before and after, or what a ruling adds."""
    if "outcome" in detail:
        was, became = detail.get("was") or {}, detail["outcome"] or {}
        return " → ".join(outcome_text(each) for each in (was, became)) if was else outcome_text(became)
    return added(detail)


def added(ruling: dict[str, Any]) -> str:
    """What a ruling adds or takes away: `−1 VP`."""
    kinds = {"vp": _("VP"), "mp": _("MP"), "tp": _("TP")}
    return ", ".join(f"{format_signed(ruling[kind])} {text}" for kind, text in kinds.items() if ruling.get(kind))
