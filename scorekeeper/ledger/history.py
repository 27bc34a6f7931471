"""Undo and redo: new changes that take an earlier one back or make it again, from the facts that its line kept.

Done changes lie on a pile, each line naming the one under it; undone ones lie on another. So any number of steps can be
taken back without reading the log.
"""

from typing import Any

from scorekeeper.games.engine.base import _
from scorekeeper.ledger.log import Actor, claim_turn, session_of, tidy_key, write
from scorekeeper.ledger.replay import rewrite
from scorekeeper.store.models import Change, Match


class CannotUndo(Exception):
    """There is nothing to take back, or nothing to make again. The text is an English message."""


def undo(match: Match, *, actor: Actor, key: str, seen: int) -> Change:
    """Take the newest change back that is not taken back yet: all it touched is as it was before.

    Raises CannotUndo where nothing was done, Stale, and Refusal where the rules no longer allow what was.
    """
    key = tidy_key(key)
    earlier = claim_turn(match, key, seen)
    if earlier:
        return earlier
    if match.undo_top is None:
        raise CannotUndo(_("There is nothing to undo"))
    target = _line(match, match.undo_top)
    piles = {"undo_top": target.under, "redo_top": match.version + 1}
    return _turn(match, "undo", target, target.after, target.before, actor, key, piles, match.redo_top)


def redo(match: Match, *, actor: Actor, key: str, seen: int) -> Change:
    """Make the change again that was undone last. Raises CannotUndo where none is left, Stale and Refusal."""
    key = tidy_key(key)
    earlier = claim_turn(match, key, seen)
    if earlier:
        return earlier
    if match.redo_top is None:
        raise CannotUndo(_("There is nothing to redo"))
    undone = _line(match, match.redo_top)
    target = _line(match, undone.target)
    piles = {"undo_top": target.number, "redo_top": undone.under}
    return _turn(match, "redo", target, target.before, target.after, actor, key, piles)


def _line(match: Match, number: int | None) -> Change:
    return session_of(match).get_one(Change, (match.id, number))


def _turn(
    match: Match,
    kind: str,
    target: Change,
    before: dict[str, Any],
    after: dict[str, Any],
    actor: Actor,
    key: str,
    piles: dict[str, int | None],
    under: int | None = None,
) -> Change:
    """Make the facts of `after` hold, and say so in the log."""
    result = (match.status, match.winner)
    if "stopped" in after:
        match.stopped = after["stopped"]
    elif "setup" in after:
        match.setup = {**match.setup, **after["setup"]}
    else:
        rewrite(match, {int(number): said for number, said in after["hands"].items()}, match.version + 1)
    return write(
        match,
        kind,
        actor,
        key,
        piles,
        before=before,
        after=after,
        hand=target.hand,
        target=target.number,
        winner_changed=result != (match.status, match.winner),
        under=under,
    )
