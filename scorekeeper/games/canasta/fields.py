"""Presets and options of Canasta, and the fields of a hand."""

from typing import Any

from ..engine.base import STOP_WAY, ClaimForm, Field, Option, Rule, Way, _, but, field, rule
from ..engine.cards import RANKS
from ..engine.entries import CLAIMANT, melds_laid_down
from ..engine.setup import choice, preset, presets, whole

# Classes of cards counted together: name, label, points of one card, cards in one pack. "3": black threes.
CLASSES: "list[list[Any]]" = [
    ["joker", _("joker"), 50, 2],
    ["2", "2", 20, 4],
    ["A", "A", 20, 4],
    ["8-K", _("8–K"), 10, 24],
    ["4-7", "4–7", 5, 16],
    ["3", _("black 3"), 5, 2],
]
CLASS_NAMES = tuple(card_class[0] for card_class in CLASSES)
PACK_POINTS = sum([int(points) * int(cards) for _name, _label, points, cards in CLASSES])
CLASSIC_STEPS = [[-5, 15], [0, 50], [1500, 90], [3000, 120]]
NATURAL, MIXED = 500, 300  # points of a canasta (CAN-3, CAN-4)
RED_THREE = 100


PRESETS = presets(
    preset(
        "classic",
        _("Classic"),
        [(2, 2)],
        target=5000,
        packs=2,
        canastas_to_go_out=1,
        go_out=100,
        concealed=200,
        samba=0,
        wild_canasta=0,
        max_wilds=3,
        red_threes_need=0,
        red_threes_minus="same",
        first_meld=CLASSIC_STEPS,
    ),
    preset("two-handed", _("Two players"), [(2, 1)], canastas_to_go_out=2),
    preset("three-handed", _("Three players"), [(3, 1)]),
    preset(
        "samba",
        _("Samba"),
        [(2, 2)],
        target=10000,
        packs=3,
        canastas_to_go_out=2,
        go_out=200,
        concealed=0,
        samba=1500,
        max_wilds=2,
        red_threes_need=2,
        red_threes_minus="flat",
        first_meld=CLASSIC_STEPS + [[7000, 150]],
    ),
)


def _number(name: str, label: str, rule: str, *values: int) -> Option:
    """Returns an option whose choices are these numbers, with 0 shown as “none”."""
    return choice(name, label, rule, *[(value, str(value) if value else _("none")) for value in values])


RULES: "list[Rule]" = [
    rule("CAN-1", _("What the cards are worth")),
    rule("CAN-2", _("Melded cards")),
    rule("CAN-3", _("Natural canasta"), _("Natural canasta, seven or more"), "+" + str(NATURAL)),
    rule("CAN-4", _("Mixed canasta"), _("Mixed canasta, with wild cards"), "+" + str(MIXED)),
    rule("CAN-5", _("Samba"), _("Samba, seven of a suit in a row"), "+{}", agreed="samba", option="samba"),
    rule(
        "CAN-6",
        _("A canasta of wild cards"),
        _("Canasta of wild cards"),
        "+{}",
        agreed="wild_canasta",
        option="wild_canasta",
    ),
    rule("CAN-7", _("Red threes")),
    rule("CAN-8", _("Red threes that count minus")),
    rule("CAN-9", _("Going out")),
    rule(
        "CAN-10",
        _("Going out concealed"),
        _("… the whole hand in one turn, instead"),
        "+{}",
        agreed="concealed",
        option="concealed",
    ),
    rule("CAN-11", _("Cards left in hand"), _("Cards left in hand"), _("− value")),
    rule("CAN-12", _("The stock is used up")),
    rule("CAN-13", _("Below zero")),
    rule("CAN-14", _("The first meld")),
    rule("CAN-15", _("What counts towards the first meld")),
    rule("CAN-16", _("No first meld for going out concealed")),
    rule(
        "CAN-17",
        _("Winning the match"),
        _("Target"),
        agreed="target",
        without=_("Played for an agreed time: most points win"),
    ),
    rule("CAN-18", _("Melds of one rank"), _("Wild cards in a meld, at most"), agreed="max_wilds"),
    rule("CAN-19", _("One meld of a rank")),
    rule("CAN-20", _("Black threes")),
    rule("CAN-21", _("Red threes are not melded")),
    rule("CAN-22", _("Sequences")),
    rule("CAN-23", _("“May I go out?”")),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target (empty: for an agreed time)"), "CAN-17", 1, 99999, nullable=True),
    _number("packs", _("Packs"), "CAN-1", 2, 3),
    _number("canastas_to_go_out", _("Canastas needed to go out"), "CAN-9", 1, 2),
    _number("go_out", _("Going out"), "CAN-9", 100, 200),
    _number("concealed", _("Going out concealed"), "CAN-10", 0, 200),
    _number("samba", _("A samba, seven of a suit in a row"), "CAN-5", 0, 1500),
    _number("wild_canasta", _("A canasta of wild cards"), "CAN-6", 0, 1000, 2000),
    _number("max_wilds", _("Wild cards in a meld, at most"), "CAN-18", 2, 3),
    choice(
        "red_threes_need",
        _("For red threes to count a side needs"),
        "CAN-8",
        (0, _("a meld")),
        (1, _("a canasta")),
        (2, _("two canastas")),
    ),
    choice(
        "red_threes_minus",
        _("Red threes that count minus"),
        "CAN-8",
        ("same", _("cost what they would be worth")),
        ("flat", _("cost 100 each")),
    ),
    {"name": "first_meld", "kind": "thresholds", "label": _("First meld: from total, points"), "rule": "CAN-14"},
]

