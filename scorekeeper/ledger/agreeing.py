"""What a table agrees on besides the score: how long the match lasts, and that both sides see it the same way.

The clock and whether sides confirm are kept among what is good to know of a match (`about`), so a match document has
them. A confirmation is a line of the log; it holds for what the side had before it: a later change of that hand, or of
the result, ends it.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from scorekeeper.games.base import Refusal, _, refuse
from scorekeeper.ledger.log import claim_turn, session_of, tidy_key, write
from scorekeeper.models import Change, Hand, Match, now

CONFIRMED = ("hands", "result")
LONGEST = 600  # minutes of a timed match


def set_clock(match: Match, minutes: int, *, actor: str, key: str, seen: int) -> Change:
    """The match lasts so many minutes from now on; 0 takes the clock away. Raises Refusal and Stale."""
    if not 0 <= minutes <= LONGEST:
        raise refuse("minutes", None, _("A match lasts 1 to {longest} minutes"), longest=LONGEST)
    ends = (now() + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    about = {"minutes": str(minutes), "ends": ends} if minutes else {}
    return _agree(match, "clock", ("minutes", "ends"), about, actor, key, seen)


def set_confirming(match: Match, what: str, *, actor: str, key: str, seen: int) -> Change:
    """Both sides confirm every hand (`hands`) or the `result`; anything else: nothing. Raises Stale."""
    about = {"confirm": what} if what in CONFIRMED else {}
    return _agree(match, "confirming", ("confirm",), about, actor, key, seen)


def _agree(
    match: Match, kind: str, names: tuple[str, ...], about: dict[str, str], actor: str, key: str, seen: int
) -> Change:
    key = tidy_key(key)
    earlier = claim_turn(match, key, seen)
    if earlier:
        return earlier
    kept = {name: text for name, text in match.setup["about"].items() if name not in names}
    after = {"about": {**kept, **about}}
    return write(
        match,
        kind,
        actor,
        key,
        before={"setup": {"about": match.setup["about"]}},
        after={"setup": after},
        under=match.undo_top,
        undo_top=match.version + 1,
        redo_top=None,
        setup={**match.setup, **after},
    )


def confirm(match: Match, side: int, hand: int | None, *, actor: str, key: str, seen: int) -> Change:
    """A side agrees with a hand as it stands or, without one, with the result. It is nothing that undo takes back.

    Raises Refusal where there is nothing of the kind to agree with, and Stale.
    """
    key = tidy_key(key)
    earlier = claim_turn(match, key, seen)
    if earlier:
        return earlier
    if not 0 <= side < len(match.setup["sides"]):
        raise refuse("side", None, _("This must be one of the sides"))
    if hand is None and match.status == "in_progress":
        raise refuse(None, None, _("The match is not over yet"))
    if hand is not None and session_of(match).get(Hand, (match.id, hand)) is None:
        raise Refusal(refuse(None, None, _("There is no such hand")).problems)
    return write(match, "confirm", actor, key, before={}, after={"side": side, **_result(match)}, hand=hand)


def _result(match: Match) -> dict[str, Any]:
    return {"status": match.status, "totals": match.table["totals"]}


def clock(match: Match) -> dict[str, Any] | None:
    """`{"minutes", "ends"}` (a moment in ISO 8601) where a clock was set."""
    about = match.setup["about"]
    try:
        return {"minutes": int(about["minutes"]), "ends": datetime.fromisoformat(about["ends"]).isoformat()}
    except (KeyError, ValueError):
        return None


def agreed(match: Match) -> dict[str, Any] | None:
    """Who confirmed what, where sides confirm: `{"what", "hands": {"3": [0, 1]}, "result": [0]}`, sides by index."""
    what = match.setup["about"].get("confirm")
    if what not in CONFIRMED:
        return None
    touched = _last_touched(match)
    hands: dict[str, list[int]] = {}
    result: list[int] = []
    said = select(Change).where(Change.match_id == match.id, Change.kind == "confirm").order_by(Change.number)
    for change in session_of(match).scalars(said):
        side = change.after["side"]
        if change.hand is None:
            stands = {name: value for name, value in change.after.items() if name != "side"} == _result(match)
            place = result
        else:
            stands = change.number > touched.get(change.hand, change.number)
            place = hands.setdefault(str(change.hand), [])
        if stands and side not in place:
            place.append(side)
    return {"what": what, "hands": hands, "result": result}


def _last_touched(match: Match) -> dict[int, int]:
    """The change that last touched each hand, by the hand's number."""
    rows = session_of(match).execute(select(Hand.number, Hand.version).where(Hand.match_id == match.id))
    return {row.number: row.version for row in rows}
