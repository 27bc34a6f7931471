"""Confirmations made on phones, for the sheet: valid ones in small print, lapsed ones in footnotes."""

from collections.abc import Sequence

from scorekeeper import ledger
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.i18n import _, format_clock, say
from scorekeeper.ledger import Confirmation
from scorekeeper.store.models import Match

Heard = dict[int | None, list[Confirmation]]


def confirmed(match: Match, heard: Heard) -> tuple[str, ...]:
    """A line about the hands, “1 ● 20:15 ▲ 20:16 · 2 …”, and one about the result; none where nobody confirmed.

    Where only the result was to be confirmed, who entered a hand has confirmed nothing by that.
    """
    found = []
    by_hand = heard if match.setup["about"].get("confirm") == "hands" else {}
    hands = [
        f"{number}\N{NO-BREAK SPACE}{signs}"
        for number, voices in by_hand.items()
        if number and (signs := _signed(voices))
    ]
    if hands:
        found.append(_("Confirmed on the phones, hand by hand: %(hands)s.", hands=" · ".join(hands)))
    if any(voice.lent is not None and voice.stands for number in by_hand if number for voice in by_hand[number]):
        found.append(_("In brackets: the side on whose phone it was done, having none of its own."))
    result = [ledger.confirmation_text(match, voice, say) for voice in heard.get(None, ())]
    if result:
        found.append(_("The result on the phones: %(said)s.", said="; ".join(result)))
    return tuple(found)


def lapsed(match: Match, heard: Heard, hand: int) -> tuple[str, ...]:
    """What sides said of a hand before it was changed."""
    return tuple(f"{ledger.confirmation_text(match, voice, say)}." for voice in heard.get(hand, ()) if not voice.stands)


def _signed(voices: Sequence[Confirmation]) -> str:
    standing = [voice for voice in voices if voice.stands]
    return " ".join(_sign(voice) for voice in sorted(standing, key=lambda voice: voice.side))


def _sign(voice: Confirmation) -> str:
    lent = "" if voice.lent is None else f" ({SIGNS[voice.lent]})"
    # no line breaks inside: a time belongs to its sign
    return f"{SIGNS[voice.side]} {format_clock(voice.change.at.astimezone())}{lent}".replace(" ", "\N{NO-BREAK SPACE}")
