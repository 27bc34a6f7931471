"""Sueca on paper: columns, the rules in short, how a match was won."""

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.base import _ as message
from ..engine.counting import ALL_POINTS, MORE_THAN_HALF
from ..paper import Column, CribLine, Form, card_points_and_games, target_line
from .fields import RANKS, TRICKS_IN_A_DEAL, VALUES
from .rules import BANDEIRA, HIGH_FROM, HIGH_WIN, LOW_WIN, REVOKE

ENDINGS = {"revoke": message("Won because the other side revoked")}


def form(setup: Setup) -> Form:
    """Card points, games and their total."""
    games = Column(_("Games"), 11, "points", f"{LOW_WIN} · {HIGH_WIN} · {BANDEIRA}")
    return card_points_and_games(setup, VALUES, games)


def rules_in_short(setup: Setup) -> list[CribLine]:
    """The cards, what a deal is worth, and how the match ends."""
    options = setup["options"]
    values = " · ".join(f"{rank}: {VALUES[rank]}" for rank in RANKS)
    drawn = {
        "nothing": _("60–60: drawn, nobody wins a game"),
        "double": _("60–60: drawn, the next deal counts double"),
        "one_more": _("60–60: drawn, the next deal counts one game more"),
    }
    bandeira = (
        _("All %(tricks)s tricks: a bandeira", tricks=TRICKS_IN_A_DEAL)
        if options["bandeira"] == "tricks"
        else _("All %(points)s points: a bandeira", points=ALL_POINTS)
    )
    win = _("Deal won with %(low)s points or more; with %(high)s", low=MORE_THAN_HALF, high=HIGH_FROM)
    return [
        CribLine("SUE-1", _("What the cards are worth"), values),
        CribLine("SUE-2", _("All sides' card points together"), str(ALL_POINTS)),
        CribLine("SUE-4", win, f"{LOW_WIN} · {HIGH_WIN}"),
        CribLine("SUE-5", bandeira, str(BANDEIRA)),
        CribLine("SUE-6", drawn[options["after_draw"]]),
        target_line("SUE-7", options["target"], _("No fixed end: most games when you stop")),
        CribLine("SUE-8", _("Not following suit: games for the other side"), str(REVOKE)),
    ]
