"""Random claims of Truco argentino: hands of cards, tricks, and "we won this hand"."""

from random import Random
from typing import Any

from tests.documents.pieces import Document, Entry, maybe
from tests.games.truco.documents import played

PACK = [rank + suit for rank in ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12") for suit in "EBOC"]
MUESTRA = ("uruguayo",)
CLAIMS: list[Entry] = [
    {"type": "envido", "side": 0, "hands": {"Anna": ["7E", "6E", "2C"]}},
    {"type": "flor", "side": 0, "hands": {"Anna": ["7E", "6E", "2E"]}},
    {"type": "trick", "cards": [["1E", 0], ["3O", 1], ["back", 0], ["3C", 1]]},
    {"type": "hand", "side": 0, "truco": {"tricks": [0, 0]}},
]


def claim(rng: Random, document: Document) -> Entry:
    """A claim about the cards in a player's hand, a trick or a hand."""
    kind = rng.choice(["envido", "flor", "trick", "hand"])
    players = len(document["sides"][0]["players"])
    if kind == "hand":
        return _hand(rng, players)
    cards = rng.sample(PACK, len(PACK))
    made = _trick(rng, players, cards) if kind == "trick" else _hands(rng, kind, document, cards)
    with_muestra = bool(document.get("variant") in MUESTRA or document.get("options", {}).get("muestra"))
    if with_muestra is not maybe(rng, 0.05):
        made["muestra"] = cards.pop()
    return made


def _hands(rng: Random, kind: str, document: Document, cards: list[str]) -> Entry:
    people = [name.strip() for side in document["sides"] for name in side["players"]]
    shown = rng.sample(people, rng.randint(1, len(people)))
    if maybe(rng, 0.3):
        suit = rng.choice("EBOC")
        cards.sort(key=lambda card: card[-1] != suit)
    hands: dict[str, Any] = {name: [cards.pop(0) for _ in range(3)] for name in shown}
    if maybe(rng, 0.05):
        hands[shown[0]] = rng.choice([[], ["8E", "9B", "JOKER"], ["1E", "1E", "1E"], None, ["1", "E", ""]])
    return {"type": kind, "side": rng.randrange(2), "hands": hands}


def _trick(rng: Random, players: int, cards: list[str]) -> Entry:
    first = rng.randrange(2)
    many = 2 if players == 3 and maybe(rng, 0.4) else 2 * players
    few = [card for card in cards if card[:-1] in ("3", "7", "2")] if maybe(rng, 0.5) else cards
    laid = [["back" if maybe(rng, 0.15) else few.pop(0), (first + seat) % 2] for seat in range(many)]
    return {"type": "trick", "cards": laid}


def _hand(rng: Random, players: int) -> Entry:
    truco: Entry = {"tricks": played(rng)}
    calls = ["truco", "retruco", "vale_cuatro"][: rng.randint(0, 3)]
    if calls:
        truco |= {"calls": calls, "by": rng.randrange(2), "answer": "accept"}
        if maybe(rng, 0.3):
            truco |= {"tricks": truco["tricks"][:-1], "answer": "refuse"}
    elif maybe(rng, 0.3):
        truco |= {"tricks": truco["tricks"][:-1], "mazo": rng.randrange(2)}
    made: Entry = {"type": "hand", "side": rng.randrange(2), "truco": truco}
    if maybe(rng, 0.4 if players == 3 else 0.03):
        made["duel"] = rng.randint(1, 3)
    return made
