"""Presets and options of Scala 40, and the fields of a hand."""

from typing import Unpack

from ..engine.base import Field, Option, Rule, Way, _, but, field, rule
from ..engine.declared import Played, Where
from ..engine.elimination import limit_option, reenter_field, reentries_option
from ..engine.setup import choice, flag, preset, presets

# The most points that so many players can hold together: 13 cards each (SCA-3), nine after opening (SCA-5).
MOST_HELD = (198, 328, 458, 580, 679)
MOST_HELD_OPENED = (155, 248, 338, 428, 517)


PRESETS = presets(
    preset(
        "101",
        "101",
        limit=101,
        doubled_from_hand=False,
        unopened="cards",
        lone_ace=False,
        reentries=0,
        clean_opening=False,
    ),
    preset("151", "151", limit=151),
    preset("201", "201", limit=201),
    preset("301", "301", limit=301),
)
SHAPES = [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]

RULES: "list[Rule]" = [
    rule("SCA-1", _("Cards left in hand"), _("Cards left in hand; 2 to 9 their number")),
    rule("SCA-2", _("Who closes"), worth="0"),
    rule("SCA-3", _("The least and the most")),
    rule("SCA-4", _("Closing from hand"), _("Closed from hand: the others’ cards"), "× 2", option="doubled_from_hand"),
    rule("SCA-5", _("Who has not opened"), _("Who has not opened, whatever is in hand"), when=["unopened", "flat"]),
    rule("SCA-6", _("Out"), _("Out from this total on"), agreed="limit"),
    rule("SCA-7", _("Who is out")),
    rule("SCA-8", _("The last player in"), _("The last player in wins")),
    rule(
        "SCA-9",
        _("Coming back"),
        _("Coming back, at the highest total of those who are in"),
        "× {}",
        agreed="reentries",
        option="reentries",
    ),
    rule("SCA-10", _("Who deals")),
    rule("SCA-11", _("Opening with forty"), _("Opening"), unless=["clean_opening", True]),
    rule("SCA-12", _("Sets")),
    rule("SCA-13", _("Sequences")),
    rule("SCA-14", _("A joker in a meld")),
    rule("SCA-15", _("Forty without jokers"), _("Opening, without jokers"), option="clean_opening"),
]

OPTIONS: "list[Option]" = [
    limit_option("SCA-6"),
    flag("doubled_from_hand", _("Closing from hand doubles the others’ counts"), "SCA-4"),
    choice(
        "unopened",
        _("Who has not opened scores"),
        "SCA-5",
        ("cards", _("the cards in hand")),
        ("flat", _("100, whatever is in hand")),
    ),
    flag("lone_ace", _("An ace as the only card counts 1"), "SCA-1"),
    reentries_option("SCA-9"),
    flag("clean_opening", _("The opening needs 40 without jokers"), "SCA-15"),
]


def _counts(held: int, rule: str, **where: "Unpack[Where]") -> Field:
    """Returns the field for the points each player holds: 0 if the player closed, empty without a count."""
    counts = field("counts", "shares", _("Cards left in hand"), "SCA-1", True, min=0, max=held, nought="closed")
    return but(counts, refused_by="SCA-2", inner_rule=rule, **where)


# Why fields are refused that the options exclude.
ALL_COUNTED = _("Here everybody counts the cards in hand")
UNOPENED_PLAYED: Played = {"when": ["unopened", "flat"], "unplayed": ALL_COUNTED}


WAYS: "list[Way]" = [
    {
        "slug": "hand",
        "title": _("Hand"),
        "fields": [
            field("closed", "side", _("Who closed"), "SCA-2", required=True, asks=_("Who closed?")),
            _counts(MOST_HELD[0], "SCA-3", unless=["unopened", "flat"]),
            _counts(MOST_HELD_OPENED[0], "SCA-5", when=["unopened", "flat"]),
            field("from_hand", "flag", _("Closed from hand"), "SCA-4", rare=[True, _("In one go: all double")]),
            field("unopened", "some_sides", _("Who has not opened"), "SCA-5", **UNOPENED_PLAYED),
            reenter_field("SCA-9"),
        ],
    }
]
