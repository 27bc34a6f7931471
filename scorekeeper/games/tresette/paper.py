"""Tresette on paper: columns, the rules in short, how a match was won."""

from scorekeeper.i18n import _, ngettext

from ..engine.base import Setup
from ..engine.base import _ as message
from ..paper import Column, CribLine, Form, beside_each_other
from .count import ALL_POINTS, THIRDS_OF_A_POINT, THIRDS_OF_AN_ACE, THIRDS_OF_THE_LAST_TRICK
from .honours import POINTS
from .rules import SPECIAL_GAMES

ACE = str(THIRDS_OF_AN_ACE // THIRDS_OF_A_POINT)
FIGURE = f"1/{THIRDS_OF_A_POINT}"
LAST_TRICK = str(THIRDS_OF_THE_LAST_TRICK // THIRDS_OF_A_POINT)
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
        Column(_("Aces"), 10, "count first", ACE),
        Column(_("Figures"), 10, "count", FIGURE),
        Column(_("Last trick"), 10, "count", LAST_TRICK),
    ]
    if setup["options"]["honours"]:
        columns.append(Column(_("Honours"), 10, "count"))
    return beside_each_other(
        setup,
        [
            *columns,
            Column(_("Points"), 11, "points", _("%(points)s in all", points=ALL_POINTS)),
            Column(_("Total"), 14, "total"),
        ],
    )


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
