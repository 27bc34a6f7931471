"""Truco on paper: columns, the rules in short, how a match was won."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.base import _ as message
from ..engine.cards import signed
from ..engine.side_names import SIGNS
from ..paper import Column, CribLine, Form, beside_each_other
from .claims import MANILHAS, RANKS

ENDINGS = {"iron_hand": message("Won by the iron hand")}


def form(setup: Setup) -> Form:
    """Who called and who won, and what for, are printed to be circled."""
    stakes = " ".join(str(stake) for stake in setup["options"]["stakes"])
    signs = " ".join(SIGNS[: len(setup["sides"])])
    return beside_each_other(
        setup,
        [Column(_("Total"), 22, "total first")],
        [
            (Column(_("Truco by"), 20, "circle", _("circle"), fill=_truco_by), signs),
            (Column(_("Stake"), 38, "circle", _("circle"), fill=_stake, tells=("stake",)), stakes),
            (Column(_("Winner"), 20, "circle", _("circle"), fill=_winner, tells=("winner",)), signs),
        ],
    )


def _truco_by(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return SIGNS[entry["truco"]["side"]] if entry.get("truco") else ""


def _stake(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return str(max(points)) if any(points) else ""


def _winner(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return SIGNS[points.index(max(points))] if any(points) else "="


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Who wins a trick and a hand, the stakes, and what holds at match point."""
    options = setup["options"]
    stakes = options["stakes"]
    match_point = options["match_point"]
    fixed = " ".join(signed(card) for card in MANILHAS)
    manilhas = fixed if options["manilhas"] == "fixed" else _("the rank after the turned-up card ♣ ♥ ♠ ♦")
    lines = [
        CribLine("TRU-1", _("Strongest first: %(manilhas)s, then", manilhas=manilhas), " ".join(RANKS)),
        CribLine("TRU-2", _("Two tricks win the hand; three ties: drawn (TRU-5)")),
        CribLine("TRU-3", _("First trick tied: the next trick won decides")),
        CribLine("TRU-4", _("Later trick tied: the first trick decides")),
        CribLine("TRU-6", _("The hand; truco and its raises"), " ".join(str(stake) for stake in stakes)),
        CribLine("TRU-8", _("Who runs from a call gives the stake before it")),
    ]
    if options["truco_scope"] == "trick":
        lines.append(CribLine("TRU-10", _("Truco accepted: the trick of the call decides")))
        lines.append(CribLine("TRU-11", _("That trick tied: caller loses if the tied card lay before; else one more")))
    else:
        lines.append(CribLine("TRU-12", _("Truco changes the stake, not the way to win")))
    at_match_point = _("A side at %(total)s: no truco, the deal is worth", total=match_point)
    lines.append(CribLine("TRU-13", at_match_point, str(options["match_point_stake"])))
    if options["match_point_fold"]:
        lines.append(CribLine("TRU-14", _("Giving that deal up costs"), str(stakes[0])))
    both = _("Both at %(total)s: iron hand, unseen, worth", total=match_point)
    return [*lines, CribLine("TRU-15", both, str(stakes[0])), CribLine("TRU-16", _("Target"), str(options["target"]))]
