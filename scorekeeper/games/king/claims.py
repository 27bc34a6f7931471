"""Judges of King's claims: a match won whatever comes, a hand that is over, and the rest of the tricks."""

from typing import Any

from ..engine.base import Checks, Entry, Line, Setup, Table, Verdict, _, line, points_of_lines, totals_after
from ..engine.cards import RANKS, check_pack, is_card, rank_of, suit_of
from ..engine.figures import figure
from .fields import ALL_POINTS, FESTA, HOW_MANY, KEYS, MOST_BID, NULO, OF_A_FESTA, TRICKS, WORTH
from .rules import check_hand, festas_left, lines_of, negatives_left, owner_of, taken

OTHERS = 3  # players beside the one who claims
SALE = MOST_BID * WORTH[FESTA]  # the most that a festa is sold for
NULOS = TRICKS * NULO  # the most that a festa played as nulos changes between two players


def judge_safe_win(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “I have won whatever comes”: upheld if every lead is larger than what can still change (KIN-11)."""
    side, hand, options = claim["side"], claim.get("hand"), setup["options"]
    totals, left, waiting = table["totals"], negatives_left(setup, table), festas_left(setup, table)
    change = 0
    if hand is not None:
        _check_so_far(setup, table, hand)
        totals = totals_after(table, points_of_lines(lines_of(setup, table, hand), len(totals)))
        left = [keys for keys in left if keys[0] not in hand]
        waiting = [owner for owner in waiting if FESTA not in hand or owner != owner_of(setup, table, hand)]
        change = sum([count * _most_of(key, hand) for key, count in _still_out(hand)])
    change -= sum([HOW_MANY[key] * WORTH[key] for keys in left for key in keys])
    change += len(waiting) * (NULOS if options["nulos"] else ALL_POINTS)
    margins: list[int | None] = []
    reasons: list[Line] = []
    for other, total in enumerate(totals):
        may_change = change + (SALE if options["sale"] and other in waiting else 0)
        margin = totals[side] - total - may_change
        margins.append(None if other == side else margin)
        if other != side:
            text = _("Lead over {who}: {lead}, {change} can still change, leaves {margin}")
            params: dict[str, Any] = {"who": setup["sides"][other]["name"], "lead": figure(totals[side] - total)}
            params.update({"change": may_change, "margin": figure(margin)})
            reasons.append(line(side, "KIN-11", text, holds=margin > 0, **params))
    upheld = all(reason["params"]["holds"] for reason in reasons)
    return {"upheld": upheld, "reasons": reasons, "effect": {"winner": side if upheld else None, "margins": margins}}


def _most_of(key: str, hand: Entry) -> int:
    """Returns the points by which one card or trick still out can change the difference between two players."""
    return NULO if hand.get("nulos") else abs(WORTH[key])


def _still_out(hand: Entry) -> "list[tuple[str, int]]":
    """Returns (game, how many are still out) pairs of a hand counted so far."""
    return [(key, HOW_MANY[key] - sum(taken(key, hand))) for key in KEYS if key in hand]


def _check_so_far(setup: Setup, table: Table, hand: Entry) -> None:
    """Raises Refusal for a hand that cannot be played now, or that cannot have been counted so."""
    checks = Checks(hand, "hand.")
    for name in [field["name"] for field in OF_A_FESTA]:
        if name in hand and FESTA not in hand:
            checks.refuse(name, None, _("Unknown field: {unknown}"), unknown=name)
    check_hand(checks, setup, table)
    if not checks.problems:
        left = dict(_still_out(hand))
        for key in KEYS:
            if left.get(key, 0) < 0:
                text = _("These add up to {sum}, there are only {total}")
                number = "KIN-2" if key == FESTA else "KIN-1"
                checks.refuse(key, number, text, sum=HOW_MANY[key] - left[key], total=HOW_MANY[key])
        _check_pair_so_far(checks, left)
    checks.raise_problems()


def _check_pair_so_far(checks: Checks, left: "dict[str, int]") -> None:
    """Refuses last tricks that are not the last ones, and a king of hearts out when all hearts are in (KIN-9)."""
    if "tricks" in left and "last_two" in left and left["last_two"] != min(left["tricks"], HOW_MANY["last_two"]):
        text = _("With {tricks} tricks to play, {last} of the last two are out")
        params = {"tricks": left["tricks"], "last": min(left["tricks"], HOW_MANY["last_two"])}
        checks.refuse("last_two", "KIN-9", text, **params)
    if "hearts" in left and "king" in left and left["hearts"] < left["king"]:
        checks.refuse("king", "KIN-9", _("All hearts are in, so the king of hearts is too"))


def judge_over(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “This hand is over”: upheld if nothing that counts is still out."""
    hand = claim["hand"]
    _check_so_far(setup, table, hand)
    reasons = lines_of(setup, table, hand)
    points = points_of_lines(reasons, len(setup["sides"]))
    left = sum([count for _key, count in _still_out(hand)])
    text = _("Nothing that counts is still out") if left == 0 else _("Of what counts, {left} are still out")
    reasons.append(line(claim["side"], "KIN-2" if FESTA in hand else "KIN-1", text, left=left, holds=left == 0))
    return {"upheld": left == 0, "reasons": reasons, "effect": {"left": left, "points": points}}


def judge_rest(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “I am on lead, the rest is mine”: upheld if every trick is his however the others’ cards lie (KIN-12)."""
    side, cards, others, trump = claim["side"], claim["cards"], claim["others"], claim.get("trump", "none")
    _check_cards(Checks(claim))
    reasons = []
    for suit in ("S", "H", "D", "C"):
        own, theirs = _places(cards, suit), _places(others, suit)
        if own:
            sure = _higher(own, theirs)
            text = _("In {suit} {sure} of your {own} cards are higher than all of theirs; they have {theirs}")
            params: dict[str, Any] = {"suit": SUIT_NAMES[suit], "sure": sure, "own": len(own), "theirs": len(theirs)}
            reasons.append(line(side, "KIN-12", text, holds=sure == len(own) or sure >= len(theirs), **params))
    if trump != "none" and len(_places(cards, trump)) < len(cards):
        own, theirs = _places(cards, trump), _places(others, trump)
        if theirs:
            sure = _higher(own, theirs)
            text = _("The others have {theirs} trumps, {sure} higher ones can draw them")
            reasons.append(line(side, "KIN-12", text, theirs=len(theirs), sure=sure, holds=sure >= len(theirs)))
    upheld = all(reason["params"]["holds"] for reason in reasons)
    return {"upheld": upheld, "reasons": reasons, "effect": {"tricks": len(cards)}}


SUIT_NAMES = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
ORDER = RANKS[1:] + RANKS[:1]  # low to high: the ace is the highest


def _places(cards: "list[str]", suit: str) -> "list[int]":
    """Returns the places of the cards of a suit, from low to high."""
    return [ORDER.index(rank_of(card)) for card in cards if suit_of(card) == suit]


def _higher(own: "list[int]", theirs: "list[int]") -> int:
    """Returns how many places are higher than all others."""
    return len([place for place in own if all(place > other for other in theirs)])


def _check_cards(checks: Checks) -> None:
    """Raises Refusal unless there is a card to play, each player has as many, and one pack holds them all."""
    both = []
    for name in ("cards", "others"):
        cards = checks.mapping[name]
        if not isinstance(cards, list) or not all(is_card(card) for card in cards):
            checks.refuse(name, "KIN-12", _("This must be cards, such as AS or 10H"))
        else:
            both += cards
    if not checks.problems:
        cards, others = checks.mapping["cards"], checks.mapping["others"]
        if not cards:
            checks.refuse("cards", "KIN-12", _("Fill this in"))
        if len(others) != OTHERS * len(cards):
            text = _("The three others hold {cards} cards together")
            checks.refuse("others", "KIN-12", text, cards=OTHERS * len(cards))
        check_pack(checks, "others", both, "KIN-12", 1, 0)
    checks.raise_problems()


CLAIMS = {"safe_win": judge_safe_win, "over": judge_over, "rest": judge_rest}
