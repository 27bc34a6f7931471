"""Scala 40's claims: an opening of 40, and "you are out"."""

from typing import Any, Callable

from ..engine.base import Checks, Entry, Line, Refusal, Setup, Table, Verdict, _, line
from ..engine.cards import JOKER, check_pack, is_card
from .entry import is_out, least_count, may_reenter, most_counts, worth_of

PACKS = 2
JOKERS = 4
REQUIRED = 40
MOST_CARDS = 13  # of an opening: the fourteenth is discarded


def claims(is_doubled: "Callable[[Setup, bool], bool]", unopened: int) -> "dict[str, Any]":
    """The judges, which use what a hand scores."""

    def judge_out(setup: Setup, table: Table, claim: Entry) -> Verdict:
        """“You are out”, as it stands or with what the hand would add."""
        checks = Checks(claim)
        checks.only(("type", "side", "count", "from_hand", "unopened"))
        side = checks.side("side", "SCA-6", len(setup["sides"]))
        not_opened = checks.flag("unopened", "SCA-5")
        from_hand = checks.flag("from_hand", "SCA-4")
        _check_count(checks, setup, table, side, not_opened)
        if checks.problems or side is None:
            raise Refusal(checks.problems)
        added = unopened if not_opened else claim.get("count", 0) * (2 if is_doubled(setup, from_hand) else 1)
        total = table["totals"][side] + added
        limit = setup["options"]["limit"]
        upheld = total >= limit
        text = _("Is out: {total}, the limit is {limit}") if upheld else _("Is in with {total}, the limit is {limit}")
        reasons = [line(side, "SCA-6", text, total=total, limit=limit)]
        return {"upheld": upheld, "reasons": reasons, "effect": {"total": total, "limit": limit}}

    return {"opening": judge_opening, "out": judge_out}


def _check_count(checks: Checks, setup: Setup, table: Table, side: "int | None", not_opened: bool) -> None:
    """A count keeps the bounds of one player's; only who is in has one."""
    if checks.has("count"):
        most, rule = most_counts(setup)
        checks.whole("count", rule, least_count(setup), most[0])
    if checks.has("count") and not_opened:
        checks.refuse("unopened", "SCA-5", _("Who has not opened has no count"))
    if checks.has("from_hand") and not checks.has("count"):
        checks.refuse("from_hand", "SCA-4", _("Only a count can be doubled"))
    if not_opened and setup["options"]["unopened"] != "flat":
        checks.refuse("unopened", "SCA-5", _("Here everybody counts the cards in hand"))
    counted = checks.has("count") or not_opened
    if counted and side is not None and is_out(setup, table["totals"][side]):
        checks.refuse("side", "SCA-7", _("This player is out"))


def judge_opening(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """“We open with this”: upheld when every meld is one and they are worth 40 together (SCA-11 to SCA-15)."""
    checks = Checks(claim)
    checks.only(("type", "side", "melds"))
    side = checks.side("side", "SCA-11", len(setup["sides"]))
    if side is not None and is_out(setup, table["totals"][side]) and side not in may_reenter(table):
        checks.refuse("side", "SCA-7", _("This player is out"))
    _check_melds(checks)
    if checks.problems or side is None:
        raise Refusal(checks.problems)
    worths = [worth_of(meld) for meld in claim["melds"]]
    points = sum([worth for worth in worths if worth is not None])
    clean = sum([worth for meld, worth in zip(claim["melds"], worths) if worth is not None and JOKER not in meld])
    reasons = [_meld_line(side, index, worth) for index, worth in enumerate(worths)]
    text = _("The melds are worth {worth}, an opening needs {required}")
    reasons.append(line(side, "SCA-11", text, worth=points, required=REQUIRED, holds=points >= REQUIRED))
    upheld = None not in worths and points >= REQUIRED
    if setup["options"]["clean_opening"]:
        text = _("Without jokers they are worth {worth}, an opening needs {required}")
        reasons.append(line(side, "SCA-15", text, worth=clean, required=REQUIRED, holds=clean >= REQUIRED))
        upheld = upheld and clean >= REQUIRED
    return {"upheld": upheld, "reasons": reasons, "effect": {"points": points, "required": REQUIRED, "melds": worths}}


def _meld_line(side: int, index: int, worth: "int | None") -> Line:
    if worth is None:
        text = _("Meld {number} is neither a set nor a sequence")
        return line(side, "SCA-12", text, number=index + 1, holds=False)
    return line(side, "SCA-12", _("Meld {number}: {worth}"), number=index + 1, worth=worth)


def _check_melds(checks: Checks) -> None:
    """Lists of cards that two packs with four jokers hold, thirteen at most."""
    if not checks.required("melds", "SCA-11"):
        return
    melds = checks.mapping["melds"]
    if not isinstance(melds, list) or not melds or not all(isinstance(meld, list) and meld for meld in melds):
        checks.refuse("melds", "SCA-11", _("This must be a list of melds, each a list of cards"))
        return
    cards = [card for meld in melds for card in meld]
    if not all(is_card(card) or card == JOKER for card in cards):
        checks.refuse("melds", "SCA-11", _("This must be cards, such as AS, 10H or JOKER"))
        return
    if len(cards) > MOST_CARDS:
        checks.refuse("melds", "SCA-11", _("An opening has {most} cards at most: one is discarded"), most=MOST_CARDS)
    check_pack(checks, "melds", cards, "SCA-11", PACKS, JOKERS)
