"""Lines of a tournament's log in sentences of the reader's language."""

from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.clubs.tournaments.log import KINDS
from scorekeeper.i18n import _, format_number, format_signed, say
from scorekeeper.store.club_models import TournamentChange


class Told(NamedTuple):
    """A line: when, who, what in a sentence, what it was and became, and the arbiter's reason."""

    id: int
    at: datetime
    actor: str
    sentence: str
    detail: str
    reason: str


def told(line: TournamentChange) -> Told:
    """The line as it is read."""
    return Told(
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


def outcome_text(outcome: dict[str, Any]) -> str:
    """What came out at a table, in few words: `1,850 : 1,210`, `2 : 1`, `12 : 8 VP`."""
    if not outcome:
        return _("no result")
    if "forfeit" in outcome:
        return _("No. %(number)s did not play", number=outcome["forfeit"])
    if "late" in outcome:
        return _("No. %(number)s came too late", number=outcome["late"])
    if "vp" in outcome:
        return f"{_two(outcome['vp'])} {_('VP')}, {_two(outcome.get('mp') or (0, 0))} {_('MP')}"
    both = [_two(outcome[name]) for name in ("legs", "points") if outcome.get(name)]
    return both[0] + (f" ({both[1]})" if len(both) > 1 else "")


def _two(values: Any) -> str:
    return " : ".join(format_number(each) for each in values)
