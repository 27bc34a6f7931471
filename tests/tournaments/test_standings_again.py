"""The standings compared with a second, simple implementation (TOU-1 to TOU-9)."""

from collections import defaultdict
from functools import cmp_to_key
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments import api
from tests.tournaments.made import byes, entrant, play_on, tournament
from tests.tournaments.test_properties import any_results
from tests.tournaments.test_scoring import BOUNDS

BYES = {2: (14, 305, 0), 3: (14, 355, 0), 4: (12, 305, 0)}
Score = tuple[int, int, int]


def plain_scores(scoring: Any, table: Any) -> dict[int, Score]:
    """The scores of both sides of a table."""
    one, other = table["sides"]
    if scoring["kind"] == "match":
        legs, need = table.get("legs"), (scoring["best_of"] + 1) // 2
        if "forfeit" in table:
            legs = [0, need] if table["forfeit"] == one else [need, 0]
        lead = legs[0] - legs[1]
        return {one: (3 if lead > 0 else 0, lead, 0), other: (0 if lead > 0 else 3, -lead, 0)}
    good = BYES[scoring["hands"]]
    for name, bad in (("forfeit", (0, -good[1], 0)), ("late", (20 - good[0], -good[1], 0))):
        if name in table:
            return {one: bad, other: good} if table[name] == one else {one: good, other: bad}
    difference = table["points"][0] - table["points"][1]
    vp = 10 + sum(abs(difference) > upper for upper in BOUNDS[scoring["hands"]])
    return {
        one: (vp if difference > 0 else 20 - vp, difference, 0),
        other: (20 - vp if difference > 0 else vp, -difference, 0),
    }


class Gathered:
    """Sums over all rounds: scores by entrant, opponents (None for a bye), scores against each opponent."""

    def __init__(self, document: Any) -> None:
        self.got: dict[int, list[Score]] = defaultdict(list)
        self.faced: dict[int, list[int | None]] = defaultdict(list)
        self.direct: dict[tuple[int, int], list[Score]] = defaultdict(list)
        scoring = document["scoring"]
        self.is_vp = scoring["kind"] == "vp"
        free = BYES[scoring["hands"]] if self.is_vp else (3, (scoring["best_of"] + 1) // 2, 0)
        for turn in document["rounds"]:
            for table in turn["tables"]:
                self.add(table, plain_scores(scoring, table))
            for bye in byes(turn):
                self.got[bye].append(free)
                self.faced[bye].append(None)
        for ruling in document["rulings"]:
            self.got[ruling["entrant"]].append((ruling["vp" if self.is_vp else "tp"], ruling.get("mp", 0), 0))

    def add(self, table: Any, scores: dict[int, Score]) -> None:
        """Adds a table."""
        for one, other in (table["sides"], table["sides"][::-1]):
            self.got[one].append(scores[one])
            self.faced[one].append(None if "forfeit" in table else other)
            self.direct[one, other].append(scores[one])


def plain_standings(document: Any) -> list[tuple[int, int, Score, int]]:
    """Rows of place, entrant, sums and opponents' sum."""
    gathered = Gathered(document)
    is_vp = gathered.is_vp
    got, faced, direct = gathered.got, gathered.faced, gathered.direct
    ids = sorted(each["id"] for each in document["entrants"])
    sums: dict[int, Score] = {each: tuple(map(sum, zip((0, 0, 0), *got[each], strict=True))) for each in ids}
    faced_sum = {
        each: sum((10 if is_vp else 0) if other is None else sums[other][0] for other in faced[each]) for each in ids
    }

    def compared(one: int, other: int) -> int:
        if sums[one] != sums[other]:
            return 1 if sums[one] > sums[other] else -1
        if sum(each == sums[one] for each in sums.values()) == 2 and direct[one, other]:
            mine, theirs = (
                [sum(score[at] for score in direct[pair]) for at in range(2 if is_vp else 1)]
                for pair in ((one, other), (other, one))
            )
            if mine != theirs:
                return 1 if mine > theirs else -1
        return faced_sum[one] - faced_sum[other]

    order = Random(document["seed"]).sample(ids, len(ids))
    order = sorted(order, key=cmp_to_key(lambda one, other: compared(other, one)))
    return [(1 + sum(compared(other, each) > 0 for other in ids), each, sums[each], faced_sum[each]) for each in order]


@given(seed=st.integers(0, 10**9), number=st.integers(2, 9), rounds=st.integers(0, 5), coarse=st.booleans())
def test_the_standings_are_those_of_a_plainer_way_to_work_them_out(
    seed: int, number: int, rounds: int, coarse: bool
) -> None:
    """Coarse results give many ties."""
    rng = Random(seed)
    hands, best_of = rng.randint(2, 4), rng.choice([1, 3])
    scoring = rng.choice([{"kind": "vp", "hands": hands}, {"kind": "match", "best_of": best_of}])
    entrants = [entrant(each) for each in rng.sample(range(50), number)]
    rulings = [
        {"round": 1, "entrant": rng.choice(entrants)["id"], "reason": "for the test", name: rng.choice([-2, -1, 1])}
        for name in rng.sample(["vp" if scoring["kind"] == "vp" else "tp"] * 2, rng.randint(0, 2))
    ]

    def results(tables: Any) -> None:
        any_results(rng, scoring)(tables)
        for table in tables:
            if coarse and "points" in table:
                table["points"] = rng.choice([[0, 500], [500, 0], [20, 0], [0, 20]])
            elif table.get("legs"):
                table["legs"] = [best_of // 2 + 1, 0] if rng.random() < 0.5 else [0, best_of // 2 + 1]

    document = tournament(entrants, scoring=scoring, seed=rng.randint(0, 99), system={"kind": "danese", "rounds": 9})
    document = play_on(document, rounds, results)
    document["rulings"] = rulings if document["rounds"] else []
    names = ("vp", "mp") if scoring["kind"] == "vp" else ("tp", "legs", "points")
    rows = api.standings_of(document)["standings"]
    told = [
        (row["place"], row["entrant"], tuple([row[name] for name in names] + [0])[:3], row["opponents"]) for row in rows
    ]
    assert told == plain_standings(document)
