"""Albastini on paper: columns and the rules in short."""

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.counting import ALL_POINTS
from ..fills import card_points
from ..paper import Column, CribLine, Form, beside_each_other, card_points_and_games, target_line
from .count import COUNTING, VALUES
from .rules import LOW_PER_PLAYER, WORTH_ONE, WORTH_TWO


def form(setup: Setup) -> Form:
    """Card points, game points and their total; with many sides the game points go straight into the total."""
    if len(setup["sides"]) > 3:
        return beside_each_other(
            setup,
            [
                Column(_("Cards"), 11, "count first", str(ALL_POINTS), **card_points(VALUES)),
                Column(_("Total"), 11, "total"),
            ],
        )
    return card_points_and_games(setup, VALUES, Column(_("Game points"), 11, "points", f"{WORTH_ONE} · {WORTH_TWO}"))


def rules_in_short(setup: Setup) -> list[CribLine]:
    """The cards, what a deal is worth, and how the match ends."""
    players = len(setup["seats"])
    low = LOW_PER_PLAYER * players // len(setup["sides"])
    lines = [
        CribLine("ALB-1", _("Dume, jike and court cards"), " · ".join(f"{rank}: {VALUES[rank]}" for rank in COUNTING)),
        CribLine("ALB-2", _("All sides' card points together"), str(ALL_POINTS)),
        CribLine("ALB-3", _("A tie for the most: drawn, the same dealer again")),
        CribLine("ALB-4", _("Most card points win the deal"), _("1 game point")),
        CribLine("ALB-5", _("… with another side under %(points)s", points=low), _("2 game points")),
        CribLine("ALB-7", _("The winner deals the next, partners in turn")),
    ]
    lines.append(target_line("ALB-8", setup["options"]["target"], _("No fixed end: most game points when you stop")))
    if players == 5:
        lines.append(
            CribLine("ALB-9", _("The turned-up trump is not drawn: %(points)s less its value", points=ALL_POINTS))
        )
    return lines
