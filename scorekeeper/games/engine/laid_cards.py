"""Cards that a claim lays down: a list of them, or melds, each of which is one."""

from typing import Any

from .base import Checks, _
from .cards import JOKER, is_card


def check_cards(checks: Checks, name: str, cards: Any, list_rule: str, card_rule: str) -> "list[str]":
    """The cards at `name`; an empty list where something is refused: no list by `list_rule`, no card by `card_rule`."""
    if not isinstance(cards, list):
        checks.refuse(name, list_rule, _("This must be a list of cards"))
        return []
    before = len(checks.problems)
    for index, card in enumerate(cards):
        if card != JOKER and not is_card(card):
            checks.refuse(name + "." + str(index), card_rule, _("This is not a card of the pack"))
    return list(cards) if len(checks.problems) == before else []


def check_melds(checks: Checks, rule: str, list_rule: str, card_rule: str) -> "list[list[str]]":
    """The cards of each meld at `melds`, which `rule` asks for; no melds where they are no list."""
    if not checks.required("melds", rule):
        return []
    melds = checks.mapping["melds"]
    if not isinstance(melds, list):
        checks.refuse("melds", rule, _("This must be a list of melds"))
        return []
    return [
        check_cards(checks, "melds." + str(index), cards, list_rule, card_rule) for index, cards in enumerate(melds)
    ]
