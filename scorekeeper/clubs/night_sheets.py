"""The final results on a night's score sheets: finds the match of each result, and enters it.

A result becomes the last entry of its match (`ledger.enter_final`), which can be undone like a hand. If the match has
hands, or if the table's match is finished, the caller has to allow it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper import ledger
from scorekeeper.clubs import nights
from scorekeeper.games.engine.base import N_, Setup, refuse
from scorekeeper.games.engine.play import begin
from scorekeeper.pages.start_form import StartForm, shape_text
from scorekeeper.store.models import Match, Sitting

READY, PLAYED, ANOTHER, SAME = "ready", "played", "another", "same"


class Target(NamedTuple):
    """The match at a table for the result of a sheet. `match` is the table's newest one, or has the same result.

    `state` is READY if nothing is recorded that the result would replace; PLAYED if `match` is in progress and has
    hands; ANOTHER if the result needs a new match beside it; SAME if it was entered already.
    """

    state: str
    match: Match | None

    @property
    def is_new(self) -> bool:
        """True if a match has to be started for the result."""
        return self.match is None or self.state == ANOTHER

    @property
    def mark(self) -> str:
        """A text that changes with the match."""
        return f"{self.match.number}.{self.match.version}" if self.match else ""


def target_of(matches: Sequence[Match], game: str, points: Sequence[int | None]) -> Target:
    """Returns the target for a sheet's result at a table; `matches` are the table's, newest first."""
    for match in matches:
        if match.status == "finished" and match.game == game and match.table["totals"] == list(points):
            return Target(SAME, match)
    newest = matches[0] if matches else None
    if newest is None:
        return Target(READY, None)
    if newest.status != "in_progress" or newest.game != game:
        return Target(ANOTHER, newest)
    return Target(PLAYED if newest.hand_count else READY, newest)


def setup_of(sitting: Sitting, target: Target, game: str, sides: int) -> Setup:
    """Returns the setup of the match for a result: of the stored one, or of the one to be started. Raises Refusal."""
    return begin(_head(sitting, target, game, sides)) if target.is_new or target.match is None else target.match.setup


def _head(sitting: Sitting, target: Target, game: str, sides: int) -> dict[str, object]:
    """Returns the head of a match, with the players of the table's newest match, or the planned ones if there are any.

    Raises Refusal if they form another number of sides.
    """
    last = target.match.setup if target.match else None
    form: StartForm = nights.next_form(sitting, {}, last)
    if form.game.slug != game:
        form = nights.next_form(sitting, {"game": game}, last)
    if form.shape[0] != sides and not any(form.text(seat.path) for seat in form.seats):
        shape = next((shape for shape in form.shapes if shape[0] == sides), form.shape)
        form = nights.next_form(sitting, {"game": game, "shape": shape_text(shape)}, last)
    if form.shape[0] != sides:
        raise refuse(None, None, N_("The sheet and this table have different numbers of sides"))
    return nights.next_head(sitting, form)


def enter(sitting: Sitting, target: Target, game: str, points: list[int], write: ledger.Write) -> Match:
    """Enters the result of a sheet in its match, which is started if there is none; returns the match.

    Raises Refusal, also for a new match if the night is closed; and Stale.
    """
    match = target.match
    if target.is_new or match is None:
        nights.check_open(sitting)
        match = ledger.start_match(
            sitting, _head(sitting, target, game, len(points)), actor=write.actor, key=f"{write.key}-start"
        )
    ledger.enter_final(match, points, write._replace(seen=match.version))
    return match
