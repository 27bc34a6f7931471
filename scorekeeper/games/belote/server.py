"""Belote on paper and on its rules page, and its demonstration: used by the server only."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _, say

from ..demo import Chance, shared
from ..engine.base import N_, Entry, Setup, Table
from ..engine.cards import SIGNS as SUIT_SIGNS
from ..engine.counting import values_in_short
from ..engine.side_names import SIGNS
from ..paper import Column, CribLine, Form, beside_each_other, circled, of_side
from ..rulebook import CARDS_SECTION, COUNTING_SECTION, GAME_SECTION, LAST_SECTIONS, Example, document, pairs
from .fields import (
    ALL_POINTS,
    ALL_TRICKS,
    ALL_TRUMPS,
    ANNOUNCED,
    BELOTE,
    CAPOT,
    CARRES,
    GENERALE,
    LEAST_BID,
    MOST_BID,
    MOST_BID_ANNOUNCED,
    NAMED_BIDS,
    NO_SUIT,
    NO_TRUMPS,
    PLAIN,
    RUNS,
    STEP,
    TRUMPS,
    WORTH,
    has_contract,
)
from .rules import DOUBLED_CAPOT, FAILED, LEAST_WITH, LEAST_WITH_JACKS, belotes_of, points_said


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: taker and contract or trumps, then each side's points."""
    bid = _("Contract") if has_contract(setup) else _("Trumps")
    hand = [
        circled(setup, _("Taker"), "taker"),
        (Column(bid, 20, "count", fill=_bid, tells=("contract", "coinche", "trump", "passed", "fault")), ""),
    ]
    extra = _("Belote, announced") if setup["options"]["announcements"] else _("Belote")
    columns = [
        Column(_("Points"), 11, "count first", str(ALL_POINTS), **of_side("points")),
        Column(extra, 13, "count", str(BELOTE), fill=_said, tells=("belote",)),
        Column(_("Written"), 13, "points"),
        Column(_("Total"), 14, "total"),
    ]
    return beside_each_other(setup, columns, hand)


