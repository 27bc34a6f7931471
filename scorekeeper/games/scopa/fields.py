"""Presets and options of Scopa, and the fields of a deal."""

from typing import Unpack

from ..engine.base import Details, Field, Option, Rule, Way, _, field, rule
from ..engine.declared import FieldKind, Played
from ..engine.setup import choice, flag, preset, presets, whole
from .kinds import Best, BestOrSide

CARDS, COINS, SEVENS = 40, 10, 4
GRANDE = 5  # points
ACCUSI = {"3": _("Accusi of 3"), "10": _("Accusi of 10")}  # by points: three cards of 9 or less, three of a rank
HANDS_OF_A_SIDE = {2: 6, 3: 4}  # of three cards each, dealt to a side; by the number of sides
NAPOLA_LEAST = 3


SHAPES = [(2, 1), (3, 1), (2, 2)]
PRESETS = presets(
    preset(
        "scopa",
        _("Scopa"),
        target=11,
        fourth_point="primiera",
        napola="none",
        re_bello=False,
        majority=False,
        order=False,
        napola_to=COINS,
        grande=False,
        accusi=False,
    ),
    preset("scopone", _("Scopone"), [(2, 2)]),
    preset("scientifico", _("Scopone scientifico"), [(2, 2)], target=21),
    preset("assi", _("Scopa d’assi: the ace takes all"), [(2, 1), (2, 2)], target=31, napola="wins"),
    preset("escoba", _("Escoba"), target=21, fourth_point="sevens", majority=True),
    preset(
        "cirulla",
        _("Cirulla: fifteen takes"),
        target=51,
        napola="wins",
        majority=True,
        napola_to=6,
        grande=True,
        accusi=True,
    ),
)

RULES: "list[Rule]" = [
    rule("SCO-1", _("Carte: the most cards")),
    rule("SCO-2", _("Denari: the most coins")),
    rule("SCO-3", _("The most, or more than half")),
    rule("SCO-4", _("Settebello"), _("Settebello: the 7 of coins"), 1),
    rule(
        "SCO-5",
        _("Primiera"),
        _(
            "Primiera: best card of each suit; "
            "7 {primiera_7}, 6 {primiera_6}, A {primiera_A}, 5 {primiera_5} … figure {primiera_F}"
        ),
        1,
        when=["fourth_point", "primiera"],
    ),
    rule("SCO-6", _("Sevens"), _("Most sevens; a tie: nobody"), 1, when=["fourth_point", "sevens"]),
    rule("SCO-7", _("Sweeps"), _("Each sweep; not with the last card"), 1),
    rule(
        "SCO-8",
        _("Napola"),
        _("Napola: A, 2, 3 of coins and on"),
        str(NAPOLA_LEAST) + "–{}",
        agreed="napola_to",
        unless=["napola", "none"],
    ),
    rule("SCO-9", _("All ten coins"), _("All ten coins win the match"), when=["napola", "wins"]),
    rule("SCO-10", _("Re bello"), _("Re bello: the king of coins"), 1, option="re_bello"),
    rule("SCO-11", _("Reaching the target"), _("Target"), agreed="target"),
    rule(
        "SCO-12",
        _("Counting in order"),
        _("Counted in this order, sweeps last: the first to arrive wins"),
        option="order",
    ),
    rule("SCO-13", _("Calling out")),
    rule("SCO-14", _("A primiera that is sure")),
    rule("SCO-15", _("What calling out decides"), _("Calling out in play wins or loses the match")),
    rule("SCO-16", _("One pack of forty")),
    rule("SCO-17", _("Coins that are named")),
    rule("SCO-18", _("What a primiera takes")),
    rule("SCO-19", _("Sevens and coins")),
    rule("SCO-20", _("Best cards and counts")),
    rule("SCO-21", _("Who plays, who deals")),
    rule("SCO-22", _("More than half in cirulla")),
    rule("SCO-23", _("Piccola")),
    rule("SCO-24", _("Grande"), _("Grande: J, Q, K of coins"), GRANDE, option="grande"),
    rule("SCO-25", _("Accusi"), _("Accuso: three cards of 9 or less 3, three of a rank 10"), option="accusi"),
    rule("SCO-26", _("The most accusi")),
    rule("SCO-27", _("The four cards on the table"), _("Four cards on the table: 15 a sweep, 30 two"), option="accusi"),
    rule("SCO-28", _("Cirulla in order")),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target"), "SCO-11", 1, 999),
    choice(
        "fourth_point",
        _("The fourth point goes to"),
        "SCO-5",
        ("primiera", _("the best primiera")),
        ("sevens", _("the most sevens")),
    ),
    choice(
        "napola",
        _("Napola"),
        "SCO-8",
        ("none", _("not played")),
        ("points", _("3 points and more")),
        ("wins", _("all ten coins win the match")),
    ),
    flag("re_bello", _("The king of coins counts a point"), "SCO-10"),
    flag("majority", _("Three players: 21 cards and 6 coins are needed"), "SCO-3"),
    flag("order", _("The points are counted in their order, the first to arrive wins"), "SCO-12"),
    whole("napola_to", _("The napola counts up to"), "SCO-23", NAPOLA_LEAST, COINS, before=COINS),
    flag("grande", _("J, Q and K of coins count 5 points"), "SCO-24"),
    flag("accusi", _("Accusi: 3 or 10 points for three cards dealt"), "SCO-25"),
]


