"""The game of Scala 40."""

from typing import Unpack

from ..engine.base import Entry, Field, Setup, Words, _, but, field
from ..engine.declared import Where
from ..engine.elimination import LAST_IN
from ..engine.entries import CLAIMANT, melds_laid_down
from ..engine.side_names import SIGNS, signs_of
from ..engine.words import shares
from .claims import CLAIMS
from .fields import MOST_HELD, MOST_HELD_OPENED, OPTIONS, PRESETS, RULES, SHAPES, UNOPENED_PLAYED, WAYS
from .rules import Rules

MELDS_SHOWN = 4  # most melds of an opening; thirteen cards make no more


def _count(held: int, rule: str, **where: "Unpack[Where]") -> Field:
    """Returns the claim's field for the points in the player's hand, to be added to the total."""
    label = _("With these cards left in hand")
    return but(field("count", "count", label, "SCA-1", typed=True, min=1, max=held, refused_by=rule), **where)


class Scala40(Rules):
    slug = "scala40"
    title = _("Scala 40")
    blurb = _("An opening of forty, and the last player in wins")
    tint = 3
    rulebook = RULES
    won_rule = "SCA-8"
    presets = PRESETS
    preset_words = {
        "101": _("At 101 points you are out. The last player in wins."),
        "151": _("At 151 points you are out. The last player in wins."),
        "201": _("At 201 points you are out. The last player in wins."),
        "301": _("A long match: at 301 points you are out."),
    }
    options = OPTIONS
    every_shape = SHAPES
    clockwise = True
    ways = WAYS
    lowest_wins = True
    claims = CLAIMS
    claim_fields = [
        {
            "slug": "opening",
            "rule": "SCA-11",
            "title": _("I open with this"),
            "fields": [
                CLAIMANT,
                melds_laid_down("SCA-11", MELDS_SHOWN, True),
            ],
        },
        {
            "slug": "out",
            "title": _("You are out"),
            "fields": [
                field("side", "side", _("Who is said to be out"), "SCA-6", required=True),
                _count(MOST_HELD[0], "SCA-3", unless=["unopened", "flat"]),
                _count(MOST_HELD_OPENED[0], "SCA-5", when=["unopened", "flat"]),
                field("from_hand", "flag", _("Closed from hand"), "SCA-4", option="doubled_from_hand", anyway=True),
                field("unopened", "flag", _("Has not opened"), "SCA-5", **UNOPENED_PLAYED),
            ],
        },
    ]
    endings = {"last_in": LAST_IN}
    digits = 3

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a hand in words: who closed, and the others' points in hand."""
        text = _("closed from hand {sign}") if entry.get("from_hand") else _("closed {sign}")
        words: Words = [
            [text, {"sign": SIGNS[entry["closed"]]}],
            [_("cards {shares}"), {"shares": shares(entry["counts"])}],
        ]
        for name, message in (("unopened", _("not opened {signs}")), ("reenter", _("back in {signs}"))):
            if entry.get(name):
                words.append([message, {"signs": signs_of(entry[name])}])
        return words


GAME = Scala40()
