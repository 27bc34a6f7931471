"""Briscola on paper: columns, the rules in short, how a match was won."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.base import _ as message
from ..engine.counting import ALL_POINTS, MORE_THAN_HALF, counted_points
from ..engine.side_names import SIGNS
from ..fills import Fill
from ..paper import Column, CribLine, Form, beside_each_other, card_points_and_games, target_line
from .chiamata import ALONE, CALLER, PARTNER, bid_of, is_chiamata
from .fields import LOWEST_BID, RANKS, VALUES

ENDINGS = {
    "hands_played": message("Won when the agreed hands were played"),
    "hands_played_drawn": message("Drawn when the agreed hands were played"),
}


def form(setup: Setup) -> Form:
    """Card points, games and their total; in the chiamata who called whom for what, and the players' totals."""
    if is_chiamata(setup):
        called = [
            Column(_("Caller"), 14, "count", fill=_sign_of("caller"), tells=("caller",)),
            Column(_("Partner"), 14, "count", fill=_sign_of("partner"), tells=("partner",)),
            Column(_("Bid"), 11, "count", f"{LOWEST_BID}–{ALL_POINTS}", fill=_bid, tells=("bid",)),
            Column(_("Card points"), 12, "count", fill=_card_points, tells=("points",), least=17),
        ]
        return beside_each_other(setup, [Column(_("Total"), 12, "total first")], [(column, "") for column in called])
    return card_points_and_games(setup, VALUES, Column(_("Games"), 11, "points"))


def _sign_of(name: str) -> Fill:
    """The sign of the player who did something; a dash for nobody."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        who = entry.get(name)
        return SIGNS[who] if isinstance(who, int) else "–" if name in entry else ""

    return fill


def _bid(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return str(bid_of(dict(entry))) if "bid" in entry else ""


def _card_points(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    """Of the caller's party and of the others."""
    return "–".join(str(share) for share in counted_points(dict(entry), VALUES, 2)) if "points" in entry else ""


def rules_in_short(setup: Setup) -> list[CribLine]:
    """The cards, what a hand is worth, and how the match ends."""
    values = " · ".join(f"{rank}: {VALUES[rank]}" for rank in RANKS)
    lines = [
        CribLine("BRI-1", _("What the cards are worth"), values),
        CribLine("BRI-2", _("All sides' card points together"), str(ALL_POINTS)),
    ]
    hands = setup["options"]["hands"]
    agreed = [] if hands is None else [CribLine("BRI-7", _("Hands to be played at most"), str(hands))]
    return lines + (_of_the_chiamata(setup, agreed) if is_chiamata(setup) else _of_sides(setup, agreed))


def _of_sides(setup: Setup, agreed: list[CribLine]) -> list[CribLine]:
    """Who wins a game and the match, where every side plays for itself."""
    options = setup["options"]
    if len(setup["sides"]) == 2:
        lines = [CribLine("BRI-3", _("Most points win the game; 60–60 is drawn"), str(MORE_THAN_HALF))]
    else:
        lines = [CribLine("BRI-4", _("Most points win the game; a tie for the most is drawn"))]
    if options["cappotto"] > 1:
        lines.append(CribLine("BRI-5", _("All %(points)s points: games", points=ALL_POINTS), str(options["cappotto"])))
    return [*lines, target_line("BRI-6", options["target"], _("No target: most games win")), *agreed]


def _of_the_chiamata(setup: Setup, agreed: list[CribLine]) -> list[CribLine]:
    """What the caller needs, and who pays whom."""
    options = setup["options"]
    lines = [
        *agreed,
        CribLine("BRI-9", _("Bids: A 3 K Q J 7 6 5 4 2, then points from 62 up")),
        CribLine("BRI-11", _("The caller's party needs the points bid, or"), str(LOWEST_BID)),
        CribLine("BRI-12", _("Caller, partner, each opponent; lost: the signs turned"), f"+{CALLER} +{PARTNER} −1"),
        CribLine("BRI-13", _("The caller alone, each opponent"), f"+{ALONE} −1"),
    ]
    if options["cappotto"] > 1:
        lines.append(CribLine("BRI-14", _("All %(points)s points: doubled", points=ALL_POINTS)))
    return [*lines, target_line("BRI-15", options["target"], _("No target: most points when you stop"))]
