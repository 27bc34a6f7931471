"""Random matches of Truco: quick and full entries, trucos run from and accepted, eleven, iron hands, folds."""

from random import Random
from typing import Any

from scorekeeper.games.truco import GAME
from tests.documents.good import agreed, house_rules, some_variant
from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted
from tests.games.table import document as a_match

NEVER_CITED = {"TRU-9", "TRU-17"}  # settled without a line: the play, and how many sit down
GOING_ON = (a_match("truco", {"winner": 1, "stake": 3}), [0, 3])
FINISHED = (a_match("truco", {"winner": 0, "stake": 12}), [12, 0], 0)
CLAIMS: list[Entry] = [
    {"type": "trick", "cards": [["4C", 0], ["3H", 1], ["3S", 0], ["back", 1]]},
    {"type": "hand", "side": 0, "tricks": [0, 0]},
]

SHAPES = ((2, 2), (2, 2), (2, 1), (2, 3))
Agreed = dict[str, Any]
Tricks = list[int | None]
PACK = [rank + suit for rank in ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K") for suit in "SHDC"]

BAD_HANDS: list[Entry] = [
    {"winner": 0},
    {"winner": 0, "stake": 5},
    {"winner": None, "stake": 3},
    {"fold": True},
    {"tricks": []},
    {"tricks": [0]},
    {"tricks": [0, 1]},
    {"tricks": [0, 0, 1]},
    {"tricks": [None, 1, 1]},
    {"tricks": [None]},
    {"tricks": [0, 0], "truco": {"trick": 3, "side": 0, "proposals": 1, "answer": "accept"}},
    {"tricks": [0, 0], "truco": {"trick": 3, "side": 0, "proposals": 1, "answer": "run"}},
    {"tricks": [0, 0], "truco": {"trick": 1, "side": 0, "proposals": 1, "answer": "run"}},
    {"tricks": [0], "truco": {"trick": 2, "side": 0, "proposals": 5, "answer": "run"}},
    {"tricks": [0], "truco": {"trick": 2, "side": 0, "proposals": 1, "answer": "accept"}},
]


def good(rng: Random) -> Document:
    """A good match of Truco."""
    variant, shape = some_variant(rng, GAME), rng.choice(SHAPES)
    document = head(rng, "truco", variant, house_rules(rng, GAME, variant), shape, several_shapes=shape != (2, 2))
    rules = agreed(document)
    totals = [0, 0]
    for _ in range(how_many(rng)):
        entry, winner, points = _hand(rng, rules, totals)
        document["hands"].append(noted(rng, entry))
        iron = min(totals) >= rules["match_point"]
        if winner is not None:
            totals[winner] += points
            if iron or totals[winner] >= rules["target"]:
                break
    return document


def _hand(rng: Random, rules: Agreed, totals: list[int]) -> tuple[Entry, int | None, int]:
    """An entry, who wins the hand, and the points for it."""
    top = [side for side in (0, 1) if totals[side] >= rules["match_point"]]
    base = rules["stakes"][0]
    if len(top) == 1 and rules["match_point_fold"] and maybe(rng, 0.4):
        other = 1 - top[0]
        return ({"fold": True} if maybe(rng, 0.6) else {"winner": other, "stake": base}), other, base
    if top:
        return _plain(rng, rules["match_point_stake"] if len(top) == 1 else base)
    if maybe(rng, 0.45):
        return _plain(rng, rng.choice([base, base, *rules["stakes"][:3]]), quick=True)
    if maybe(rng, 0.5) or len(rules["stakes"]) == 1:
        return _plain(rng, base, quick=False)
    return _called(rng, rules)


def _plain(rng: Random, stake: int, quick: bool | None = None) -> tuple[Entry, int | None, int]:
    """A hand without truco, or the quick entry of any."""
    if quick or (quick is None and maybe(rng, 0.5)):
        winner = rng.choice([0, 0, 0, 1, 1, 1, None])
        return ({"winner": None} if winner is None else {"winner": winner, "stake": stake}), winner, stake
    tricks = played(rng)
    return {"tricks": tricks}, hand_winner(tricks), stake


def _called(rng: Random, rules: Agreed) -> tuple[Entry, int | None, int]:
    """A hand with a truco, run from or accepted."""
    stakes = rules["stakes"]
    full = played(rng)
    trick = rng.randint(1, len(full))
    truco: Entry = {
        "trick": trick,
        "side": rng.randrange(2),
        "proposals": min(rng.choice([1, 1, 2, 3, 4]), len(stakes) - 1),
    }
    last = truco["side"] if truco["proposals"] % 2 else 1 - truco["side"]
    if maybe(rng, 0.45):
        truco["answer"] = "run"
        return {"tricks": full[: trick - 1], "truco": truco}, last, stakes[truco["proposals"] - 1]
    truco["answer"] = "accept"
    stake = stakes[truco["proposals"]]
    if rules["truco_scope"] == "hand":
        return {"tricks": full, "truco": truco}, hand_winner(full), stake
    tricks = full[:trick]
    if maybe(rng, 0.4):
        tricks[-1] = None
    winner = tricks[-1]
    if winner is None and maybe(rng, 0.4):
        truco["tied_card_before_call"] = True
        winner = 1 - truco["side"]
    elif winner is None:
        if trick < 3:
            winner = rng.choice([0, 1, None])
            tricks.append(winner)
        if maybe(rng, 0.5):
            truco["tied_card_before_call"] = False
    return {"tricks": tricks, "truco": truco}, winner, stake


def played(rng: Random) -> Tricks:
    """The tricks of a hand, played until it is settled."""
    tricks: Tricks = []
    while not settled(tricks):
        tricks.append(rng.choice([0, 0, 1, 1, None]))
    return tricks


def settled(tricks: Tricks) -> bool:
    """True when the play stops."""
    if len(tricks) < 2:
        return False
    return len(tricks) == 3 or hand_winner(tricks) is not None


def hand_winner(tricks: Tricks) -> int | None:
    """The winner, by the table of the rules, of tricks that may not be all played yet."""
    for side in (0, 1):
        if tricks.count(side) == 2:
            return side
    if None not in tricks:
        return None
    return next((side for side in tricks if side is not None), None)


def claim(rng: Random, document: Document) -> Entry:
    """A claim of a trick or of a hand."""
    if maybe(rng, 0.5):
        return _trick(rng, 2 * len(document["sides"][0].get("players", "AB")), agreed(document)["manilhas"] == "vira")
    plain = len(agreed(document)["stakes"]) == 1 or (document["hands"] and maybe(rng, 0.3))
    entry = _called(rng, agreed(document))[0] if maybe(rng, 0.6) and not plain else {"tricks": played(rng)}
    return {"type": "hand", "side": rng.randrange(2), **entry}


def _trick(rng: Random, players: int, vira: bool) -> Entry:
    """A trick with so many players; now and then a card too few, or a wrong one."""
    two = rng.sample("A2347KQJ", 2)
    few = PACK if maybe(rng, 0.5) else [card for card in PACK if card[0] in two]
    turned_up, *dealt = rng.sample(few, players + 1)
    first = rng.randrange(2)
    cards = [["back" if maybe(rng, 0.1) else card, (first + seat) % 2] for seat, card in enumerate(dealt)]
    made: Entry = {"type": "trick", "cards": cards}
    if vira:
        made["vira"] = turned_up
    if maybe(rng, 0.1):
        rng.choice(cards)[0] = rng.choice(["8S", "10H", "JOKER", turned_up, dealt[0], "4c", "H3", "", "back"])
    if maybe(rng, 0.05):
        cards.pop()
    return made
