"""Random matches of Truco argentino: points and full entries, flor, faltas, duels, wins in the middle of a hand."""

from random import Random
from typing import Any

from scorekeeper.games.truco_argentino import GAME
from tests.documents.good import agreed, house_rules, some_variant
from tests.documents.pieces import Document, Entry, head, how_many, maybe, noted, teams
from tests.games.table import document as a_match
from tests.games.truco.documents import hand_winner, played
from tests.games.truco_argentino.claim_documents import CLAIMS, claim

__all__ = ["BAD_HANDS", "BAD_OPTIONS", "CLAIMS", "claim", "good"]

NAMES = {"ar", "Ana", "Beto", "Clara", "Davi", "marianogappa", "GitHub", "rojas", "utnianos", "rsgauderio", "blogspot"}
NAMES |= {"envido", "real", "falta", "truco", "retruco", "vale", "cuatro", "contraflor", "al", "resto"}  # as called
NEVER_CITED = {"TAR-27"}  # seats
GOING_ON = (a_match("truco-argentino", {"envido": [2, 0], "truco": [0, 1]}), [2, 1])
FINISHED = (a_match("truco-argentino", {"truco": [4, 0]}, options={"target": 4}), [4, 0], 0)
Agreed = dict[str, Any]
Part = tuple[Any, int | None, int]
"""What is entered for a part of a hand, who scores for it, and how much."""
TABLE: dict[tuple[str, ...], tuple[int, int]] = {
    ("envido",): (2, 1),
    ("envido", "envido"): (4, 2),
    ("envido", "real_envido"): (5, 2),
    ("envido", "envido", "real_envido"): (7, 4),
    ("real_envido",): (3, 1),
    ("falta_envido",): (0, 1),
    ("envido", "falta_envido"): (0, 2),
    ("envido", "envido", "falta_envido"): (0, 4),
    ("envido", "real_envido", "falta_envido"): (0, 5),
    ("envido", "envido", "real_envido", "falta_envido"): (0, 7),
    ("real_envido", "falta_envido"): (0, 3),
}
AFTER_FLORS: dict[tuple[str, ...], tuple[int, int]] = {
    (): (4, 3), ("contraflor",): (6, 4), ("al_resto",): (0, 4), ("contraflor", "al_resto"): (0, 6),
}  # fmt: skip
BAD_OPTIONS: list[Agreed] = [{"muestra": True, "flor": "none"},]  # fmt: skip
CALLED: Entry = {"calls": ["envido"], "by": 0, "answer": "accept", "values": [27, 20]}
BAD_HANDS: list[Entry] = [{},
    {"truco": [0, 0], "envido": [2, 0], "flor": [3, 0]},
    {"truco": [1, 1]},
    {"truco": [5, 0]},
    {"truco": [1]},
    {"truco": [1, 0], "envido": [6, 6]},
    {"truco": [1, 0], "envido": [True, 0]},
    {"truco": [1, 0], "envido": [-1, 0]},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "by": 2}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "calls": ["real_envido", "envido"]}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "calls": []}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "calls": "envido"}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "calls": [True]}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "values": [8, 20]}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "values": [None, None]}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "values": [27.0, 20]}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "winner": 1}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "answer": "refuse"}},
    {"truco": {"tricks": [0, 0]}, "envido": {**CALLED, "answer": "raise"}},
    {"truco": {"tricks": [0, 0]}, "envido": {}},
    {"truco": {"tricks": [0, 0]}, "flor": {"flors": [0, 0]}},
    {"truco": {"tricks": [0, 0]}, "flor": {"flors": [4, 0]}},
    {"truco": {"tricks": [0, 0]}, "flor": {"flors": [1]}},
    {"truco": {"tricks": [0, 0]}, "flor": {"flors": [1, 1], "calls": ["al_resto", "contraflor"]}},
    {"truco": {"tricks": [0, 0, 0]}},
    {"truco": {"tricks": [0]}},
    {"truco": {"tricks": [0, 1, 0, 1]}},
    {"truco": {"tricks": [0, 2]}},
    {"truco": {"tricks": 0}},
    {"truco": {}},
    {"truco": 1},
    {"truco": {"tricks": [0, 0], "calls": ["retruco"], "by": 0, "answer": "accept"}},
    {"truco": {"tricks": [0, 0], "calls": ["truco"], "by": 0}}, {"truco": {"tricks": [0, 0], "calls": "truco"}},
    {"truco": {"tricks": [0, 0], "calls": ["truco"], "by": 0, "answer": "refuse"}},
    {"truco": {"tricks": [0], "calls": ["truco"], "by": 0, "answer": "refuse", "mazo": 1}},
    {"truco": {"tricks": [0, 0], "mazo": 0}},
    {"truco": {"tricks": [0], "mazo": None}},
    {"truco": {"tricks": [0, 0], "by": 0}},
    {"duels": []},
    {"duels": [{"truco": [1, 0]}]},
    {"duels": [{"truco": [1, 0]}] * 4},
    {"duels": [{"truco": [1, 0]}, {}, {"truco": [1, 0]}]},]  # fmt: skip


