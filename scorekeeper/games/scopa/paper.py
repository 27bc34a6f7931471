"""Scopa on paper: columns, the rules in short, how a match was won."""

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.base import _ as message
from ..fills import of_side
from ..paper import Column, CribLine, Form, beside_each_other
from .calling import SURE_CARDS, SURE_COINS
from .fields import CARDS, COINS, NAPOLA_LEAST, SEVENS

ENDINGS = {
    "claim": message("Won by calling out in play, rightly"),
    "claim_failed": message("Won because the other side called out wrongly"),
    "claim_failed_drawn": message("Drawn: the claim did not hold, and the two others were level"),
    "napola": message("Won with all ten coins"),
}


def form(setup: Setup) -> Form:
    """What each of two sides took; three sides have room for their sweeps, points and totals."""
    total = [Column(_("Points"), 10, "points"), Column(_("Total"), 13, "total")]
    if len(setup["sides"]) > 2:
        return beside_each_other(setup, [Column(_("Sweeps"), 11, "count first", **of_side("scope")), *total])
    options = setup["options"]
    counted = [
        Column(_("Cards"), 9, "count first", str(CARDS), **of_side("cards")),
        Column(_("Coins"), 9, "count", str(COINS), **of_side("coins")),
    ]
    counted.append(Column("7♦", 6, "count", **of_side("settebello")))
    if options["fourth_point"] == "primiera":
        counted.append(Column(_("Primiera"), 12, "count", **of_side("primiera")))
    else:
        counted.append(Column(_("Sevens"), 9, "count", str(SEVENS), **of_side("sevens")))
    if options["napola"] != "none":  # it takes the place of the points
        counted.append(Column(_("Napola"), 9, "count", **of_side("napola")))
        total = [Column(_("Total"), 13, "total")]
    return beside_each_other(setup, [*counted, Column(_("Sweeps"), 9, "count", **of_side("scope")), *total])


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Each point, the target, and what the match's options add."""
    options = setup["options"]
    three = options["majority"] and len(setup["sides"]) > 2
    most_cards = _("Most cards, %(count)s at least", count=SURE_CARDS) if three else _("Most cards; a tie: nobody")
    most_coins = _("Most coins, %(count)s at least", count=SURE_COINS) if three else _("Most coins; a tie: nobody")
    lines = [CribLine("SCO-1", most_cards, "1"), CribLine("SCO-2", most_coins, "1")]
    lines.append(CribLine("SCO-4", _("Settebello: the 7 of coins"), "1"))
    if options["fourth_point"] == "primiera":
        lines.append(CribLine("SCO-5", _("Primiera: best card of each suit; 7 21, 6 18, A 16, 5 15 … figure 10"), "1"))
    else:
        lines.append(CribLine("SCO-6", _("Most sevens; a tie: nobody"), "1"))
    lines.append(CribLine("SCO-7", _("Each sweep; not with the last card"), "1"))
    if options["napola"] != "none":
        lines.append(CribLine("SCO-8", _("Napola: A, 2, 3 of coins and on"), f"{NAPOLA_LEAST}–{COINS}"))
    if options["napola"] == "wins":
        lines.append(CribLine("SCO-9", _("All ten coins win the match")))
    if options["re_bello"]:
        lines.append(CribLine("SCO-10", _("Re bello: the king of coins"), "1"))
    lines.append(CribLine("SCO-11", _("Target"), str(options["target"])))
    if options["order"]:
        lines.append(CribLine("SCO-12", _("Counted in this order, sweeps last: the first to arrive wins")))
    lines.append(CribLine("SCO-15", _("Calling out in play wins or loses the match")))
    return lines
