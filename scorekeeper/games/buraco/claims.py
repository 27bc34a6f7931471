"""Judges of Buraco's claims: a meld, the first meld of a hand, and going out."""

from typing import Any

from ..engine.base import Checks, Entry, Line, Setup, Table, Verdict, _, line
from ..engine.cards import JOKER, check_cards, check_melds, check_pack, rank_of, suit_of
from .entry import is_pot_done, may_go_out_with, points_of
from .melds import (
    GROUPED,
    LEAST,
    RULE_OF,
    RUN,
    Reading,
    best_reading,
    bonus_of,
    is_wild_rank,
    place_name,
    value_of,
)
from .rules import required_first_meld


def judge_first_meld(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We may open with this”: upheld if all melds are valid and worth enough (BUR-13, BUR-14)."""
    checks, side, failed = Checks(claim), claim["side"], claim.get("failed_melds", 0)
    melds = check_melds(checks, "BUR-13", "BUR-16", "BUR-1")
    _check_packs(checks, "melds", setup, [card for cards in melds for card in cards])
    checks.raise_problems()
    required = required_first_meld(setup, table["totals"][side], failed)
    return _first_meld(setup, table, side, claim["melds"], required, failed)


def _check_packs(checks: Checks, name: str, setup: Setup, cards: list[str]) -> None:
    """Refuses more copies of a card than the packs have."""
    packs = setup["options"]["packs"]
    check_pack(checks, name, cards, "BUR-1", packs, 2 * packs if setup["options"]["jokers"] else 0)


def judge_meld(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “This is a meld”: upheld if the cards form a valid group or sequence."""
    checks = Checks(claim)
    _check_packs(checks, "cards", setup, check_cards(checks, "cards", claim["cards"], "BUR-16", "BUR-1"))
    checks.raise_problems()
    reading, reasons = explain(claim["cards"], setup, claim.get("side", 0))
    points = sum(value_of(card, setup["options"]) for card in claim["cards"])
    effect = {
        "valid": reading is not None,
        "kind": None if reading is None else reading["kind"],
        "run": None if reading is None else reading["run"],
        "points": points,
    }
    return {"upheld": reading is not None, "reasons": reasons, "effect": effect}


def explain(cards: list[str], setup: Setup, side: int) -> "tuple[Reading | None, list[Line]]":
    """Returns the best reading of the cards (None: no meld), and lines that explain it and its points."""
    reading = best_reading(cards, setup["options"])
    if reading is None:
        rule, text = why_not(cards, setup["options"])
        reasons = [line(side, rule, text, holds=False)]
    else:
        reasons = _reading_lines(reading, len(cards), side) + _run_lines(reading, setup, side)
    worths = [value_of(card, setup["options"]) for card in cards]
    counted = " + ".join([str(worth) for worth in worths]) or "0"
    text = _("The cards are worth {counted} = {worth}")
    reasons.append(line(side, "BUR-1", text, counted=counted, worth=sum(worths)))
    return reading, reasons


def _reading_lines(reading: Reading, cards: int, side: int) -> list[Line]:
    if reading["kind"] == "group":
        lines = [line(side, "BUR-17", _("A group, cards: {cards}"), cards=cards, holds=True)]
        if reading["wild"] and reading["run"] not in ("semi_clean", "eight_dirty"):
            lines.append(line(side, "BUR-21", _("{card} is wild: the group is dirty"), card=reading["wild"]))
        return lines
    text = _("A sequence from {first} to {last}")
    first, last = place_name(reading["first"]), place_name(reading["last"])
    lines = [line(side, "BUR-16", text, first=first, last=last, holds=True)]
    if reading["natural_two"]:
        lines.append(line(side, "BUR-19", _("A 2 in its own place is natural")))
    if reading["wild"]:
        rule = "BUR-20" if reading["natural_two"] else "BUR-18"
        text = _("{card} is wild and replaces the {rank}")
        lines.append(line(side, rule, text, card=reading["wild"], rank=place_name(reading["stands_for"] or 0)))
    return lines


RUN_TEXTS = {
    "clean": _("Seven cards or more without a wild card: a clean run, +{bonus}"),
    "dirty": _("Seven cards or more with a wild card: a dirty run, +{bonus}"),
    "semi_clean": _("Seven natural cards side by side: a semi-clean run, +{bonus}"),
    "thirteen": _("All thirteen ranks without a wild card: +{bonus}"),
    "thirteen_dirty": _("All thirteen ranks with a wild card, the 2 natural: +{bonus}"),
    "fourteen": _("From ace to ace without a wild card: +{bonus}"),
    "eight": _("Eight natural cards of a rank or more: +{bonus}"),
    "eight_dirty": _("Eight natural cards of a rank or more with a wild card: +{bonus}"),
}


def _run_lines(reading: Reading, setup: Setup, side: int) -> list[Line]:
    run = reading["run"]
    if run is None:
        return []
    if run == "semi_clean" and reading["kind"] == "group":
        text = _("With its wild card this group is semi-clean: +{bonus}")
        return [line(side, "BUR-25", text, bonus=bonus_of(setup["options"], run))]
    lines = [line(side, RULE_OF[run], RUN_TEXTS[run], bonus=bonus_of(setup["options"], run))]
    if run == "dirty" and setup["options"]["semi_clean"] and _longest_natural(reading) >= RUN:
        lines.append(line(side, "BUR-24", _("The wild card is not at an end: the run is not semi-clean")))
    return lines


def _longest_natural(reading: Reading) -> int:
    """Returns the number of natural cards on the longer side of a sequence's wild card; 0 in a group."""
    place = reading["stands_for"]
    return 0 if place is None else max(place - reading["first"], reading["last"] - place)


def why_not(cards: list[str], options: dict[str, Any]) -> "tuple[str, str]":
    """Returns a rule number and a text on why the cards are no meld; of several reasons the simplest."""
    suited = [card for card in cards if not is_wild_rank(card)]
    ranks = [rank_of(card) for card in suited]
    if len(cards) < LEAST:
        return "BUR-16", _("A meld has three cards or more")
    if _too_many_wilds(cards, suited):
        return "BUR-18", _("There is more than one wild card")
    if len(set(ranks)) == 1 and ranks[0] not in GROUPED[options["groups"]] and len(ranks) > 1:
        if options["groups"] == "none":
            return "BUR-22", _("Groups are not played here")
        return "BUR-17", _("Only jacks, queens, kings and aces can be grouped")
    if len({suit_of(card) for card in suited}) > 1:
        return "BUR-16", _("A sequence has one suit, a group one rank")
    if ranks.count("A") == 2 and options["ace"] == "one_end":
        return "BUR-23", _("A sequence has an ace at one end only")
    if len(set(ranks)) < len(ranks) - (1 if ranks.count("A") == 2 and options["ace"] == "both" else 0):
        return "BUR-16", _("A place in the sequence is taken twice")
    if "A" in ranks:
        return "BUR-16", _("Cards are missing in between; the ace is an end, the sequence does not go round it")
    return "BUR-16", _("Cards are missing in between")


def _too_many_wilds(cards: list[str], suited: list[str]) -> bool:
    """True if more than one card must be wild. One 2 may be natural, in its own place (BUR-18, BUR-20)."""
    wilds = [card for card in cards if is_wild_rank(card)]
    suits = {suit_of(card) for card in suited}
    near_its_place = any(rank_of(card) in ("A", "3", "4") for card in suited)
    own_suit = [card for card in wilds if card != JOKER and suits == {suit_of(card)}]
    may_be_natural = near_its_place and len(own_suit) > 0
    return len(wilds) - (1 if may_be_natural else 0) > 1


def _first_meld(setup: Setup, table: Table, side: int, melds: "list[list[str]]", required: int, failed: int) -> Verdict:
    reasons: list[Line] = []
    all_valid = True
    for cards in melds:
        reading, why = explain(cards, setup, side)
        all_valid = all_valid and reading is not None
        reasons += why
    points = sum(value_of(card, setup["options"]) for cards in melds for card in cards)
    before = table["totals"][side]
    text = _("At {before} the first meld needs {required}; laid down: {worth}")
    enough = points >= required
    reasons.append(line(side, "BUR-13", text, before=before, required=required, worth=points, holds=enough))
    if failed and required:
        reasons.append(line(side, "BUR-14", _("Failed attempts in this hand: {failed}"), failed=failed))
    upheld = len(melds) > 0 and all_valid and enough
    return {"upheld": upheld, "reasons": reasons, "effect": {"points": points, "required": required}}


def judge_go_out(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We may go out”: upheld if the pot is played, the hand empty and the required run melded (BUR-9)."""
    side, pot, any_run = claim["side"], claim["pot"], setup["options"]["go_out_with"] == "any"
    facts = (
        (
            is_pot_done(pot),
            _("The pot became the stock") if pot == "stock" else _("The pot has been taken and played from"),
            _("The pot has not been taken and played from"),
        ),
        (
            points_of(setup["options"], claim["hand"]) == 0,
            _("The player’s hand is empty"),
            _("The player still holds cards"),
        ),
        (
            may_go_out_with(setup, claim),
            _("A run is melded") if any_run else _("A clean run is melded"),
            _("No run yet") if any_run else _("No clean run yet"),
        ),
    )
    reasons = [line(side, "BUR-9", yes if holds else no, holds=holds) for holds, yes, no in facts]
    allowed = all(holds for holds, _yes, _no in facts)
    return {"upheld": allowed, "reasons": reasons, "effect": {"allowed": allowed}}


CLAIMS = {"meld": judge_meld, "first_meld": judge_first_meld, "go_out": judge_go_out}
