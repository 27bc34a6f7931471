"""Buraco for three players: first one against two, later each for himself (BUR-32 to BUR-36)."""

from ..engine.base import Checks, Line, Setup, Table, _, line, points_of_lines
from .entry import CARDS_OF_A_POT, check_going_out, check_hand, check_packs, check_part

VARIANT = "burraco-3"
CARDS_OF_THE_LONE_POT = 18
PARTS = ("alone", "pair")


def is_for_three(setup: Setup) -> bool:
    """True if the match is the variant for three players, each with a total of their own."""
    return setup["variant"] == VARIANT


def plays_three_pots(setup: Setup, table: Table, totals: "list[int]") -> bool:
    """True if each player plays for himself: a total is high enough now, or was in an earlier hand (BUR-34)."""
    until = setup["options"]["lone_hand_until"]
    began = table.get("private", {}).get("three_pots", False)
    return bool(began or (until is not None and max(totals + table["totals"]) >= until))


def each_scores_alone(setup: Setup, table: Table) -> bool:
    """True if the next hand has no lone player: the match is not for three, or three pots are made."""
    return not is_for_three(setup) or plays_three_pots(setup, table, table["totals"])


def lines_of_three_pots(setup: Setup, table: Table, totals: "list[int]") -> "list[Line]":
    """Returns a line for each player whose total ends lone hands; empty if they ended before (BUR-34)."""
    if each_scores_alone(setup, table) or not plays_three_pots(setup, table, totals):
        return []
    until = setup["options"]["lone_hand_until"]
    text = _("Has reached {until}: three pots are made from the next hand on")
    return [line(side, "BUR-34", text, until=until) for side, total in enumerate(totals) if total >= until]


def lines_without_a_lone_player(setup: Setup) -> "list[Line]":
    """Returns a line for each player of a hand without a taken pot (BUR-36)."""
    text = _("Nobody took a pot: each scores for himself")
    return [line(side, "BUR-36", text) for side in range(len(setup["sides"]))]


def pots_made(setup: Setup, table: Table) -> "list[int]":
    """Returns the number of cards in each pot of the next hand (BUR-32, BUR-34)."""
    if plays_three_pots(setup, table, table["totals"]):
        return [CARDS_OF_A_POT] * len(setup["sides"])
    return [CARDS_OF_THE_LONE_POT, CARDS_OF_A_POT]


def check_hand_of_three(checks: Checks, setup: Setup, table: Table) -> None:
    """Refuses a lone hand if three pots were made, other hands if not, and contradictions in either."""
    three_pots = plays_three_pots(setup, table, table["totals"])
    if "lone" in checks.mapping:
        if three_pots:
            checks.refuse("lone", "BUR-34", _("Three pots are made: everybody plays for himself"))
        else:
            _check_lone_hand(checks, setup)
        return
    check_hand(checks, setup, table)
    if three_pots or checks.problems:
        return
    nobody_took_a_pot = all(part["pot"] == "none" for part in checks.mapping["sides"])
    if not nobody_took_a_pot or checks.mapping.get("went_out") is not None:
        checks.refuse("lone", "BUR-36", _("Who took the 18 cards and played alone?"))


def _check_lone_hand(checks: Checks, setup: Setup) -> None:
    """Checks a lone hand: the lone player's part, the pair's part, and both together (BUR-32)."""
    hand, went_out = checks.mapping, checks.mapping.get("went_out")
    for name in PARTS:
        part = Checks(hand[name], name + ".", checks.problems)
        check_part(part, setup)
        if hand[name].get("cut_bonus"):
            _refuse_cut(part, setup)
    if hand["alone"]["pot"] in ("none", "stock"):
        checks.refuse("alone.pot", "BUR-32", _("The lone player has taken a pot"))
    if checks.problems:
        return
    check_packs(checks, "pair", setup, [hand[name] for name in PARTS])
    if went_out is not None:
        check_going_out(checks, setup, hand["alone" if went_out == hand["lone"] else "pair"])


def _refuse_cut(part: Checks, setup: Setup) -> None:
    if not setup["options"]["exact_cut"]:
        part.refuse("cut_bonus", "BUR-26", _("The exact cut earns nothing here"))
    part.refuse("cut_bonus", "BUR-32", _("There is no exact cut in a lone hand"))


def lines_of_the_pair(setup: Setup, lone: int, lines: "list[Line]") -> "list[Line]":
    """Returns a line for each partner with half of the pair's points, rounded up (BUR-33)."""
    pair = points_of_lines(lines, len(setup["sides"]))[lone]
    half = -(-pair // 2)
    counted = " ".join([_signed(scored["points"]) for scored in lines if scored["points"]]) or "0"
    text = _("The pair has {counted} = {pair}: half of it, {worth}")
    partners = [side for side in range(len(setup["sides"])) if side != lone]
    return [line(side, "BUR-33", text, half, counted=counted, pair=pair, worth=half) for side in partners]


def _signed(points: int) -> str:
    return ("+" if points > 0 else "−") + str(abs(points))
