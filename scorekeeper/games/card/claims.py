"""Judge of the claim that a hand can be."""

from typing import Any

from ..engine import play
from ..engine.base import Entry, Refusal, Setup, Table, Verdict, _, line, refuse
from ..engine.figures import side_by_side


def judge_possible(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “This hand can be”: with its points, and the totals and the winner after it."""
    hand: Any = claim["hand"]
    if not isinstance(hand, dict):
        raise refuse("hand", None, _("This must be a group of named fields"))
    for name in play.REMARKS:
        if name in hand:
            raise refuse("hand." + name, None, _("Unknown field: {unknown}"), unknown=name)
    try:
        scored = play.score_hand(setup, table, hand)
    except Refusal as refusal:
        reasons = [line(0, each["rule"] or "CAR-7", each["message"], **each["params"]) for each in refusal.problems]
        return {
            "upheld": False,
            "reasons": reasons,
            "effect": {"points": None, "totals": table["totals"], "winner": None},
        }
    after = scored["table"]
    text = _("This hand can be: {totals}")
    reasons = scored["lines"] + [line(0, "CAR-21", text, totals=side_by_side(after["totals"]))]
    effect = {"points": scored["points"], "totals": after["totals"], "winner": after["winner"]}
    return {"upheld": True, "reasons": reasons, "effect": effect}
