"""The rules of each game in a few words, as they stand at the foot of a sheet: what is agreed, with its numbers."""

from collections.abc import Callable
from math import ceil

from scorekeeper.games.albastini.rules import LOW_PER_PLAYER
from scorekeeper.games.engine.base import Setup
from scorekeeper.i18n import _, ngettext
from scorekeeper.paper.model import CribLine


def crib(setup: Setup, columns: int) -> tuple[tuple[CribLine, ...], ...]:
    """The rules that this match is played by, as far as they are asked for at the table, in columns of even length."""
    lines = CRIBS[setup["game"]](setup)
    length = ceil(len(lines) / columns)
    return tuple(tuple(lines[start : start + length]) for start in range(0, len(lines), length))


def _tresette(setup: Setup) -> list[CribLine]:
    options = setup["options"]
    lines = [
        CribLine("TRE-1", _("An ace"), "1"),
        CribLine("TRE-2", _("A 3, 2, Re, Cavallo or Fante"), "1/3"),
        CribLine("TRE-3", _("The last trick"), "1"),
        CribLine("TRE-4", _("Thirds are rounded down; both sides"), "11"),
        CribLine("TRE-5", _("Target"), str(options["target"])),
        CribLine("TRE-8", _("Claiming the target in play wins or loses the match")),
    ]
    if options["special_wins"]:
        lines += [
            CribLine("TRE-9", _("Cappotto: all ten tricks"), _games(2)),
            CribLine("TRE-10", _("Cappottone: one player takes them"), _games(6)),
            CribLine("TRE-11", _("Stramazzo: all ten card points"), _games(3)),
            CribLine("TRE-12", _("Stramazzone: one player takes them"), _games(8)),
            CribLine("TRE-13", _("Napoletana decima: dealt ten of a suit"), _games(16)),
        ]
    if options["honours"]:
        lines += [
            CribLine("TRE-14", _("Four 3s, four 2s or four aces"), "4"),
            CribLine("TRE-15", _("Three of them, naming the missing suit"), "3"),
            CribLine("TRE-16", _("Napoletana: 3, 2 and ace of a suit"), "3"),
        ]
    if options["buon_gioco"]:
        lines.append(CribLine("TRE-19", _("Honours announced before the first trick")))
    return lines


def _games(games: int) -> str:
    return ngettext("%(num)s game", "%(num)s games", games)


def _truco(setup: Setup) -> list[CribLine]:
    options = setup["options"]
    stakes = options["stakes"]
    match_point = options["match_point"]
    manilhas = "4♣ 7♥ A♠ 7♦" if options["manilhas"] == "fixed" else _("the rank after the turned-up card ♣ ♥ ♠ ♦")
    lines = [
        CribLine("TRU-1", _("Strongest first: %(manilhas)s, then", manilhas=manilhas), "3 2 A K J Q 7 6 5 4"),
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


def _albastini(setup: Setup) -> list[CribLine]:
    players = len(setup["seats"])
    low = LOW_PER_PLAYER * players // len(setup["sides"])
    lines = [
        CribLine("ALB-1", _("Dume, jike and court cards"), "A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2"),
        CribLine("ALB-2", _("All sides' card points together"), "120"),
        CribLine("ALB-3", _("A tie for the most: drawn, the same dealer again")),
        CribLine("ALB-4", _("Most card points win the deal"), _("1 game point")),
        CribLine("ALB-5", _("… with another side under %(points)s", points=low), _("2 game points")),
        CribLine("ALB-7", _("The winner deals the next, partners in turn")),
    ]
    lines.append(_target("ALB-8", setup["options"]["target"], _("No fixed end: most game points when you stop")))
    if players == 5:
        lines.append(CribLine("ALB-9", _("The turned-up trump is not drawn: 120 less its value")))
    return lines


def _buraco(setup: Setup) -> list[CribLine]:
    options = setup["options"]
    values = "3–7: 5 · 8–K: 10 · A: 15 · 2: 20"
    if options["jokers"]:
        values = _("%(values)s · joker: 30", values=values)
    lines = [CribLine("BUR-1", _("Cards"), values), CribLine("BUR-3", _("Clean run, seven or more"), "+200")]
    lines.append(CribLine("BUR-4", _("Dirty run, with a wild card"), "+100"))
    if options["semi_clean"]:
        lines.append(CribLine("BUR-5", _("Semi-clean run"), f"+{options['semi_clean']}"))
    any_run = options["go_out_with"] == "any"
    lines += [
        CribLine("BUR-6", _("Cards left in hand"), _("− value")),
        CribLine("BUR-7", _("Pot never taken"), "−100"),
        CribLine("BUR-8", _("Pot taken, nothing played from it"), UNPLAYED_POT[options["unplayed_pot"]]()),
        CribLine("BUR-9", _("Going out, with a run") if any_run else _("Going out, with a clean run"), "+100"),
        CribLine("BUR-11", _("Cutting exactly %(cards)s for the pots", cards=11 * options["packs"]), "+100"),
    ]
    for least, points in options["first_meld"]:
        text = _("First meld, from a total of %(total)s", total=least) if least else _("First meld")
        lines.append(CribLine("BUR-13", text, str(points)))
    if options["first_meld"]:
        lines.append(CribLine("BUR-14", _("… each failed attempt raises it by"), str(options["failed_meld_increment"])))
    return [*lines, _target("BUR-15", options["target"], _("Played for an agreed time: most points win"))]


def _target(rule: str, target: int | None, without: str) -> CribLine:
    """What a match is played to; `without` says it where there is no target."""
    return CribLine(rule, without) if target is None else CribLine(rule, _("Target"), str(target))


# What is deducted for a pot from which nothing was played (BUR-8).
UNPLAYED_POT: dict[str, Callable[[], str]] = {
    "lower": lambda: _("− value, −100 at most"),
    "cards": lambda: _("− value"),
    "flat": lambda: "−100",
}

CRIBS: dict[str, Callable[[Setup], list[CribLine]]] = {
    "tresette": _tresette,
    "truco": _truco,
    "albastini": _albastini,
    "buraco": _buraco,
}
