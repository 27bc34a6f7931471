"""Judges of Belote's claims: deals won, deals and matches that are safe, and the side whose announcements count."""

from typing import Any

from ..engine.base import Checks, Entry, Line, Refusal, Setup, Table, Verdict, _, line, points_of_lines
from ..engine.cards import SUITS, check_pack, is_card, rank_of, suit_of
from ..engine.entries import entry_of_claim
from ..engine.game import game_of
from .fields import ALL_POINTS, ALL_TRICKS, CARRES, GENERALE, ROW, RUNS, has_contract
from .rules import CARDS_OF_A_CARRE, CARDS_OF_A_HAND, check_deal, is_made, least_points, lines_of, winner_of, worth_said

LEAST_RUN, LONGEST_RUN = 3, 5  # six in a row do not beat five
ORDER = ("jacks", "nines", "aces", "tens", "kings", "queens")  # from the highest
ORDER_WITHOUT_TRUMPS = ("aces", "tens", "kings", "queens", "jacks", "nines")


def judge_deal(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We won this deal”: the side took and made it, or the other side took and failed."""
    verdict = _judged(setup, table, claim)
    verdict["upheld"] = winner_of(setup, entry_of_claim(claim)) == claim["side"]
    verdict["reasons"][0]["params"]["holds"] = verdict["upheld"]
    return verdict


def judge_capot(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We took all tricks” (BEL-3)."""
    verdict = _judged(setup, table, claim)
    verdict["upheld"] = claim["points"][claim["side"]] == ALL_TRICKS
    text = _("Took all tricks") if verdict["upheld"] else _("Did not take all tricks")
    verdict["reasons"].append(line(claim["side"], "BEL-3", text, holds=verdict["upheld"]))
    return verdict


def _judged(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Returns a verdict on a played deal that is not upheld yet. Raises Refusal as for the entry of a hand."""
    entry = entry_of_claim(claim)
    problems = game_of(setup).problems(setup, table, entry)
    if problems:
        raise Refusal(problems)
    reasons = lines_of(setup, table, entry)
    effect = {"made": is_made(setup, entry), "points": points_of_lines(reasons, 2)}
    return {"upheld": False, "reasons": reasons, "effect": effect}


def judge_made(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “This deal is ours” before its end: upheld if it is in every way that it can end (BEL-27)."""
    side, ends = claim["side"], _ends(setup, claim)
    won = len([entry for entry in ends if winner_of(setup, entry) == side])
    if won == len(ends):
        text = _("However the last {still_out} points fall, this deal is won")
    elif won:
        text = _("With {still_out} points still out, this deal can be lost")
    else:
        text = _("With {still_out} points still out, this deal can no longer be won")
    reason = line(side, "BEL-27", text, still_out=_still_out(claim), holds=won == len(ends))
    effect = {"still_out": _still_out(claim), "possible": won > 0}
    return {"upheld": won == len(ends), "reasons": [reason], "effect": effect}


def judge_safe_win(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We have won the match” before the deal's end: upheld if it ends so in every way (BEL-27)."""
    side, outcomes = claim["side"], [game_of(setup).score(setup, table, entry) for entry in _ends(setup, claim)]
    least = table["totals"][side] + min([outcome["points"][side] for outcome in outcomes])
    upheld = all(outcome["won_by"] is not None and outcome["winner"] == side for outcome in outcomes)
    text = (
        _("However the last {still_out} points fall, the match is won, with {least} at least")
        if upheld
        else _("With {still_out} points still out, the match is not safe; the total is {least} at least")
    )
    reason = line(side, "BEL-27", text, still_out=_still_out(claim), least=least, holds=upheld)
    return {"upheld": upheld, "reasons": [reason], "effect": {"still_out": _still_out(claim), "least": least}}


def _still_out(claim: Entry) -> int:
    return ALL_POINTS - sum(claim.get("points", [0, 0]))


def _ends(setup: Setup, claim: Entry) -> "list[Entry]":
    """Returns the entries of all possible ends of a deal. Raises Refusal for impossible points."""
    checks = Checks(claim)
    if has_contract(setup):
        checks.required("contract", "BEL-13")
    check_deal(checks, setup)
    counted, left = claim.get("points", [0, 0]), _still_out(claim)
    if left < 0 or left == 1:
        text = _("{left} points cannot be still out")
        checks.refuse("points", "BEL-2", text, left=left)
    checks.raise_problems()
    shares = [[counted[0] + more, counted[1] + left - more] for more in range(left + 1)]
    shares = [points for points in shares if 1 not in points]
    shares += [[ALL_TRICKS if side == winner else 0 for side in (0, 1)] for winner in (0, 1) if not counted[1 - winner]]
    ends = []
    for points in shares:
        entry = dict(entry_of_claim(claim), points=points)
        if all(points[side] >= least_points(entry, side) for side in (0, 1)):
            both = entry.get("contract") == GENERALE and points[entry["taker"]] == ALL_TRICKS
            ends += [dict(entry, alone=alone) for alone in (True, False)] if both else [entry]
    if not ends:
        checks.refuse("points", "BEL-7", _("The side with four jacks or aces has a trick with one of them"))
        raise Refusal(checks.problems)
    return ends


def judge_announcements(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “Our announcements count”: upheld if the side has the highest one (BEL-26)."""
    side, trump = claim["side"], claim.get("trump")
    melds = _check_melds(Checks(claim))
    bests = [max([_rank(cards, trump) for cards in lists]) if lists else [] for lists in melds]
    winner = None if bests[0] == bests[1] else bests.index(max(bests))
    points = [sum([_points(cards, trump) for cards in melds[at]]) if at == winner else 0 for at in (0, 1)]
    reasons: list[Line] = []
    for at, lists in enumerate(melds):
        text = _("Announcements: {taken}, the highest count") if at == winner else _("Not higher than the other side’s")
        if lists:
            given = sum([_points(cards, trump) for cards in lists])
            reasons.append(line(at, "BEL-26", text, taken=given, holds=(at == winner) == (at == side)))
    if not melds[side]:
        reasons.append(line(side, "BEL-26", _("Nothing was announced"), holds=False))
    return {"upheld": winner == side, "reasons": reasons, "effect": {"winner": winner, "points": points}}


def _check_melds(checks: Checks) -> "list[list[list[str]]]":
    """Returns each side's announcements. Raises Refusal for cards that are none, or none that can be."""
    melds = checks.mapping["melds"]
    if not isinstance(melds, list) or len(melds) != 2 or not all(isinstance(lists, list) for lists in melds):
        checks.refuse("melds", "BEL-26", _("This must be one list for each of the {sides} sides"), sides=2)
        raise Refusal(checks.problems)
    every: list[str] = []
    for side, lists in enumerate(melds):
        of_side: list[str] = []
        for at, cards in enumerate(lists):
            path = "melds." + str(side) + "." + str(at)
            if not isinstance(cards, list) or not all(is_card(card, ROW) for card in cards):
                checks.refuse(path, "BEL-26", _("This must be cards of the pack of 32"))
            elif not (_is_run(cards) or _carre_of(cards)):
                checks.refuse(path, "BEL-26", _("This is no announcement"))
            else:
                of_side += cards
        if len(of_side) > 2 * CARDS_OF_A_HAND:
            text = _("A side has {most} cards at most")
            checks.refuse("melds." + str(side), "BEL-26", text, most=2 * CARDS_OF_A_HAND)
        every += of_side
    check_pack(checks, "melds", every, "BEL-26", 1, 0)
    checks.raise_problems()
    return melds


def _is_run(cards: "list[str]") -> bool:
    """True for three cards or more in a row of a suit, in any order."""
    places = sorted([ROW.index(rank_of(card)) for card in cards])
    in_a_row = len(places) >= LEAST_RUN and places == list(range(places[0], places[0] + len(places)))
    return in_a_row and len({suit_of(card) for card in cards}) == 1


def _carre_of(cards: "list[str]") -> str:
    """Returns the name of the carré that these cards are; empty if they are none."""
    ranks = [rank_of(card) for card in cards]
    if len(cards) != CARDS_OF_A_CARRE or len(set(ranks)) > 1 or len(set(cards)) < len(SUITS):
        return ""
    return ([name for name in ORDER if CARRES[name][0] == ranks[0]] + [""])[0]


def _rank(cards: "list[str]", trump: "str | None") -> "list[int]":
    """Returns how high an announcement is, for comparison: carré or cards in a row, top card, in trumps."""
    carre = _carre_of(cards)
    if carre:
        order = ORDER_WITHOUT_TRUMPS if trump == "none" else ORDER
        return [LONGEST_RUN + 1, -order.index(carre), 0]
    top = max([ROW.index(rank_of(card)) for card in cards])
    return [min(len(cards), LONGEST_RUN), top, 1 if suit_of(cards[0]) == trump else 0]


def _points(cards: "list[str]", trump: "str | None") -> int:
    """Returns the points of announced cards."""
    size = min(len(cards), LONGEST_RUN)
    return worth_said(_carre_of(cards) or next(name for name in RUNS if RUNS[name][0] == size), trump)


CLAIMS: "dict[str, Any]" = {
    "deal": judge_deal,
    "capot": judge_capot,
    "made": judge_made,
    "safe_win": judge_safe_win,
    "announcements": judge_announcements,
}