def _bid(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Returns contract, trumps and doubling of a deal, e.g. `110 ♥ ×2`, or “all passed”, or a fault."""
    if "passed" in entry:
        return say(N_("all passed"), {})
    fault = [say(N_("fault {sign}"), {"sign": SIGNS[entry["fault"]]})] if "fault" in entry else []
    contract, trump = entry.get("contract", ""), entry.get("trump", "")
    names = dict(NO_SUIT)
    bid = [say(NAMED_BIDS[contract], {}) if contract in NAMED_BIDS else str(contract)]
    bid.append(say(names[trump], {}) if trump in names else SUIT_SIGNS.get(trump, ""))
    times = [f"×{entry['coinche']}"] if entry.get("coinche", 1) > 1 else []
    return " ".join(part for part in [*fault, *bid, *times] if part)


def _said(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Returns a side's points for belote and announcements, e.g. `20 + 50`; empty if it has none."""
    parts = [BELOTE * belotes_of(dict(entry))[side], points_said(dict(entry))[side]]
    return " + ".join(str(part) for part in parts if part)


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: the points of a deal made or failed, with or without contracts and trumps."""
    lines = _without_a_suit(setup["options"]["announcements"]) if setup["options"]["no_trump"] else []
    if has_contract(setup):
        return [
            *lines,
            CribLine("BEL-13", _("Capot and générale"), f"{WORTH[CAPOT]} · {WORTH[GENERALE]}"),
            CribLine("BEL-14", _("Made with the contract, and more than the other side")),
            CribLine("BEL-16", _("Failed, the other side: %(points)s and the contract", points=FAILED)),
            CribLine("BEL-17", _("Doubled, the winners: %(points)s and the contract", points=FAILED), "×2 · ×4"),
        ]
    litige = {
        "carry": _("Equal totals: the takers’ points are carried over"),
        "failed": _("Equal totals: the takers have failed"),
        "made": _("Equal totals: the takers have made it"),
    }
    return [
        *lines,
        CribLine("BEL-10", _("Failed, the other side"), f"{ALL_POINTS}"),
        CribLine("BEL-12", litige[setup["options"]["litige"]]),
    ]


def _without_a_suit(announcements: bool) -> list[CribLine]:
    """Returns what cards, belotes and announcements are worth without trumps, and with all trumps."""
    lines = [
        CribLine("BEL-1", _("Without trumps"), values_in_short(NO_TRUMPS, tuple(NO_TRUMPS))),
        CribLine("BEL-1", _("With all trumps"), values_in_short(ALL_TRUMPS, tuple(ALL_TRUMPS))),
        CribLine("BEL-4", _("With all trumps up to four belotes, without trumps none")),
    ]
    worths = sorted({without for _rank, _with_trumps, without in CARRES.values()}, reverse=True)
    said = CribLine("BEL-5", _("Without trumps: four aces, tens, others"), " · ".join(map(str, worths)))
    return [*lines, said] if announcements else lines


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("belote", N_("Belote")),
    ("contract", N_("Coinche and contrée")),
    ("match", N_("The match")),
    ("claims", N_("What can be claimed")),
    *LAST_SECTIONS,
)

# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {
    "all_points": ALL_POINTS,
    "all_but_one": ALL_POINTS - 1,
    "all_tricks": ALL_TRICKS,
    "belote": BELOTE,
    "capot": WORTH[CAPOT],
    "doubled_capot": DOUBLED_CAPOT,
    "failed": FAILED,
    "generale": WORTH[GENERALE],
    "jacks": LEAST_WITH_JACKS[1],
    "jacks_of_all": LEAST_WITH["all"][1],
    "aces_of_none": LEAST_WITH["none"][1],
    "least_bid": LEAST_BID,
    "next_bid": LEAST_BID + STEP,
    "most_bid": MOST_BID,
    "most_announced": MOST_BID_ANNOUNCED,
}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: cards with their points, announcements with theirs."""
    cards = [(rank, TRUMPS[rank], PLAIN.get(rank, 0), NO_TRUMPS.get(rank, 0), ALL_TRUMPS[rank]) for rank in TRUMPS]
    worths = {name: (points, points) for name, (_cards, points) in RUNS.items()}
    worths |= {name: (with_trumps, without) for name, (_rank, with_trumps, without) in CARRES.items()}
    return {"cards": cards, "said": [(label, *worths[name]) for name, label in ANNOUNCED]}


def _example(caption: str, *hands: dict[str, Any], variant: str = "classic", **more: Any) -> Example:
    options = {"options": more.pop("options")} if "options" in more else {}
    played = document("belote", variant, pairs("Louise", "Hugo", "Jeanne", "Paul"), list(hands))
    return {"caption": caption, "document": {**played, **options}, **more}


_LITIGE = {"taker": 0, "points": [81, 81]}
EXAMPLES = [
    _example(N_("The belote makes it: 96 against 86."), {"taker": 0, "points": [76, 86], "belote": 0}),
    _example(N_("Failed; the takers keep their belote."), {"taker": 0, "points": [70, 92], "belote": 0}),
    _example(N_("No cards make one point."), {"taker": 0, "points": [161, 1]}),
    _example(N_("A litige, then the takers fail: the others also have what was carried over."), _LITIGE,
             {"taker": 1, "points": [100, 62]}),
    _example(N_("All tricks: the nines of the other side count for the takers."),
             {"taker": 0, "points": [252, 0], "announcements": [[], ["nines"]]}, variant="announcements"),
    _example(N_("110 made: 223 is written as 220."), {"taker": 0, "contract": 110, "points": [113, 49]},
             variant="contree"),
    _example(N_("99 does not make a contract of 100."), {"taker": 0, "contract": 100, "points": [99, 63]},
             variant="contree"),
    _example(N_("110 doubled and made."), {"taker": 0, "contract": 110, "coinche": 2, "points": [113, 49]},
             variant="contree"),
    _example(N_("120 redoubled and failed, with the takers’ belote."),
             {"taker": 0, "contract": 120, "coinche": 4, "points": [90, 72], "belote": 0}, variant="contree"),
    _example(N_("A capot that was bid and made."), {"taker": 0, "contract": CAPOT, "points": [252, 0]},
             variant="contree"),
    _example(N_("The announcements help, but not enough."),
             {"taker": 1, "contract": 150, "coinche": 2, "points": [92, 70], "announcements": [[], ["cinquante"]]},
             variant="coinche"),
    _example(N_("Only the contract is written."), {"taker": 0, "contract": 90, "coinche": 2, "points": [62, 100]},
             variant="announced"),
    _example(N_("A belote alone does not win the match."),
             {"taker": 0, "contract": 140, "points": [150, 12]},
             {"taker": 0, "contract": 80, "points": [60, 102], "belote": 0},
             variant="contree", options={"target": 300}),
    _example(N_("Two tierces to the queen: the one in trumps counts."), variant="announcements",
             claim={"type": "announcements", "side": 0, "trump": "H",
                    "melds": [[["10H", "JH", "QH"]], [["10S", "JS", "QS"]]]}),
    _example(N_("82 points are counted: the defence can no longer reach as many."),
             claim={"type": "made", "side": 0, "taker": 0, "points": [82, 40]}),
]  # fmt: skip

BELOTES, CAPOTS, MADE = 0.4, 0.04, 0.7  # of all deals


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns the entry of an invented deal: mostly the better side takes, and bids a little less than it makes."""
    points = [2 * half + 1 for half in shared(chance, better, ALL_POINTS // 2 - 1)]
    if chance.random() < CAPOTS:
        points = [ALL_TRICKS if side == better else 0 for side in (0, 1)]
    entry: Entry = {"taker": better if chance.random() < MADE else 1 - better, "points": points}
    if has_contract(setup):
        bid = points[better] // 10 * 10 - chance.choice([-10, 0, 10, 20])
        entry["contract"] = max(LEAST_BID, min(bid, MOST_BID))
    if chance.random() < BELOTES:
        entry["belote"] = chance.choice([0, 1])
    if setup["options"]["announcements"] and chance.random() < BELOTES:
        entry["announcements"] = [["tierce"] if side == better else [] for side in (0, 1)]
    return entry
