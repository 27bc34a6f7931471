"""Presets and options of Belote, and the fields of a deal."""

from ..engine.base import STOP_WAY, Option, Rule, Setup, Way, _, but, field, passed_way, rule
from ..engine.counting import values_in_short
from ..engine.setup import choice, flag, preset, presets, whole
from .kinds import Lists

ALL_POINTS = 162  # with the last trick
ALL_TRICKS = 252  # a capot
BELOTE = 20
TRUMPS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
ALL_TRUMPS = {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2}
NO_TRUMPS = {"A": 19, "10": 10, "K": 4, "Q": 3, "J": 2}
MOST_BELOTES = 4
CAPOT, GENERALE = "capot", "generale"
WORTH = {CAPOT: 250, GENERALE: 500}
LEAST_BID, MOST_BID, MOST_BID_ANNOUNCED, STEP = 80, 180, 650, 10
MADE, CONTRACT_ALONE = "made", "contract"  # the points that are written down (BEL-18)

# Announcements: cards in a row and points; carrés: rank, points with trumps, points without.
RUNS = {"tierce": (3, 20), "cinquante": (4, 50), "cent": (5, 100)}
CARRES = {
    "jacks": ("J", 200, 100),
    "nines": ("9", 150, 100),
    "aces": ("A", 100, 200),
    "tens": ("10", 100, 150),
    "kings": ("K", 100, 100),
    "queens": ("Q", 100, 100),
}
ROW = ("7", "8", "9", "10", "J", "Q", "K", "A")
MOST_SAID = 4  # announcements of a side

PRESETS = presets(
    preset(
        "classic",
        _("Belote"),
        target=1000,
        hands=None,
        announcements=False,
        no_trump=False,
        generale=False,
        rounding=False,
        litige="carry",
        scoring=MADE,
    ),
    preset("announcements", _("Belote with announcements"), announcements=True),
    preset("coinche", _("Coinche"), target=2000, announcements=True, rounding=True, litige="failed"),
    preset("contree", _("Contrée"), target=2000, rounding=True, litige="failed"),
    preset("announced", _("Contrée, points announced"), rounding=True, litige="failed", scoring=CONTRACT_ALONE),
)


def has_contract(setup: Setup) -> bool:
    """True if the sides bid a contract: in coinche and contrée."""
    return setup["variant"] in ("coinche", "contree", "announced")


RULES: "list[Rule]" = [
    rule(
        "BEL-1",
        _("What the cards are worth"),
        _("Points of trumps, and of other suits"),
        values_in_short(TRUMPS, ("J", "9", "A", "10", "K", "Q"))
        + ", "
        + values_in_short(PLAIN, ("A", "10", "K", "Q", "J")),
    ),
    rule("BEL-2", _("162 points"), _("Points of a deal, with the last trick"), ALL_POINTS),
    rule("BEL-3", _("Capot: all tricks"), _("All eight tricks"), ALL_TRICKS),
    rule("BEL-4", _("Belote and rebelote"), _("Belote: king and queen of trumps"), BELOTE),
    rule(
        "BEL-5",
        _("Announcements"),
        _("Tierce, cinquante, cent · four jacks, nines, others"),
        "20, 50, 100 · 200, 150, 100",
        option="announcements",
    ),
    rule("BEL-6", _("Which announcements go together")),
    rule("BEL-7", _("Four jacks take a trick")),
    rule("BEL-8", _("A side’s total")),
    rule("BEL-9", _("Made")),
    rule("BEL-10", _("Failed")),
    rule("BEL-11", _("All tricks and the announcements")),
    rule("BEL-12", _("Litige: equal totals")),
    rule("BEL-13", _("The contract")),
    rule("BEL-14", _("Contract made or failed")),
    rule("BEL-15", _("What a contract that is made brings")),
    rule("BEL-16", _("What a contract that fails brings")),
    rule("BEL-17", _("Doubled and redoubled")),
    rule("BEL-18", _("Only the contract is written")),
    rule("BEL-19", _("Rounding"), _("Rounded to the nearest ten: 84 is 80, 85 is 90"), when=["rounding", True]),
    rule("BEL-20", _("Winning the match"), _("Target"), agreed="target", without=_("No target")),
    rule("BEL-21", _("Who cannot win with this deal")),
    rule("BEL-22", _("A fixed number of deals"), _("Hands to be played at most"), agreed="hands"),
    rule("BEL-23", _("All pass"), _("All pass: nothing is scored, the deal passes")),
    rule("BEL-24", _("An open match")),
    rule("BEL-25", _("A fault that ends the deal")),
    rule("BEL-26", _("Whose announcements count")),
    rule("BEL-27", _("A deal or a match that is safe")),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target (empty: no target)"), "BEL-20", 1, 99999, nullable=True),
    whole("hands", _("Number of hands (empty: any number)"), "BEL-22", 1, 999, nullable=True),
    flag("announcements", _("Announcements count"), "BEL-5"),
    flag("no_trump", _("No trumps and all trumps may be played"), "BEL-1"),
    flag("generale", _("A générale may be bid"), "BEL-13"),
    flag("rounding", _("Rounded to the nearest ten"), "BEL-19"),
    choice(
        "litige",
        _("With equal totals"),
        "BEL-12",
        ("carry", _("the takers’ points are carried over")),
        ("failed", _("the takers have failed")),
        ("made", _("the takers have made it")),
    ),
    choice(
        "scoring",
        _("With a contract, what is written"),
        "BEL-18",
        (MADE, _("points and contract")),
        (CONTRACT_ALONE, _("the contract alone")),
    ),
]

