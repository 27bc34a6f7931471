"""Judges of Canasta's claims: a canasta, the first meld of a hand, and going out."""

from ..engine.base import Checks, Entry, Setup, Table, Verdict, _, line
from ..engine.cards import check_cards, check_melds, check_pack, rank_of
from .melds import (
    bonus_of,
    canasta_of,
    canastas_of,
    is_wild,
    meld_of,
    required_first_meld,
    value_of,
    why_no_meld,
)
from .rules import RULE_OF


def _check_packs(checks: Checks, name: str, setup: Setup, cards: "list[str]") -> None:
    packs = setup["options"]["packs"]
    check_pack(checks, name, cards, "CAN-1", packs, 2 * packs)


def judge_canasta(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “This is a canasta”: upheld if the cards are a valid meld of seven cards or more."""
    checks = Checks(claim)
    _check_packs(checks, "cards", setup, check_cards(checks, "cards", claim["cards"], "CAN-18", "CAN-1"))
    checks.raise_problems()
    cards = claim["cards"]
    side = claim.get("side", 0)
    kind = canasta_of(cards, setup["options"])
    is_valid = meld_of(cards, setup["options"]) is not None
    points = sum([value_of(card) for card in cards])
    bonus = bonus_of(setup, kind) if kind else 0
    if kind:
        reasons = [line(side, RULE_OF[kind], _("Seven cards or more: a canasta, +{bonus}"), bonus=bonus, holds=True)]
    elif is_valid:
        reasons = [line(side, "CAN-18", _("A meld, but no canasta: that takes seven cards"), holds=False)]
    else:
        rule, text = why_no_meld(cards, setup["options"])
        reasons = [line(side, rule, text, most=setup["options"]["max_wilds"], holds=False)]
    reasons.append(line(side, "CAN-1", _("The cards are worth {worth}"), worth=points))
    effect = {"valid": is_valid, "kind": kind, "points": points, "bonus": bonus}
    return {"upheld": kind is not None, "reasons": reasons, "effect": effect}


def judge_first_meld(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We open with this”: upheld if all melds are valid and worth enough (CAN-14 to CAN-16)."""
    checks, side, going_out = Checks(claim), claim["side"], claim.get("going_out", False)
    melds = _melds(checks, setup)
    if not checks.problems:
        _check_ranks(checks, setup, melds, going_out)
    checks.raise_problems()
    options = setup["options"]
    kinds = [meld_of(cards, options, going_out) for cards in melds]
    points = sum([value_of(card) for cards in melds for card in cards])
    required = required_first_meld(setup, table["totals"][side])
    canastas = len([cards for cards in melds if canasta_of(cards, options)])
    can_go_out = canastas >= options["canastas_to_go_out"]
    if going_out and can_go_out and options["concealed"]:
        required = 0
    reasons = []
    for index, cards in enumerate(melds):
        if kinds[index] is None:
            rule, text = why_no_meld(cards, options, going_out)
            reasons.append(line(side, "CAN-18", _("Meld {number} is no meld"), number=index + 1, holds=False))
            reasons.append(line(side, rule, text, most=options["max_wilds"], holds=False))
    text = _("The cards are worth {worth}; opening needs {required}")
    rule, enough = "CAN-14" if required else "CAN-16", points >= required
    reasons.append(line(side, rule, text, worth=points, required=required, holds=enough))
    if canastas:
        reasons.append(line(side, "CAN-15", _("To open the cards count, not the bonus of a canasta")))
    if going_out and not can_go_out:
        text = _("Canastas needed to go out: {needed}")
        reasons.append(line(side, "CAN-9", text, needed=options["canastas_to_go_out"], holds=False))
    upheld = len(melds) > 0 and None not in kinds and enough and (can_go_out or not going_out)
    return {"upheld": upheld, "reasons": reasons, "effect": {"points": points, "required": required}}


def _melds(checks: Checks, setup: Setup) -> "list[list[str]]":
    """Returns the claimed melds; refuses invalid cards, and more copies of a card than the packs have."""
    melds = check_melds(checks, "CAN-14", "CAN-18", "CAN-1")
    _check_packs(checks, "melds", setup, [card for cards in melds for card in cards])
    return melds


def _check_ranks(checks: Checks, setup: Setup, melds: "list[list[str]]", going_out: bool) -> None:
    """Refuses two melds of one rank, because they would be one meld (CAN-19); allowed in Samba."""
    options = setup["options"]
    if options["samba"]:
        return
    seen: list[str] = []
    for index, cards in enumerate(melds):
        if meld_of(cards, options, going_out) in (None, "wild"):
            continue
        rank = rank_of(next(card for card in cards if not is_wild(card)))
        if rank in seen:
            checks.refuse("melds." + str(index), "CAN-19", _("Two melds of one rank are one meld"))
        seen.append(rank)


def judge_go_out(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """Judges “We may go out”: enough canastas, no card left, no “no” from the partner (CAN-9, CAN-23)."""
    side = claim["side"]
    needed = setup["options"]["canastas_to_go_out"]
    reasons = []
    if canastas_of(claim) < needed:
        reasons.append(line(side, "CAN-9", _("Canastas needed to go out: {needed}"), needed=needed, holds=False))
    if claim["hand"]:
        reasons.append(line(side, "CAN-9", _("The player going out must have no cards left"), holds=False))
    if claim.get("partner") == "no":
        reasons.append(line(side, "CAN-23", _("The partner said no, and that binds"), holds=False))
    allowed = not reasons
    if allowed:
        reasons.append(line(side, "CAN-9", _("Has the canastas that going out needs")))
    return {"upheld": allowed, "reasons": reasons, "effect": {"allowed": allowed}}


CLAIMS = {"canasta": judge_canasta, "first_meld": judge_first_meld, "go_out": judge_go_out}