def good(rng: Random) -> Document:
    """A good match of Truco argentino."""
    shape = (2, rng.choice([1, 1, 2, 2, 3]))
    variant = some_variant(rng, GAME)
    document = head(rng, "truco-argentino", variant, house_rules(rng, GAME, variant), shape)
    for side, players in zip(document["sides"], teams(document, shape), strict=True):
        side["players"] = players
    rules = agreed(document)
    totals = [0, 0]
    for _ in range(how_many(rng)):
        deal = {"rules": rules, "totals": totals, "players": shape[1], "cap": None}
        document["hands"].append(noted(rng, _hand(rng, deal)))
        if max(totals) >= rules["target"] and totals[0] != totals[1]:
            break
    return document


def _hand(rng: Random, deal: Agreed) -> Entry:
    """A hand, or three duels; the totals of `deal` go with it."""
    if deal["players"] < 3 or maybe(rng, 0.6):
        return _parts(rng, deal)
    duels: list[Entry] = []
    while len(duels) < 3 and not _is_over(deal):
        duels.append(_parts(rng, {**deal, "players": 1, "cap": deal["rules"]["duel_falta"]}))
    return {"duels": duels}


def _parts(rng: Random, deal: Agreed) -> Entry:
    """Flor or envido now and then, and truco if the match is not over by then."""
    entry: Entry = {}
    if deal["rules"]["flor"] != "none" and maybe(rng, 0.35):
        entry["flor"] = _counted(deal, _flor(rng, deal))
    elif maybe(rng, 0.5):
        entry["envido"] = _counted(deal, _envido(rng, deal))
    elif maybe(rng, 0.2):
        entry["envido"] = rng.choice([None, [0, 0]])
    if not _is_over(deal):
        entry["truco"] = _counted(
            deal, _truco(rng, deal["rules"], not entry.get("flor") and entry.get("envido") in (None, [0, 0]))
        )
    return entry


def _is_over(deal: Agreed) -> bool:
    return bool(deal["rules"]["ends_at_once"] and max(deal["totals"]) >= deal["rules"]["target"])


def _counted(deal: Agreed, part: Part) -> Any:
    entry, side, points = part
    if side is not None:
        deal["totals"][side] += points
    return entry


def _either(rng: Random, entry: Entry, side: int, points: int) -> Part:
    """Returns the whole part, or only its points."""
    return (entry if maybe(rng, 0.6) else [points * (1 - side), points * side]), side, points


def _truco(rng: Random, rules: Agreed, silent: bool) -> Part:
    """Returns the truco; three tied tricks are left out, because they depend on the mano."""
    tricks = played(rng)
    calls = ["truco", "retruco", "vale_cuatro"][: rng.choice([0, 0, 1, 1, 2, 3])]
    entry: Entry = {"tricks": tricks, "calls": calls}
    by = rng.randrange(2)
    if calls:
        entry |= {"by": by, "answer": "accept"}
    end = rng.choice(["played", "played", "refused", "mazo"])
    if end == "refused" and calls:
        last = by if len(calls) % 2 else 1 - by
        return _either(rng, entry | {"tricks": tricks[:-1], "answer": "refuse"}, last, len(calls))
    if end == "mazo":
        more = int(rules["mazo_envido"] and silent and not calls and len(tricks) == 1)
        return _either(rng, entry | {"tricks": tricks[:-1], "mazo": by}, 1 - by, len(calls) + 1 + more)
    winner = hand_winner(tricks)
    if winner is None and rules["three_ties"] == "drawn":
        return rng.choice([entry, [0, 0]]), None, 0
    if winner is None:
        return [len(calls) + 1, 0], 0, len(calls) + 1
    return _either(rng, entry, winner, len(calls) + 1)


def _rest(deal: Agreed) -> int:
    """Returns the points that the leading side still needs."""
    needed = deal["rules"]["target"] - max(deal["totals"])
    return max(1, needed if deal["cap"] is None else min(needed, deal["cap"]))


def _falta(deal: Agreed, side: int) -> int:
    rules, totals = deal["rules"], deal["totals"]
    half = (rules["target"] + 1) // 2
    if rules["falta"] == "leader" or not rules["halves"] or max(totals) >= half:
        return _rest(deal)
    needed = {"half": half - max(totals), "winner": half - totals[side], "match": rules["target"] - totals[side]}
    points = needed[rules["falta"]]
    return max(1, points if deal["cap"] is None else min(points, deal["cap"]))


