"""What a game is and what its presets mean, in a line each: enough for somebody at the table to choose."""

from scorekeeper.games.engine.base import _

BLURBS = {
    "tresette": _("Aces and figures counted in thirds, eleven points a deal"),
    "truco": _("Three cards, and a stake that climbs to twelve"),
    "albastini": _("120 points to share, and a clear win counts twice"),
    "buraco": _("Melds, runs and pots, to two thousand points"),
}

PRESETS = {
    "tresette": {
        "parlett": _("To 21 points, without honours."),
        "parlett-honours": _("To 31 points. Honours count and must be announced before the first trick."),
        "mcleod": _("To 21 points. Honours count, unannounced."),
        "scarne": _("To 31 points, clockwise. Honours count, unannounced."),
    },
    "truco": {
        "brazilian": _("To 12 points. The trick in which truco was accepted decides; eleven is played for 3."),
        "paulista": _("To 12 points. Truco raises the stake of the whole hand; the side at eleven may give up."),
        "mineiro": _("Stakes 2, 4, 6, 10, 12. At ten the hand is worth 4, and that side may give up."),
    },
    "albastini": {"standard": _("Most of the 120 points win the deal. You play until you stop, or to a target.")},
    "buraco": {
        "us": _("To 2,000 points, with jokers. The first meld needs 50, from 1,500 on 75."),
        "classic": _("Without jokers; otherwise as in the United States."),
        "three-teams": _("Three pairs and three packs, to 2,000 points."),
        "two-by-three": _("Two teams of three and three packs, to 2,000 points."),
        "timed": _("For an agreed time: when you stop, most points win."),
        "burraco": _("To 2,005 points. No first meld, semi-clean runs for 150, any run lets you go out."),
    },
}
