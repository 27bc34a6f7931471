"""Truco argentino on paper: columns for each part of a hand, and the rules in short."""

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..fills import of_side
from ..paper import Column, CribLine, Form, beside_each_other
from .cards import MATAS, ORDER
from .flor import CONTRAFLOR_ACCEPTED, EACH


def form(setup: Setup) -> Form:
    """What each side scores for flor, envido and truco, in the order in which they count."""
    columns = [
        Column(_("Envido"), 13, "count", **of_side("envido")),
        Column(_("Truco"), 13, "count", **of_side("truco")),
        Column(_("Total"), 16, "total"),
    ]
    if setup["options"]["flor"] != "none":
        columns = [Column(_("Flor"), 13, "count first", **of_side("flor")), *columns]
    return beside_each_other(setup, columns)


def rules_in_short(setup: Setup) -> list[CribLine]:
    """The order of the cards, the worth of every call, and what the falta is."""
    options = setup["options"]
    top = _("Strongest first: %(manilhas)s, then", manilhas=" ".join(MATAS))
    lines = [CribLine("TAR-2", top + " " + " ".join(ORDER))]
    if options["muestra"]:
        lines.append(CribLine("TAR-3", _("Above them of the muestra's suit"), "2 4 5 11 10"))
    ties = _("the mano wins") if options["three_ties"] == "mano" else _("nobody wins")
    lines += [
        CribLine("TAR-5", _("Three tied tricks"), ties),
        CribLine("TAR-6", _("Truco, retruco, vale cuatro"), "2 3 4"),
    ]
    if options["mazo_envido"]:
        lines.append(CribLine("TAR-10", _("Giving up before any call and trick"), "2"))
    lines.append(CribLine("TAR-11", _("Two of a suit: both numbers and"), "20"))
    lines += [*_envido(setup), *_flor(setup), CribLine("TAR-23", _("Target"), str(options["target"]))]
    return lines


def _envido(setup: Setup) -> list[CribLine]:
    """What calls of envido add, and what the falta is worth."""
    falta = {
        "half": _("in the malas what the leader needs to the half"),
        "winner": _("in the malas what its winner needs to the half"),
        "match": _("in the malas what its winner needs to the target"),
        "leader": _("what the leader needs to the target"),
    }[setup["options"]["falta"]]
    rule = "TAR-14" if setup["options"]["raises"] == "free" else "TAR-13"
    calls = CribLine(rule, _("Envido, real envido"), "2 3")
    return [calls, CribLine("TAR-15", _("Falta envido: %(worth)s", worth=falta))]


def _flor(setup: Setup) -> list[CribLine]:
    """What flores are worth, where they are played."""
    options = setup["options"]
    if options["flor"] == "none":
        return []
    lines = [CribLine("TAR-18", _("Each flor of one side alone"), str(EACH))]
    if options["flor"] == "table":
        lines.append(CribLine("TAR-20", _("Con flor me achico"), str(options["achico"])))
        lines.append(CribLine("TAR-20", _("Contraflor"), str(CONTRAFLOR_ACCEPTED)))
    else:
        lines.append(CribLine("TAR-21", _("Flor against flor: the bids, and each flor of the winner"), str(EACH)))
    resto = _("the falta") if options["resto"] == "falta" else _("what the leader needs, and all flores")
    return [*lines, CribLine("TAR-22", _("Contraflor al resto: %(worth)s", worth=resto))]
