"""What a table agrees on besides the score: how long the match lasts, and that both sides confirm it.

The clock and whether sides confirm are stored in the setup's `about`, so a match document has them. Which side a phone
sits with, and each confirmation, are lines of the log, which store what was confirmed (see `ledger.confirmations`). A
phone confirms for its own side; for another one only as long as no phone sits with that side, and the log says so.
"""

from datetime import datetime, timedelta
from typing import Any

from scorekeeper.games.engine import confirming, history
from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.games.engine.confirming import CONFIRMED
from scorekeeper.games.engine.match_state import Clock
from scorekeeper.ledger.confirmations import agreed_with, has_confirmed, phones, side_of
from scorekeeper.ledger.log import Write, input_of, is_harmless, session_of
from scorekeeper.ledger.seating import now_named
from scorekeeper.ledger.writing import save
from scorekeeper.store.models import Change, Hand, Match, now

LONGEST = 600  # minutes of a timed match


def with_clock(about: dict[str, str]) -> dict[str, str]:
    """The `about` of a match that starts now: with `minutes` it gets the moment of its end."""
    minutes = about.get("minutes", "")
    known = "ends" in about or not (minutes.isascii() and minutes.isdigit() and 0 < int(minutes[:9]) <= LONGEST)
    return about if known else {**about, "ends": _ends(int(minutes))}


def _ends(minutes: int) -> str:
    return (now() + timedelta(minutes=minutes)).isoformat(timespec="seconds")


def set_clock(match: Match, minutes: int, write: Write) -> Change:
    """The match lasts so many minutes from now on; 0 takes the clock away. Raises Refusal and Stale."""
    if not 0 <= minutes <= LONGEST:
        raise refuse("minutes", None, _("Choose 1 to {longest} minutes"), longest=LONGEST)
    about = {"minutes": str(minutes), "ends": _ends(minutes)} if minutes else {}
    return _agree(match, "clock", ("minutes", "ends"), about, write)


def set_confirming(match: Match, what: str, write: Write) -> Change:
    """Both sides confirm every hand (`hands`) or the `result`; anything else: nothing. Raises Stale."""
    about = {"confirm": what} if what in CONFIRMED else {}
    return _agree(match, "confirming", ("confirm",), about, write)


def _agree(match: Match, kind: str, names: tuple[str, ...], about: dict[str, str], write: Write) -> Change:
    """Replace the values of these names in `about`."""

    def command(match: Match) -> history.Change:
        others = {name: text for name, text in match.setup["about"].items() if name not in names}
        before, after = {"about": match.setup["about"]}, {"about": {**others, **about}}
        return history.change_of(kind, {"setup": before}, {"setup": after}, setup={**match.setup, **after})

    return save(match, write, command, accepts=lambda missed, hand: is_harmless(missed, hand) and missed != kind)


def sit(match: Match, side: int, write: Write) -> Change:
    """This phone sits with that side for the rest of the match; until it has confirmed anything it may change that.

    It need not have seen what others did meanwhile: whatever that was, it sits where it sits. Raises Refusal.
    """

    def command(match: Match) -> history.Change:
        confirming.check_side(match.setup, side)
        own = side_of(match, write.device)
        if own not in (None, side) and has_confirmed(match, write.device):
            confirming.check_seat(match.setup, side, own)
        return history.change_of("sit", {}, {"side": side})

    return save(match, write._replace(seen=None), command)


def confirm(match: Match, side: int, hand: int | None, write: Write, saw: dict[str, Any] | None = None) -> Change:
    """A side confirms a hand as it stands or, without one, the result. Undo passes over it.

    `saw` is what somebody confirmed on a phone without a network, with the names that its hands have today: then that
    has to stand as it was seen, whatever else others did since. Raises Refusal where there is no such thing or this
    phone may not confirm for that side, and Stale.
    """

    def command(match: Match) -> history.Change:
        confirming.check_side(match.setup, side)
        row = None if hand is None else session_of(match).get(Hand, (match.id, hand))
        about = agreed_with(match, row)
        if saw is not None and (row is None) == (hand is None) and saw != named(match, hand, about):
            raise _changed(match, side, hand)
        confirming.to_confirm(hand, None if row is None else input_of(row), match.status, match.table["totals"])
        lent = confirming.lent_by(match.setup, side, side_of(match, write.device), sorted(phones(match).values()))
        if lent is not None:
            about["lent"] = lent
        return history.change_of("confirm", {}, {"side": side, **about}, hand)

    return save(match, write if saw is None else write._replace(seen=None), command)


def named(match: Match, hand: int | None, content: confirming.Content) -> confirming.Content:
    """What is confirmed with the names of today, as a phone knows it."""
    if hand is None:
        return content
    said = content["said"]
    return {"said": {**said, "entry": now_named(match.setup, hand, said["entry"])}}


def _changed(match: Match, side: int, hand: int | None) -> Refusal:
    who = match.setup["sides"][side]["name"]
    if hand is None:
        return refuse(None, None, _("The result has changed since {who} confirmed it on this phone"), who=who)
    return refuse(None, None, _("Hand {hand} has changed since {who} confirmed it on this phone"), who=who, hand=hand)


def clock(match: Match) -> Clock | None:
    """`{"minutes", "ends"}` (a moment in ISO 8601) where a clock was set."""
    about = match.setup["about"]
    try:
        return {"minutes": int(about["minutes"]), "ends": datetime.fromisoformat(about["ends"]).isoformat()}
    except (KeyError, ValueError):
        return None