def _compared(rng: Random, entry: Entry, winner: int, values: list[int]) -> Entry:
    """Who had the best: by its values, by name, or by both."""
    low, high = sorted(rng.sample(values, 2))
    said: list[int | None] = [low, high] if winner else [high, low]
    if maybe(rng, 0.2):
        said[1 - winner] = None
    way = rng.randrange(3)
    entry = entry | {"answer": "accept"} if "by" in entry else dict(entry)
    return entry | ({"values": said} if way != 1 else {}) | ({"winner": winner} if way else {})


def _raised(rng: Random, deal: Agreed) -> list[Any]:
    """Returns free calls up to the points that the leading side needs."""
    calls: list[Any] = [rng.choice(["envido", "envido", 2])]
    for call, worth in (("real_envido", 3), (3, 3), (5, 5)):
        if maybe(rng, 0.4) and _sum([*calls, worth]) <= _rest(deal):
            calls.append(call)
    return calls + (["falta_envido"] if maybe(rng, 0.2) else [])


def _sum(calls: list[Any]) -> int:
    return sum(call if isinstance(call, int) else {"envido": 2, "real_envido": 3}.get(call, 0) for call in calls)


def _envido(rng: Random, deal: Agreed) -> Part:
    free = deal["rules"]["raises"] == "free"
    calls = _raised(rng, deal) if free else list(rng.choice(sorted(TABLE)))
    entry: Entry = {"calls": calls, "by": rng.randrange(2)}
    if maybe(rng, 0.4):
        last = entry["by"] if len(calls) % 2 else 1 - entry["by"]
        points = (_sum(calls[:-1]) or 1) if free else TABLE[tuple(calls)][1]
        return _either(rng, entry | {"answer": "refuse"}, last, points)
    winner = rng.randrange(2)
    points = _falta(deal, winner) if "falta_envido" in calls else _sum(calls)
    return _either(rng, _compared(rng, entry, winner, [0, 4, 7, 20, 25, 27, 33]), winner, points)


def _flor(rng: Random, deal: Agreed) -> Part:
    flors = [rng.randint(0, deal["players"]), rng.randint(0, deal["players"])]
    if 0 in flors:
        side = rng.randrange(2)
        flors = [0, 0]
        flors[side] = rng.randint(1, deal["players"])
        return _either(rng, {"flors": flors}, side, 3 * flors[side])
    entry: Entry = {"flors": flors, "by": rng.randrange(2)}
    return _flor_by_table(rng, deal, entry) if deal["rules"]["flor"] == "table" else _flor_by_bids(rng, deal, entry)


def _flor_by_table(rng: Random, deal: Agreed, entry: Entry) -> Part:
    flors, calls = entry["flors"], rng.choice(sorted(AFTER_FLORS))
    entry["calls"] = list(calls)
    if maybe(rng, 0.4):
        side = entry["by"] if len(calls) != 1 else 1 - entry["by"]
        points = AFTER_FLORS[calls][1] if calls else deal["rules"]["achico"]
        return _either(rng, entry | {"answer": "refuse"}, side, points + 3 * (flors[side] - 1))
    side = rng.randrange(2)
    points = AFTER_FLORS[calls][0] + 3 * (flors[side] - 1)
    if "al_resto" in calls:
        points = _resto(deal, side, flors, 3 * (flors[side] - 1))
    return _either(rng, _compared(rng, entry, side, [20, 27, 33, 38]), side, points)


def _resto(deal: Agreed, side: int, flors: list[int], own: int) -> int:
    if deal["rules"]["resto"] == "falta":
        return _falta(deal, side) + own
    return _rest(deal) + 3 * sum(flors)


def _flor_by_bids(rng: Random, deal: Agreed, entry: Entry) -> Part:
    flors, side = entry["flors"], rng.randrange(2)
    if maybe(rng, 0.4):
        return _either(rng, _compared(rng, {"flors": flors}, side, [20, 27, 38]), side, 3 * flors[side])
    calls = _raised(rng, deal) + (["al_resto"] if maybe(rng, 0.3) else [])
    entry["calls"] = calls
    if maybe(rng, 0.4):
        side = entry["by"] if len(calls) % 2 else 1 - entry["by"]
        counted = sum(flors) if calls[-1] == "al_resto" else flors[side]
        before = _falta(deal, side) if "falta_envido" in calls[:-1] else _sum(calls[:-1])
        return _either(rng, entry | {"answer": "refuse"}, side, before + 3 * counted)
    points = (_falta(deal, side) if "falta_envido" in calls else _sum(calls)) + 3 * flors[side]
    if "al_resto" in calls:
        points = _resto(deal, side, flors, 3 * flors[side])
    return _either(rng, _compared(rng, entry, side, [20, 27, 38]), side, points)
