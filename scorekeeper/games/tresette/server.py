"""Tresette on paper, for reading and as a demonstration: what only a server needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _, ngettext

from ..demo import Chance, shared
from ..engine.base import Entry, Setup, Table, side_of
from ..engine.base import _ as message
from ..paper import Column, CribLine, Fill, Form, beside_each_other, of_side
from ..rulebook import (
    CARDS_SECTION,
    COUNTING_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    LATIN_SUITS,
    Example,
    document,
    pairs,
)
from .fields import ALL_POINTS, THIRDS_OF_A_POINT, THIRDS_OF_AN_ACE, THIRDS_OF_THE_LAST_TRICK
from .honours import POINTS
from .rules import SPECIAL_GAMES, SPECIAL_RULES

ACE = str(THIRDS_OF_AN_ACE // THIRDS_OF_A_POINT)
FIGURE = f"1/{THIRDS_OF_A_POINT}"
LAST_TRICK = str(THIRDS_OF_THE_LAST_TRICK // THIRDS_OF_A_POINT)
HONOURS = tuple(f"honours.{each}" for each in ("player", "kind", "rank", "missing", "suit"))
ENDINGS = {
    "claim": message("Won by a claim that was right"),
    "claim_failed": message("Won because the other side's claim was wrong"),
    "cappotto": message("Won by a cappotto"),
    "cappottone": message("Won by a cappottone"),
    "stramazzo": message("Won by a stramazzo"),
    "stramazzone": message("Won by a stramazzone"),
    "napoletana_decima": message("Won by a napoletana decima"),
}


def form(setup: Setup) -> Form:
    """What each side took, and its honours where they count."""
    columns = [
        Column(_("Aces"), 10, "count first", ACE, **of_side("aces")),
        Column(_("Figures"), 10, "count", FIGURE, **of_side("figures")),
        Column(_("Last trick"), 10, "count", LAST_TRICK, **of_side("last_trick")),
    ]
    if setup["options"]["honours"]:
        columns.append(Column(_("Honours"), 10, "count", fill=_honours_of(setup), tells=HONOURS))
    return beside_each_other(
        setup,
        [
            *columns,
            Column(_("Points"), 11, "points", _("%(points)s in all", points=ALL_POINTS), tells=("points",)),
            Column(_("Total"), 14, "total"),
        ],
    )


def _honours_of(setup: Setup) -> Fill:
    """What the honours of a side's players are worth together."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        honours = [each for each in entry.get("honours", ()) if side_of(setup, each["player"]) == side]
        return str(sum(POINTS[each["kind"]] for each in honours)) if honours else ""

    return fill


def rules_in_short(setup: Setup) -> list[CribLine]:
    """The count, the target, and what the match's options add."""
    options = setup["options"]
    lines = [
        CribLine("TRE-1", _("An ace"), ACE),
        CribLine("TRE-2", _("A 3, 2, Re, Cavallo or Fante"), FIGURE),
        CribLine("TRE-3", _("The last trick"), LAST_TRICK),
        CribLine("TRE-4", _("Thirds are rounded down; both sides"), str(ALL_POINTS)),
        CribLine("TRE-5", _("Target"), str(options["target"])),
        CribLine("TRE-8", _("Claiming the target in play wins or loses the match")),
    ]
    if options["special_wins"]:
        lines += [
            CribLine("TRE-9", _("Cappotto: all ten tricks"), _games("cappotto")),
            CribLine("TRE-10", _("Cappottone: one player takes them"), _games("cappottone")),
            CribLine("TRE-11", _("Stramazzo: all ten card points"), _games("stramazzo")),
            CribLine("TRE-12", _("Stramazzone: one player takes them"), _games("stramazzone")),
            CribLine("TRE-13", _("Napoletana decima: dealt ten of a suit"), _games("napoletana_decima")),
        ]
    if options["honours"]:
        lines += [
            CribLine("TRE-14", _("Four 3s, four 2s or four aces"), str(POINTS["four"])),
            CribLine("TRE-15", _("Three of them, naming the missing suit"), str(POINTS["three"])),
            CribLine("TRE-16", _("Napoletana: 3, 2 and ace of a suit"), str(POINTS["napoletana"])),
        ]
    if options["buon_gioco"]:
        lines.append(CribLine("TRE-19", _("Honours announced before the first trick")))
    return lines


def _games(special: str) -> str:
    return ngettext("%(num)s game", "%(num)s games", SPECIAL_GAMES[special])


