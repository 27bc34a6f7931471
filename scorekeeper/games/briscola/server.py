"""Briscola's score sheet, rules page, examples and demonstration, which only the server uses."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..demo import Chance, shared
from ..engine.base import N_, Entry, Setup, Table
from ..engine.counting import ALL_POINTS, MORE_THAN_HALF, counted_points
from ..paper import Column, CribLine, Form, beside_each_other, card_points_and_games, sign_of
from ..rulebook import CARDS_SECTION, COUNTING_SECTION, GAME_SECTION, LAST_SECTIONS, Example, document, pairs, singly
from .fields import LOWEST_BID, RANKS, VALUES
from .rules import ALONE, CALLER, PARTNER, bid_of, is_chiamata


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: card points, games, total; in the chiamata caller, partner, bid, totals."""
    if is_chiamata(setup):
        called = [
            Column(_("Caller"), 14, "count", **sign_of("caller")),
            Column(_("Partner"), 14, "count", **sign_of("partner")),
            Column(_("Bid"), 11, "count", f"{LOWEST_BID}–{ALL_POINTS}", fill=_bid, tells=("bid",)),
            Column(_("Card points"), 17, "count", fill=_card_points, tells=("points",)),
        ]
        return beside_each_other(setup, [Column(_("Total"), 12, "total first")], [(column, "") for column in called])
    return card_points_and_games(setup, VALUES, Column(_("Games"), 11, "points"))


def _bid(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return str(bid_of(dict(entry))) if "bid" in entry else ""


def _card_points(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Returns the card points of both parties of the chiamata, e.g. `74–46`; empty if none were entered."""
    return "–".join(str(share) for share in counted_points(dict(entry), VALUES, 2)) if "points" in entry else ""


def worths(setup: Setup) -> dict[str, str]:
    """Returns the payments of the chiamata as texts, by rule number."""
    return {"BRI-12": f"+{CALLER} +{PARTNER} −1", "BRI-13": f"+{ALONE} −1"}


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: the winner of a game, and the worth of taking all 120 points."""
    counts = setup["options"]["cappotto"]
    if is_chiamata(setup):
        return [CribLine("BRI-14", _("All %(points)s points: doubled", points=ALL_POINTS))] if counts > 1 else []
    if len(setup["sides"]) == 2:
        won = _("Most points win the game; %(half)s–%(half)s is drawn", half=ALL_POINTS // 2)
        lines = [CribLine("BRI-3", won, str(MORE_THAN_HALF))]
    else:
        lines = [CribLine("BRI-4", _("Most points win the game; a tie for the most is drawn"))]
    if counts > 1:
        lines.append(CribLine("BRI-5", _("All %(points)s points: games", points=ALL_POINTS), str(counts)))
    return lines


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("match", N_("The match")),
    ("chiamata", N_("Chiamata")),
    *LAST_SECTIONS,
)

HOME_LANGUAGE = "it"
ITALIAN = {"A": "asso", "3": "tre", "K": "re", "Q": "cavallo", "J": "fante"}
OTHERS = ("7", "6", "5", "4", "2")


# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {
    "all_points": ALL_POINTS,
    "all_but_one": ALL_POINTS - 1,
    "half": ALL_POINTS // 2,
    "lowest_bid": LOWEST_BID,
    "lowest_raise": LOWEST_BID + 1,
    "caller_gets": CALLER,
    "partner_gets": PARTNER,
    "caller_alone_gets": ALONE,
}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: cards with names and values, and payments with a partner and alone."""
    cards = [(rank, ITALIAN[rank], VALUES[rank]) for rank in RANKS] + [(rank, "", 0) for rank in OTHERS]
    payments = [
        (N_("Caller"), CALLER, ALONE),
        (N_("Partner"), PARTNER, None),
        (N_("Each opponent"), -1, -1),
    ]
    return {"language": HOME_LANGUAGE, "cards": cards, "payments": payments}


_PAIRS = pairs("Ada", "Carlo", "Bice", "Dario")
_THREE = singly("Ada", "Bice", "Carlo")
_FIVE = singly("Ada", "Bice", "Carlo", "Dario", "Elsa")


def _example(
    caption: str, sides: list[dict[str, Any]], *hands: dict[str, Any], variant: str = "best-of-three", **options: Any
) -> Example:
    played = document("briscola", variant, sides, list(hands))
    return {"caption": caption, "document": played | {"options": options}}


def _called(caption: str, hand: dict[str, Any], **options: Any) -> Example:
    return _example(caption, _FIVE, hand, variant="chiamata", **options)


EXAMPLES = [
    _example(N_("Two pairs, an ordinary game."), _PAIRS, {"points": [70, 50]}),
    _example(N_("Sixty all, and nobody wins a game."), _PAIRS, {"points": [60, 60]}),
    _example(N_("All the points: one game."), _PAIRS, {"points": [120, 0]}),
    _example(N_("All the points, where they count double."), _PAIRS, {"points": [120, 0]}, cappotto=2),
    _example(
        N_("The cards are counted, each rank for itself."),
        _PAIRS,
        {"cards": {"A": [3, 1], "3": [2, 2], "K": [1, 3], "Q": [4, 0], "J": [2, 2]}},
    ),
    _example(N_("Three players: the most points win."), _THREE, {"points": [50, 45, 25]}),
    _example(N_("Two of three share the most."), _THREE, {"points": [50, 50, 20]}),
    _example(N_("One point was miscounted."), _PAIRS, {"points": [119, 1]}),
    _called(N_("The caller and his partner make 61."), {"caller": 0, "partner": 3, "points": [74, 46]}),
    _called(N_("The same points are not enough for a bid of 75."),
            {"caller": 0, "partner": 3, "bid": 75, "points": [74, 46]}),
    _called(N_("The caller holds the called card himself."), {"caller": 2, "partner": None, "points": [61, 59]}),
    _called(N_("Alone, he has only 40."), {"caller": 2, "partner": None, "points": [40, 80]}),
    _called(N_("The caller’s party takes nothing: doubled."), {"caller": 0, "partner": 1, "points": [0, 120]}),
    _example(N_("Three hands were agreed: one game each and a draw."), _PAIRS,
             {"points": [70, 50]}, {"points": [50, 70]}, {"points": [60, 60]}, hands=3),
]  # fmt: skip


DEMO_WEIGHT = 5


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random hand with even card points (1 is impossible); in the chiamata the better player calls."""
    if is_chiamata(setup):
        partner = chance.choice([None, *(side for side in range(len(setup["sides"])) if side != better)])
        points = shared(chance, int(chance.random() < 0.4), ALL_POINTS // 2)
        return {"caller": better, "partner": partner, "points": [2 * half for half in points]}
    points = shared(chance, 0, ALL_POINTS // 2)
    others = len(setup["sides"]) - 1
    least, left_over = divmod(points[1], others)
    rest = [least + (1 if at < left_over else 0) for at in range(others)]
    rest.insert(better, points[0])
    return {"points": [2 * half for half in rest]}
