"""Presets, options, fields and rules of King: its games by key, their points, and the kinds of festa."""

from typing import Any, Unpack

from ..engine.base import STOP_WAY, Field, Option, Rule, Way, _, field, rule
from ..engine.cards import SIGNS, SUITS
from ..engine.declared import Where
from ..engine.setup import choice, flag, preset, presets

TRICKS = 13
NEGATIVES = ("tricks", "hearts", "queens", "men", "king", "last_two")
PAIRS = (("tricks", "last_two"), ("hearts", "king"), ("queens", "men"))
FESTA = "festa"
KEYS = NEGATIVES + (FESTA,)
HOW_MANY = {"tricks": TRICKS, "hearts": 13, "queens": 4, "men": 8, "king": 1, "last_two": 2, FESTA: TRICKS}
WORTH = {"tricks": -20, "hearts": -20, "queens": -50, "men": -30, "king": -160, "last_two": -90, FESTA: 25}
NULO = 75  # the cost of a trick in nulos
ALL_POINTS = TRICKS * WORTH[FESTA]  # of a festa, and everybody's points at the start in nulos
MOST_BID, MOST_BID_OF_NULOS = 12, 4
FESTAS = 4  # one for each player

TITLES = {
    "tricks": _("No tricks"),
    "hearts": _("No hearts"),
    "queens": _("No queens"),
    "men": _("No men"),
    "king": _("No king of hearts"),
    "last_two": _("Not the last two"),
    FESTA: _("Festa"),
    "tricks,last_two": _("No tricks, not the last two"),
    "hearts,king": _("No hearts, no king of hearts"),
    "queens,men": _("No queens, no men"),
}
COUNTED = {
    "tricks": _("Tricks"),
    "hearts": _("Hearts"),
    "queens": _("Queens"),
    "men": _("Kings and jacks"),
    "king": _("King of hearts"),
    "last_two": _("Last two tricks"),
    FESTA: _("Tricks"),
}

PRESETS = presets(
    preset("portugal", _("Portuguese"), order="fixed", nulos=True, sale=True, pairs=False),
    preset("brazil", _("Brazilian"), nulos=False),
    preset("plain", _("Plain"), nulos=False, sale=False),
    preset("free", _("Free order"), order="free", nulos=False),
    preset("quick", _("Quick game"), pairs=True),
)

OPTIONS: "list[Option]" = [
    choice(
        "order",
        _("Order of the games"),
        "KIN-5",
        ("fixed", _("fixed, queens before men")),
        ("men_first", _("fixed, men before queens")),
        ("free", _("the dealer chooses")),
    ),
    flag("nulos", _("A festa may be played as nulos"), "KIN-3"),
    flag("sale", _("A festa may be sold"), "KIN-4"),
    flag("pairs", _("Two negative games in one hand"), "KIN-9"),
]

RULES: "list[Rule]" = [
    rule("KIN-1", _("The negative games")),
    rule("KIN-2", _("Festas"), _("Festa, each trick"), "+" + str(WORTH[FESTA])),
    rule("KIN-3", _("Nulos"), _("Nulos, each trick"), str(ALL_POINTS) + " − " + str(NULO), option="nulos"),
    rule("KIN-4", _("Selling a festa"), _("A festa sold: the buyer pays each trick or nulo bid"), option="sale"),
    rule("KIN-5", _("The order of the games")),
    rule("KIN-6", _("Whose festa it is"), _("Each player has one festa, when dealing")),
    rule("KIN-7", _("Winning the match"), _("The highest total wins; all totals add up to 0")),
    rule("KIN-8", _("Who deals next")),
    rule("KIN-9", _("Two games in one hand")),
    rule("KIN-10", _("A match broken off")),
    rule("KIN-11", _("Won whatever comes")),
    rule("KIN-12", _("The rest is mine")),
]


def _counts(key: str) -> Field:
    """Returns the field with the number taken by each player in a game; for the king of hearts, with its taker."""
    if key == "king":
        return field(key, "side", COUNTED[key], "KIN-1", required=True, ask=True, last=True)
    if key == FESTA:  # what a trick is worth depends on the nulos
        return field(key, "shares", COUNTED[key], "KIN-2", required=True, total=HOW_MANY[key])
    return field(key, "shares", COUNTED[key], "KIN-1", required=True, total=HOW_MANY[key], worth=WORTH[key])


def _way(keys: "tuple[str, ...]", shown: "list[Field]", **where: "Unpack[Where]") -> Way:
    """Returns the way to enter the hand of these games, offered when `next_hand` has it among its `choice`."""
    way: Any = {
        "slug": "-".join(keys),
        "title": TITLES[",".join(keys)],
        "known": ["choice", list(keys)],
        "fields": shown,
    }
    way.update(where)
    made: Way = way
    return made


FIELDS = {key: _counts(key) for key in KEYS}
TRUMPS = [[suit, SIGNS[suit]] for suit in SUITS] + [["none", _("no trumps")]]
OF_A_FESTA = [
    field("nulos", "flag", _("Nulos"), "KIN-3", option="nulos", unplayed=_("Nulos are not played here")),
    field("trump", "choice", _("Trumps"), "KIN-2", choices=TRUMPS),
    field("owner", "side", _("Whose festa"), "KIN-6", ask=True),
    field(
        "sale",
        "group",
        _("Sale"),
        "KIN-4",
        option="sale",
        unplayed=_("Festas are not sold here"),
        fields=[
            field("bid", "count", _("Price (tricks)"), "KIN-4", required=True, min=1, max=MOST_BID),
            field("buyer", "side", _("Sold to"), "KIN-4", required=True),
        ],
    ),
]
WAYS: "list[Way]" = (
    [_way((key,), [FIELDS[key]], unless=["pairs", True]) for key in NEGATIVES]
    + [_way(keys, [FIELDS[key] for key in keys], option="pairs") for keys in PAIRS]
    + [_way((FESTA,), [FIELDS[FESTA]] + OF_A_FESTA), STOP_WAY]
)
