"""Random hands of Truco argentino: points and full entries, flor, faltas, duels, wins in the middle of a hand."""

from random import Random
from typing import Any

from scorekeeper.games.engine.base import Setup, Table
from tests.documents.pieces import Document, Entry, maybe
from tests.games.truco.documents import played

NAMES = {"ar", "Ana", "Beto", "Clara", "Davi", "marianogappa", "GitHub", "rojas", "utnianos", "rsgauderio", "blogspot"}
NAMES |= {"envido", "real", "falta", "truco", "retruco", "vale", "cuatro", "contraflor", "al", "resto"}  # as called
NEVER_CITED = {"TAR-27"}  # seats
PACK = [rank + suit for rank in ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12") for suit in "EBOC"]
MUESTRA = ("uruguayo",)
CLAIMS: list[Entry] = [
    {"type": "envido", "side": 0, "hands": {"Anna": ["7E", "6E", "2C"]}},
    {"type": "flor", "side": 0, "hands": {"Anna": ["7E", "6E", "2E"]}},
    {"type": "trick", "cards": [["1E", 0], ["3O", 1], ["back", 0], ["3C", 1]]},
    {"type": "hand", "side": 0, "truco": {"tricks": [0, 0]}},
]
Agreed = dict[str, Any]
AFTER_FLORS: tuple[list[str], ...] = ([], ["contraflor"], ["al_resto"], ["contraflor", "al_resto"])
BAD_OPTIONS: list[Agreed] = [{"muestra": True, "flor": "none"},]  # fmt: skip
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([1, 0], None), ([0, 1], None), ([0, 2], None), ([0, 2], None), ([1, 5], None), ([3, 1], None),
    ([2, 0], (0, 1, "target")), ([6, 1], None), ([3, 1], None), ([9, 0], None), ["TAR-17"],
]  # fmt: skip


def entry(rng: Random, setup: Setup, table: Table) -> Entry:
    """A hand, or three duels of six players."""
    players = len(setup["seats"]) // 2
    if players == 3 and maybe(rng, 0.4):
        return {"duels": [_parts(rng, setup["options"], 1) for _duel in range(3)]}
    return _parts(rng, setup["options"], players)


def _parts(rng: Random, options: Agreed, players: int) -> Entry:
    """Flor or envido now and then, and truco unless they end the match."""
    made: Entry = {}
    if options["flor"] != "none" and maybe(rng, 0.35):
        made["flor"] = _or_points(rng, _flor(rng, options, players), [3, 4, 6, 9])
    elif maybe(rng, 0.5):
        made["envido"] = _or_points(rng, _envido(rng, options), [0, 1, 2, 3, 5, 7])
    if maybe(rng, 0.9):
        made["truco"] = _or_points(rng, called(rng), [0, 1, 2, 3, 4])
    return made


def _or_points(rng: Random, part: Entry, points: list[int]) -> Any:
    """Returns the whole part, or only points for it."""
    if maybe(rng, 0.6):
        return part
    return rng.sample([0, rng.choice(points)], 2)


def called(rng: Random) -> Entry:
    """A truco: played to its end, refused, or given up."""
    tricks = played(rng)
    calls = ["truco", "retruco", "vale_cuatro"][: rng.choice([0, 0, 1, 1, 2, 3])]
    made: Entry = {"tricks": tricks, "calls": calls}
    if calls:
        made |= {"by": rng.randrange(2), "answer": "accept"}
    if maybe(rng, 0.5):
        return made
    return made | {"tricks": tricks[:-1]} | rng.choice([{"answer": "refuse"}, {"mazo": rng.randrange(2)}])


def _envido(rng: Random, options: Agreed) -> Entry:
    made = {"calls": _calls(rng, options), "by": rng.randrange(2)}
    return _answered(rng, made, [0, 4, 7, 20, 25, 27, 33])


def _calls(rng: Random, options: Agreed) -> list[Any]:
    """Calls of the envido: of any worth if they are free, else those of the table; now and then to the falta."""
    if options["raises"] == "free":
        calls = [rng.choice(["envido", "envido", 2]), *[call for call in ("real_envido", 3, 5) if maybe(rng, 0.4)]]
    else:
        calls = [*["envido"] * rng.choice([0, 1, 1, 2]), *["real_envido"] * rng.randrange(2)]
    return calls + (["falta_envido"] if maybe(rng, 0.3) or not calls else [])


def _flor(rng: Random, options: Agreed, players: int) -> Entry:
    """The flors of both sides, and what was called if both have some."""
    made: Entry = {"flors": [rng.randint(0, players), rng.randint(0, players)]}
    if 0 in made["flors"]:
        return made
    if options["flor"] == "table":
        made |= {"by": rng.randrange(2), "calls": rng.choice(AFTER_FLORS)}
    elif maybe(rng, 0.6):
        calls = _calls(rng, options) + (["al_resto"] if maybe(rng, 0.3) else [])
        made |= {"by": rng.randrange(2), "calls": calls}
    return _answered(rng, made, [20, 27, 33, 38])


def _answered(rng: Random, made: Entry, values: list[int]) -> Entry:
    """Adds that the calls were refused, or who had the best: by the values, by name, or by both."""
    if "by" in made and maybe(rng, 0.4):
        return made | {"answer": "refuse"}
    said: list[int | None] = [*rng.sample(values, 2)]
    if maybe(rng, 0.2):
        said[rng.randrange(2)] = None
    way = rng.randrange(3)
    made = made | ({"answer": "accept"} if "by" in made else {}) | ({"values": said} if way != 1 else {})
    return made | ({"winner": rng.randrange(2)} if way else {})


def claim(rng: Random, document: Document) -> Entry:
    """A claim about the cards in a player's hand, a trick or a hand."""
    kind = rng.choice(["envido", "flor", "trick", "hand"])
    players = len(document["sides"][0]["players"])
    if kind == "hand":
        made: Entry = {"type": "hand", "side": rng.randrange(2), "truco": called(rng)}
        return made | ({"duel": rng.randint(1, 3)} if maybe(rng, 0.4 if players == 3 else 0.03) else {})
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
