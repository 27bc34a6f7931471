"""The tables of a round as the organiser's desk lists them: open ones first, each with its score and its state."""

from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.clubs.tournaments.at_tables import AtTable
from scorekeeper.i18n import format_clock, format_number
from scorekeeper.web.views.tournaments.names import NamedTable
from scorekeeper.web.views.tournaments.outcome_words import outcome_words

TO_DECIDE = ("differs", "early", "unclear")  # states of a match that only the arbiter can settle
TO_CONFIRM = ("unconfirmed", "ready")  # over, with a result that is not entered yet
ORDER = ("called", "decide", "late", "playing", "confirm", "open", "done")


class Row(NamedTuple):
    """A table of the round: who sits there, its match (None on paper), True if the round's time is over.

    `token` opens the match for the visitor.
    """

    table: NamedTable
    match: AtTable | None
    is_late: bool
    token: str | None

    @property
    def kind(self) -> str:
        """One of ORDER: what the organiser has to do about the table."""
        state = self.match.state if self.match else ""
        if self.match and self.match.called_at:
            return "called"
        if state in TO_DECIDE:
            return "decide"
        if self.table.outcome:
            return "done"
        if self.is_late:
            return "late"
        return "confirm" if state in TO_CONFIRM else "playing" if state == "playing" else "open"

    @property
    def score(self) -> tuple[str, str] | None:
        """The result, else what the phones say, else the score so far; None if there is none or it has no figures."""
        outcome = self.table.outcome or (self.match.outcome if self.match else {})
        both = _figures(outcome)
        if both is None and not outcome and self.kind == "playing" and self.match:
            both = self.match.match.table["totals"]
        return (format_number(both[0]), format_number(both[1])) if both else None

    @property
    def note(self) -> str:
        """What stands under the score: points beside legs, who set it; or the whole result if it has no figures."""
        if not self.table.outcome:
            return ""
        words = outcome_words(self.table.outcome)
        return words.main if self.score is None or "vp" in self.table.outcome else words.beside


def _figures(outcome: dict[str, Any]) -> list[int] | None:
    """The two numbers that decide a table: victory points set by the arbiter, legs, or points."""
    if "vp" in outcome:
        return None
    return outcome.get("legs") or outcome.get("points") or None


def in_order(rows: list[Row]) -> list[Row]:
    """Open tables first, by how urgent they are, then by number."""
    return sorted(rows, key=lambda row: (ORDER.index(row.kind), row.table.number))


def spot_state(row: Row) -> str:
    """The state of a table on the floor plan, see `hall_plan.Spot`."""
    state = row.match.state if row.match else ""
    if row.kind in ("called", "late"):
        return row.kind
    if state in (*TO_DECIDE, *TO_CONFIRM):
        return "look"
    return "done" if row.table.outcome else state or "waiting"


def call_time(moment: datetime) -> str:
    """When a table called, as a time of day."""
    return format_clock(moment.astimezone())