BIDS = list(range(LEAST_BID, MOST_BID_ANNOUNCED + STEP, STEP))
NAMED_BIDS = {CAPOT: _("Capot"), GENERALE: _("Générale")}
ANNOUNCED = [
    ["tierce", _("Tierce")],
    ["cinquante", _("Cinquante")],
    ["cent", _("Cent")],
    ["jacks", _("Four jacks")],
    ["nines", _("Four nines")],
    ["aces", _("Four aces")],
    ["tens", _("Four tens")],
    ["kings", _("Four kings")],
    ["queens", _("Four queens")],
]
SUITS = [["S", _("spades")], ["H", _("hearts")], ["D", _("diamonds")], ["C", _("clubs")]]
NO_SUIT = [["none", _("no trumps")], ["all", _("all trumps")]]
DOUBLES = [[1, _("not doubled")], [2, _("doubled")], [4, _("redoubled")]]

TAKER = field("taker", "side", _("Taker"), "BEL-9", required=True, ask=True)
CONTRACT = field(
    "contract",
    "choice",
    _("Contract"),
    "BEL-13",
    choices=[[bid, str(bid)] for bid in BIDS] + [[bid, NAMED_BIDS[bid]] for bid in (CAPOT, GENERALE)],
    usual=[bid for bid in BIDS if bid <= MOST_BID] + [CAPOT],
    refused=_("A contract is 80, 90 and so on, or capot"),
)
COINCHE = field("coinche", "choice", _("Doubled"), "BEL-17", choices=DOUBLES, ask=True, asks=_("Doubled?"))
POINTS = field(
    "points",
    "shares",
    _("Points"),
    "BEL-2",
    required=True,
    total=ALL_POINTS,
    or_all=ALL_TRICKS,
    all_asks=_("Capot? 252"),
)
ALONE = field(
    "alone", "choice", _("All tricks were taken"), "BEL-13", choices=[[True, _("by one player")], [False, _("by both")]]
)
SAID = [
    field("belote", "count_or_side", _("Belote"), "BEL-4", nullable=True, total=None, max=MOST_BELOTES),
    field(
        "announcements",
        Lists(),
        _("Announced"),
        "BEL-5",
        option="announcements",
        choices=ANNOUNCED,
        most=MOST_SAID,
        unplayed=_("Announcements are not played here"),
        idle=[[[], []]],
    ),
    field("trump", "choice", _("Trumps"), "BEL-1", choices=SUITS, unless=["no_trump", True], folded=True),
    field("trump", "choice", _("Trumps"), "BEL-1", choices=SUITS + NO_SUIT, when=["no_trump", True], folded=True),
    field("player", "player", _("Who took"), "BEL-9", folded=True),
]
OF_A_DEAL = [TAKER, CONTRACT, COINCHE, POINTS, ALONE] + SAID
SO_FAR = [TAKER, CONTRACT, COINCHE, but(POINTS, required=False, total=None, max=ALL_POINTS, blank=0)] + SAID

WAYS: "list[Way]" = [
    {"slug": "deal", "title": _("Points"), "fields": OF_A_DEAL},
    passed_way("BEL-23"),
    {
        "slug": "fault",
        "title": _("Misdeal or revoke"),
        "mark": "fault",
        "once": True,
        "fields": [field("fault", "side", _("Who was at fault"), "BEL-25", required=True, ask=True), CONTRACT],
    },
    STOP_WAY,
]
