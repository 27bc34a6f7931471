"""Tresette on paper and on its rules page, and its demonstration: used by the server only."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _, ngettext

from ..demo import Chance, shared
from ..engine.base import N_, Entry, Setup, Table, side_of
from ..engine.thirds import (
    ALL_POINTS,
    ALL_THIRDS,
    THIRDS_OF_A_POINT,
    THIRDS_OF_AN_ACE,
    THIRDS_OF_THE_LAST_TRICK,
)
from ..paper import Column, CribLine, Fill, Form, beside_each_other, circled, of_side
from ..rulebook import (
    CARDS_IN_THIRDS,
    CARDS_SECTION,
    COUNTING_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    LATIN_SUITS,
    Example,
    document,
    option_named,
    options_by_preset,
    pairs,
    singly,
)
from .fields import LAST_IN, LOSING, NOBODY, OPTIONS, PRESETS, RULES, THREE, TRICKS_OF_TWO, TWO
from .honours import CARDS_IN_A_HAND, CARDS_IN_A_HAND_OF_THREE, POINTS
from .losing import possible_sums
from .rules import SPECIAL_GAMES, SPECIAL_RULES

ACE = str(THIRDS_OF_AN_ACE // THIRDS_OF_A_POINT)
FIGURE = f"1/{THIRDS_OF_A_POINT}"
LAST_TRICK = str(THIRDS_OF_THE_LAST_TRICK // THIRDS_OF_A_POINT)
MOST_COUNTED = 3  # sides whose cards have columns
HONOURS = tuple(f"honours.{name}" for name in ("player", "kind", "rank", "missing", "suit"))


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: each side's counts, and its honours if they are played.

    For three sides the last trick is circled; more than three have room for points and totals only.
    """
    sides = len(setup["sides"])
    total = [
        Column(_("Points"), 11, "points", _("%(points)s in all", points=ALL_POINTS), tells=("points",)),
        Column(_("Total"), 14, "total"),
    ]
    if sides > MOST_COUNTED:
        points = Column(_("Points"), 9, "points first", tells=("points",))
        return beside_each_other(setup, [points, Column(_("Total"), 11, "total")])
    columns = [
        Column(_("Aces"), 10, "count first", ACE, **of_side("aces")),
        Column(_("Figures"), 10, "count", FIGURE, **of_side("figures")),
    ]
    choices = []
    if sides == MOST_COUNTED:
        choices.append(circled(setup, _("Last trick"), "last_trick"))
    else:
        columns.append(Column(_("Last trick"), 10, "count", LAST_TRICK, **of_side("last_trick")))
    if setup["options"]["honours"]:
        columns.append(Column(_("Honours"), 10, "count", fill=_honours_of(setup), tells=HONOURS))
    return beside_each_other(setup, [*columns, *total], choices)


def _honours_of(setup: Setup) -> Fill:
    """Returns the function that fills the honours column: a side's points for honours, empty if it has none."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        honours = [honour for honour in entry.get("honours", ()) if side_of(setup, honour["player"]) == side]
        return str(sum(POINTS[honour["kind"]] for honour in honours)) if honours else ""

    return fill


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the line about the number of hands after which the lowest total wins, if one was agreed."""
    hands = setup["options"]["hands"]
    return [] if hands is None else [CribLine("TRE-28", _("Hands, then the lowest total wins"), str(hands))]


def worths(setup: Setup) -> dict[str, str]:
    """Returns the games for each win that ends the match at once, as a text by rule number."""
    return {rule: _games(special) for special, rule in SPECIAL_RULES.items()}


def _games(special: str) -> str:
    return ngettext("%(num)s game", "%(num)s games", SPECIAL_GAMES[special])


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("winning", N_("Winning the match")),
    ("claim", N_("A claim during play")),
    ("at-once", N_("Matches won at once")),
    ("honours", N_("Honours")),
    ("fewer", N_("For two and for three")),
    ("losing", N_("A perdere")),
    *LAST_SECTIONS,
)

HOME_LANGUAGE = "it"


