"""Tresette on paper: columns, the rules in short, how a match was won."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _, ngettext

from ..engine.base import Setup, side_of
from ..engine.base import _ as message
from ..fills import Fill, of_side
from ..paper import Column, CribLine, Form, beside_each_other
from .count import ALL_POINTS, THIRDS_OF_A_POINT, THIRDS_OF_AN_ACE, THIRDS_OF_THE_LAST_TRICK
from .honours import POINTS
from .rules import SPECIAL_GAMES

ACE = str(THIRDS_OF_AN_ACE // THIRDS_OF_A_POINT)
FIGURE = f"1/{THIRDS_OF_A_POINT}"
LAST_TRICK = str(THIRDS_OF_THE_LAST_TRICK // THIRDS_OF_A_POINT)
HONOURS = tuple(f"honours.{each}" for each in ("player", "kind", "rank", "missing", "suit"))
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
        Column(_("Aces"), 10, "count first", ACE, **of_side("aces")),
        Column(_("Figures"), 10, "count", FIGURE, **of_side("figures")),
        Column(_("Last trick"), 10, "count", LAST_TRICK, **of_side("last_trick")),
    ]
    if setup["options"]["honours"]:
        columns.append(Column(_("Honours"), 10, "count", fill=_honours_of(setup), tells=HONOURS))
    return beside_each_other(
        setup,
        [
            *columns,
            Column(_("Points"), 11, "points", _("%(points)s in all", points=ALL_POINTS), tells=("points",)),
            Column(_("Total"), 14, "total"),
        ],
    )


def _honours_of(setup: Setup) -> Fill:
    """What the honours of a side's players are worth together."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        honours = [each for each in entry.get("honours", ()) if side_of(setup, each["player"]) == side]
        return str(sum(POINTS[each["kind"]] for each in honours)) if honours else ""

    return fill


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