# When fields are in use, and why they are refused otherwise.
PRIMIERA_PLAYED: Played = {
    "when": ["fourth_point", "primiera"],
    "unplayed": _("The sevens are counted here, not the primiera"),
    "unplayed_rule": "SCO-6",
}
SEVENS_PLAYED: Played = {
    "when": ["fourth_point", "sevens"],
    "unplayed": _("The primiera is counted here, not the sevens"),
}
NAPOLA_PLAYED: Played = {"unless": ["napola", "none"], "unplayed": _("The napola is not played here")}
GRANDE_PLAYED: Played = {"option": "grande", "unplayed": _("The grande is not played here")}
ACCUSI_PLAYED: Played = {"option": "accusi", "unplayed": _("Accusi are not played here")}
RE_BELLO_PLAYED: Played = {"option": "re_bello", "unplayed": _("The king of coins counts nothing here")}


def _most(name: str, label: str, rule: str, total: int, **where: "Unpack[Played]") -> Field:
    """Returns a field for the count of each side, adding up to `total` (SCO-16), or for the side with the most."""
    return field(name, "count_or_side", label, rule, True, total=total, inner_rule="SCO-16", **where)


def _accusi(kind: "FieldKind", **details: "Unpack[Details]") -> Field:
    """Returns the field for the number of accusi of each worth (SCO-25)."""
    numbers = [field(worth, kind, ACCUSI[worth], "SCO-25", **details) for worth in ("3", "10")]
    return field("accusi", "group", _("Accusi"), "SCO-25", fields=numbers, **ACCUSI_PLAYED)


# Fields for the cards taken so far by a side that calls out, in a hand and in a claim.
CALLED = [
    field("side", "side", _("Who claims"), "SCO-13", required=True),
    field("cards", "count", _("Cards"), "SCO-1", min=0, max=CARDS),
    field("coins", "count", _("Coins"), "SCO-2", min=0, max=COINS),
    field("settebello", "flag", _("Settebello"), "SCO-4"),
    field("scope", "count", _("Sweeps"), "SCO-7", min=0, max=CARDS // 2),
    field("best", Best(), _("Best cards"), "SCO-5", **PRIMIERA_PLAYED),
    field("sevens", "count", _("Sevens"), "SCO-6", min=0, max=SEVENS, **SEVENS_PLAYED),
    field("napola", "count", _("Napola"), "SCO-8", min=0, max=COINS, **NAPOLA_PLAYED),
    field("re_bello", "flag", _("Re bello"), "SCO-10", idle=[], **RE_BELLO_PLAYED),
    field("grande", "flag", _("Grande"), "SCO-24", idle=[], **GRANDE_PLAYED),
    _accusi("count", min=0, max=max(HANDS_OF_A_SIDE.values())),
]

WAYS: "list[Way]" = [
    {
        "slug": "deal",
        "title": _("Deal"),
        "fields": [
            _most("cards", _("Cards"), "SCO-1", CARDS),
            _most("coins", _("Coins"), "SCO-2", COINS),
            field("settebello", "side", _("Settebello"), "SCO-4", required=True),
            field("primiera", BestOrSide(), _("Primiera"), "SCO-5", required=True, **PRIMIERA_PLAYED),
            _most("sevens", _("Sevens"), "SCO-6", SEVENS, **SEVENS_PLAYED),
            field("scope", "shares", _("Sweeps"), "SCO-7", blank=0),
            field("re_bello", "side", _("Re bello"), "SCO-10", required=True, **RE_BELLO_PLAYED),
            field("napola", "shares", _("Napola"), "SCO-8", blank=0, **NAPOLA_PLAYED),
            field("grande", "side", _("Grande"), "SCO-24", nullable=True, **GRANDE_PLAYED),
            _accusi("shares", blank=0),
        ],
    },
    {
        "slug": "claim",
        "title": _("A claim stopped the deal"),
        "fields": [field("claim", "group", _("Claim"), "SCO-13", required=True, refused_by=None, fields=CALLED)],
    },
]