# Numbers in the texts of the rules page and of the rules on paper, by name.
_AGREED = options_by_preset(PRESETS)
NUMBERS = {
    "thirds": ALL_THIRDS,
    "all_points": ALL_POINTS,
    "target": _AGREED["mcleod"]["target"],
    "target_with_honours": _AGREED["scarne"]["target"],
    "highest_target": option_named(OPTIONS, "target")["high"],
    "four_of_a_rank": POINTS["four"],
    "three_of_a_rank": POINTS["three"],
    "napoletana": POINTS["napoletana"],
    "tricks_of_two": TRICKS_OF_TWO,
    "cards_of_two": CARDS_IN_A_HAND,
    "cards_of_three": CARDS_IN_A_HAND_OF_THREE,
    "target_of_two": _AGREED[TWO]["target"],
    "target_of_three": _AGREED[THREE]["target"],
    "target_to_lose": _AGREED[LOSING]["target"],
    "least_of_four": min(possible_sums(4)),
}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: suits, cards with their thirds, and wins that end the match at once."""
    titles = {listed["rule"]: listed["title"] for listed in RULES}
    special = [(rule, titles[rule], SPECIAL_GAMES[slug]) for slug, rule in SPECIAL_RULES.items()]
    return {"suits": LATIN_SUITS, "language": HOME_LANGUAGE, "cards": list(CARDS_IN_THIRDS), "special": special}


def _example(caption: str, hands: list[dict[str, Any]], variant: str = "parlett") -> Example:
    sides = pairs("Anna", "Carla", "Bruno", "Dino")
    return {"caption": caption, "document": document("tresette", variant, sides, hands)}


def _singly(caption: str, *hands: dict[str, Any], variant: str = LOSING, **options: Any) -> Example:
    played = document("tresette", variant, singly("Anna", "Bruno", "Carla"), list(hands))
    return {"caption": caption, "document": {**played, "options": options}}


NINETEEN = [{"points": [11, 0], "tricks": [9, 1]}, {"points": [8, 3]}]  # Hands that bring a side to 19

EXAMPLES = [
    _example(
        N_("An ordinary deal. Together the points make 11."),
        [{"aces": [3, 1], "figures": [12, 8], "last_trick": 0}],
    ),
    _example(N_("The last trick turns the deal round."), [{"aces": [2, 2], "figures": [11, 9], "last_trick": 1}]),
    _example(
        N_("A stramazzo. The opponents have the last trick, but only two thirds in cards."),
        [{"aces": [4, 0], "figures": [18, 2], "last_trick": 1, "tricks": [9, 1]}],
    ),
    _example(
        N_("A claim that holds, with 19 points before the deal."),
        [*NINETEEN, {"claim": {"side": 0, "aces": 1, "figures": 4}}],
    ),
    _example(
        N_("A claim that falls short by one third, again with 19 points before."),
        [*NINETEEN, {"claim": {"side": 0, "aces": 0, "figures": 5}}],
    ),
    _example(
        N_("Honours for 19 points: ace, 2 and 3 of three suits, and one more 3."),
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
        N_("Honours that one pack cannot hold."),
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
    _singly(
        N_("For three: the last trick takes the point that the others lost by rounding."),
        {"aces": [2, 1, 1], "figures": [8, 7, 5], "last_trick": 2},
        variant=THREE,
    ),
    _singly(
        N_("The same where nobody gets what is left over."),
        {"aces": [2, 1, 1], "figures": [8, 7, 5], "last_trick": 2},
        variant=THREE,
        leftover=NOBODY,
    ),
    _singly(
        N_("For three, a claim that fails: the better of the two others wins."),
        {"points": [6, 3, 2]},
        {"claim": {"side": 0, "aces": 4}},
        variant=THREE,
    ),
    _singly(
        N_("A perdere: one player has everything but four thirds. Nobody else has a whole point: a cappotto."),
        {"aces": [4, 0, 0], "figures": [16, 2, 2], "last_trick": 0},
    ),
    _singly(
        N_("A perdere to 16: Bruno is over, and Carla has the lowest total."),
        {"points": [2, 9, 0]},
        {"points": [3, 8, 0]},
        target=16,
    ),
    _singly(
        N_("All three go out with one deal: the lowest of them wins."),
        {"points": [4, 4, 3]},
        {"points": [4, 4, 3]},
        target=6,
        ending=LAST_IN,
    ),
    _singly(
        N_("Bruno is out: he takes no points."),
        {"points": [1, 10, 0]},
        {"points": [5, 1, 5]},
        target=10,
        ending=LAST_IN,
    ),
]


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns the entry of a hand with points only."""
    return {"points": shared(chance, better, ALL_POINTS)}