STEP = 5  # points; every card is worth a multiple of this
RED_THREES_IN_A_PACK = 2
_NOT_PLAYED = _("This canasta is not played here")
CANASTA_FIELDS = [
    field("natural", "count", _("Natural canastas"), "CAN-3", min=0, max=None, worth=NATURAL),
    field("mixed", "count", _("Mixed canastas"), "CAN-4", min=0, max=None, worth=MIXED),
    field("samba", "count", _("Sambas"), "CAN-5", min=0, max=None, option="samba", unplayed=_NOT_PLAYED),
    field(
        "wild",
        "count",
        _("Canastas of wild cards"),
        "CAN-6",
        min=0,
        max=None,
        option="wild_canasta",
        unplayed=_NOT_PLAYED,
    ),
]


def _cards(name: str, label: str, rule: str) -> Field:
    """Returns a field for cards, entered as their points or as the number of cards of each class."""
    return field(
        name, "count", label, rule, True, typed=True, min=0, step=STEP, classes=CLASSES, a_pack=PACK_POINTS,
        inner_rule="CAN-1",
    )  # fmt: skip


_PARTS = (
    [_cards("melds", _("Melds"), "CAN-2")]
    + CANASTA_FIELDS
    + [
        field(
            "red_threes",
            "count",
            _("Red threes"),
            "CAN-7",
            min=0,
            max=None,
            max_a_pack=RED_THREES_IN_A_PACK,
            worth=RED_THREE,
        ),
        _cards("hand", _("Cards in hand"), "CAN-11"),
    ]
)
_TWO_NUMBERS = [
    field("base", "count", _("Base: all bonuses"), "CAN-3", min=None, max=None, required=True),
    field("count", "count", _("Cards melded less cards in hand"), "CAN-2", min=None, max=None, required=True),
]

WAYS: "list[Way]" = [
    {
        "slug": "hand",
        "title": _("Hand"),
        "fields": [
            field("sides", "sides", _("Sides"), "CAN-2", required=True, fields=_PARTS),
            field("went_out", "side", _("Went out"), "CAN-9", nullable=True, question=_("Who went out?")),
            field(
                "concealed",
                "flag",
                _("Concealed"),
                "CAN-10",
                option="concealed",
                unplayed=_("Going out concealed counts nothing here"),
            ),
        ],
    },
    {
        "slug": "two-numbers",
        "title": _("Two numbers"),
        "fields": [field("sides", "sides", _("Sides"), "CAN-2", required=True, fields=_TWO_NUMBERS)],
    },
    STOP_WAY,
]


_MELDS_SHOWN = 6
_FOUR = 4  # players; only then a player has a partner to ask for permission

CLAIM_FIELDS: "list[ClaimForm]" = [
    {
        "slug": "canasta",
        "rule": "CAN-18",
        "title": _("This is a canasta"),
        "fields": [field("cards", "cards", _("Cards of the meld"), "CAN-18", required=True, ranks=RANKS, jokers=True)],
    },
    {
        "slug": "first_meld",
        "rule": "CAN-14",
        "title": _("We may open with this"),
        "fields": [
            CLAIMANT,
            melds_laid_down("CAN-14", _MELDS_SHOWN, True),
            field("going_out", "flag", _("The whole hand is laid down: the player goes out"), "CAN-16"),
        ],
    },
    {
        "slug": "go_out",
        "rule": "CAN-9",
        "title": _("We may go out"),
        "fields": [CLAIMANT]
        + [but(counted, idle=[0]) for counted in CANASTA_FIELDS]
        + [
            field("hand", "count", _("Cards left in the player’s hand"), "CAN-9", min=0, max=None, required=True),
            field(
                "partner",
                "choice",
                _("“May I go out?” The partner said"),
                "CAN-23",
                choices=[["yes", _("yes")], ["no", _("no")]],
                nullable=True,
                players=_FOUR,
                unplayed=_("A single player has no partner to ask"),
                idle=[None],
            ),
        ],
    },
]