TITLES = (
    ("TRE-1", message("Aces")),
    ("TRE-2", message("Figures")),
    ("TRE-3", message("The last trick")),
    ("TRE-4", message("From thirds to points")),
    ("TRE-5", message("Reaching the target")),
    ("TRE-6", message("Both sides at the target")),
    ("TRE-7", message("Claiming the target")),
    ("TRE-8", message("What a claim decides")),
    ("TRE-9", message("Cappotto")),
    ("TRE-10", message("Cappottone")),
    ("TRE-11", message("Stramazzo")),
    ("TRE-12", message("Stramazzone")),
    ("TRE-13", message("Napoletana decima")),
    ("TRE-14", message("Four of a rank")),
    ("TRE-15", message("Three of a rank")),
    ("TRE-16", message("Napoletana")),
    ("TRE-17", message("Four or three, not both")),
    ("TRE-18", message("One pack for all honours")),
    ("TRE-19", message("Buon gioco")),
)

SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("winning", message("Winning the match")),
    ("claim", message("A claim during play")),
    ("at-once", message("Matches won at once")),
    ("honours", message("Honours")),
    *LAST_SECTIONS,
)

HOME_LANGUAGE = "it"

# Rank, Italian name, the card of a French pack; from high to low.
RANKS = (
    ("3", "tre", "3"), ("2", "due", "2"), ("A", "asso", "A"), ("R", "re", "K"), ("C", "cavallo", "Q"),
    ("F", "fante", "J"), ("7", "sette", "7"), ("6", "sei", "6"), ("5", "cinque", "5"), ("4", "quattro", "4"),
)  # fmt: skip
OF_A_THIRD = ("3", "2", "R", "C", "F")


def tables() -> dict[str, Any]:
    """Suits, cards with their thirds, and what matches won at once are worth."""
    thirds = dict.fromkeys(OF_A_THIRD, 1) | {"A": THIRDS_OF_AN_ACE}
    cards = [(name, french, thirds.get(rank, 0)) for rank, name, french in RANKS]
    named = dict(TITLES)
    special = [(rule, named[rule], SPECIAL_GAMES[slug]) for slug, rule in SPECIAL_RULES.items()]
    return {"suits": LATIN_SUITS, "language": HOME_LANGUAGE, "cards": cards, "special": special}


def _example(caption: str, hands: list[dict[str, Any]], variant: str = "parlett") -> Example:
    sides = pairs("Anna", "Carla", "Bruno", "Dino")
    return {"caption": caption, "document": document("tresette", variant, sides, hands)}


NINETEEN = [{"points": [11, 0], "tricks": [9, 1]}, {"points": [8, 3]}]  # Hands that bring a side to 19

EXAMPLES = [
    _example(
        message("An ordinary deal. Together the points make 11."),
        [{"aces": [3, 1], "figures": [12, 8], "last_trick": 0}],
    ),
    _example(message("The last trick turns the deal round."), [{"aces": [2, 2], "figures": [11, 9], "last_trick": 1}]),
    _example(
        message("A stramazzo. The opponents have the last trick, but only two thirds in cards."),
        [{"aces": [4, 0], "figures": [18, 2], "last_trick": 1, "tricks": [9, 1]}],
    ),
    _example(
        message("A claim that holds, with 19 points before the deal."),
        [*NINETEEN, {"claim": {"side": 0, "aces": 1, "figures": 4}}],
    ),
    _example(
        message("A claim that falls short by one third, again with 19 points before."),
        [*NINETEEN, {"claim": {"side": 0, "aces": 0, "figures": 5}}],
    ),
    _example(
        message("Honours for 19 points: ace, 2 and 3 of three suits, and one more 3."),
        [
            {
                "points": [5, 6],
                "honours": [
                    {"player": "Anna", "kind": "four", "rank": "3"},
                    {"player": "Anna", "kind": "three", "rank": "2", "missing": "coins"},
                    {"player": "Anna", "kind": "three", "rank": "A", "missing": "coins"},
                    {"player": "Anna", "kind": "napoletana", "suit": "cups"},
                    {"player": "Anna", "kind": "napoletana", "suit": "swords"},
                    {"player": "Anna", "kind": "napoletana", "suit": "batons"},
                ],
            }
        ],
        variant="scarne",
    ),
    _example(
        message("Honours that one pack cannot hold."),
        [
            {
                "points": [5, 6],
                "honours": [
                    {"player": "Anna", "kind": "three", "rank": "3", "missing": "coins"},
                    {"player": "Dino", "kind": "napoletana", "suit": "cups"},
                ],
            }
        ],
        variant="mcleod",
    ),
]


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """The points alone."""
    return {"points": shared(chance, better, ALL_POINTS)}
