"""Scores, standings and pairings of a tournament document, written a second time from its rules, as plainly as can be.

Every pairing is tried (TOU-11), so entrants are few. Systems: `draw`, `danese` and `knockout`; `mitchell` is in
`plain_mitchell`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from tests.stateful import plain_mitchell

Document = dict[str, Any]
Score = tuple[int, int, int]
Pairs = list[tuple[int, int]]

UPPER = {
    2: (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
    3: (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    4: (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}
ON_TIME = {2: (14, 305), 3: (14, 355), 4: (12, 305)}  # VP and MP of a bye (TOU-3), and of the pair on time (TOU-6)


def has_result(table: Document) -> bool:
    """True if a table has any kind of result."""
    return any(table.get(name) is not None for name in ("points", "legs", "vp", "forfeit", "late"))


def is_complete(played: Document) -> bool:
    """True if all tables of a round have results."""
    return all(map(has_result, played["tables"]))


def complete_rounds(document: Document) -> int:
    """Returns the number of rounds before the first one that is incomplete."""
    flags = [*map(is_complete, document["rounds"]), False]
    return flags.index(False)


def byes_of(played: Document) -> list[int]:
    """Returns the byes of a round as a list."""
    bye = played["bye"]
    return bye if isinstance(bye, list) else [] if bye is None else [bye]


def present_in(document: Document, number: int) -> list[int]:
    """Returns the ids of all who have entered before a round, and not withdrawn, in the order of entry."""
    return [
        entrant["id"]
        for entrant in document["entrants"]
        if entrant.get("late", 1) <= number < entrant.get("out", number + 1)
    ]


def lots(document: Document, draw: int = 1) -> list[int]:
    """Returns all ids in the order of the first draw, or of a later one (TOU-9, TOU-10)."""
    ids = sorted(entrant["id"] for entrant in document["entrants"])
    generator = Random(document["seed"])
    return [generator.sample(ids, len(ids)) for _time in range(draw)][-1]


def free_score(scoring: Document) -> Score:
    """Returns the score of a bye (TOU-3)."""
    if scoring["kind"] == "match":
        return scoring.get("win", 3), (scoring.get("best_of", 1) + 1) // 2, 0
    bye = scoring.get("bye")
    return (bye["vp"], bye["mp"], 0) if bye else (*ON_TIME[scoring["hands"]], 0)


def lead_of(table: Document) -> int:
    """Returns the first side's lead in legs, or in points without legs (TOU-2)."""
    one, other = table.get("legs") or table["points"]
    return int(one - other)


def scores_of(scoring: Document, table: Document) -> list[Score]:
    """Returns the scores of both sides of a table (TOU-1, TOU-2, TOU-4, TOU-6)."""
    free, is_vp = free_score(scoring), scoring["kind"] == "vp"
    if "forfeit" in table:
        absent = (0 if is_vp else scoring.get("loss", 0), -free[1], 0)
        return [absent if side == table["forfeit"] else free for side in table["sides"]]
    if "late" in table:
        vp, mp = ON_TIME[scoring["hands"]]
        return [(20 - vp, -mp, 0) if side == table["late"] else (vp, mp, 0) for side in table["sides"]]
    if "vp" in table:
        return [(vp, mp, 0) for vp, mp in zip(table["vp"], table["mp"], strict=True)]
    if is_vp:
        lead = table["points"][0] - table["points"][1]
        best = 10 + sum(abs(lead) > upper for upper in UPPER[scoring["hands"]])
        first = best if lead > 0 else 20 - best
        return [(first, lead, 0), (20 - first, -lead, 0)]
    lead, legs, points = lead_of(table), table.get("legs", (0, 0)), table.get("points", (0, 0))
    won, drawn, lost = scoring.get("win", 3), scoring.get("draw", 1), scoring.get("loss", 0)
    main = (won, lost) if lead > 0 else (lost, won) if lead < 0 else (drawn, drawn)
    second, third = legs[0] - legs[1], points[0] - points[1]
    return [(main[0], second, third), (main[1], -second, -third)]


def added(scores: Sequence[Score]) -> Score:
    """Returns the sum of scores."""
    main, second, third = map(sum, zip((0, 0, 0), *scores, strict=True))
    return main, second, third


class Course:
    """Every entrant's scores, opponents, byes and rulings in the first rounds of a document."""

    def __init__(self, document: Document, rounds: int) -> None:
        self.document, self.scoring = document, document["scoring"]
        self.is_vp = self.scoring["kind"] == "vp"
        self.ids = [entrant["id"] for entrant in document["entrants"]]
        self.scores: dict[int, list[Score]] = {entrant: [] for entrant in self.ids}
        self.opponents: dict[int, list[int | None]] = {entrant: [] for entrant in self.ids}  # None: counts 10 or 0
        self.direct: dict[tuple[int, int], list[Score]] = {}
        self.played, self.byes, self.rulings = Counter[int](), Counter[int](), Counter[int]()
        for played in document["rounds"][:rounds]:
            for table in filter(has_result, played["tables"]):
                self._add(table)
            for entrant in byes_of(played):
                self.byes[entrant] += 1
                self.scores[entrant].append(free_score(self.scoring))
                self.opponents[entrant].append(None)
        for ruling in document["rulings"]:
            if ruling["round"] <= rounds:
                points = ruling["vp" if self.is_vp else "tp"]
                self.rulings[ruling["entrant"]] += points
                self.scores[ruling["entrant"]].append((points, ruling.get("mp", 0), 0))
        self.sums = {entrant: added(scores) for entrant, scores in self.scores.items()}

    def _add(self, table: Document) -> None:
        sides = table["sides"]
        for (own, other), score in zip((sides, sides[::-1]), scores_of(self.scoring, table), strict=True):
            self.played[own] += 1
            self.scores[own].append(score)
            self.opponents[own].append(None if "forfeit" in table else other)
            self.direct.setdefault((own, other), []).append(score)

    def strength(self, entrant: int) -> int:
        """Returns the sum of the opponents' VP or TP."""
        unplayed = 10 if self.is_vp else 0
        return sum(unplayed if other is None else self.sums[other][0] for other in self.opponents[entrant])

    def encounter(self, entrant: int) -> Score:
        """Returns the score against the only other entrant with the same sums, if they have met (TOU-7, TOU-8)."""
        equal = [other for other in self.ids if self.sums[other] == self.sums[entrant] and other != entrant]
        main, second, _third = added(self.direct.get((entrant, equal[0]), [])) if len(equal) == 1 else (0, 0, 0)
        return main, second if self.is_vp else 0, 0

    def rank(self, entrant: int) -> Any:
        """Returns a value that is greater for a better entrant, and equal if only lots separate them."""
        if self.document["system"]["kind"] == "knockout":
            return reached(self.document, entrant)
        return self.sums[entrant], self.encounter(entrant), self.strength(entrant)


def order_of(course: Course) -> list[int]:
    """Returns the ids in the order of the standings."""
    return sorted(lots(course.document), key=course.rank, reverse=True)  # stable: lots separate equal entrants


def standings(document: Document, live: bool) -> list[Document]:
    """Returns the rows of the standings after the complete rounds, or of all results that there are."""
    rounds = len(document["rounds"]) if live else complete_rounds(document)
    course = Course({**document, "rounds": document["rounds"][:rounds]}, rounds)
    names = ("vp", "mp") if course.is_vp else ("tp", "legs", "points")
    return [
        {
            "place": 1 + sum(course.rank(other) > course.rank(entrant) for other in course.ids),
            "entrant": entrant,
            **dict(zip(names, course.sums[entrant], strict=False)),
            "played": course.played[entrant],
            "byes": course.byes[entrant],
            "rulings": course.rulings[entrant],
            "opponents": course.strength(entrant),
        }
        for entrant in order_of(course)
    ]


def has_met(document: Document) -> set[frozenset[int]]:
    """Returns all pairs who have been at a table together."""
    return {frozenset(table["sides"]) for played in document["rounds"] for table in played["tables"]}


def all_pairings(order: Sequence[int]) -> Iterator[Pairs]:
    """Yields every pairing of an even number of entrants: those in which the first has a higher opponent come first."""
    if not order:
        yield []
    for at in range(1, len(order)):
        for rest in all_pairings([*order[1:at], *order[at + 1 :]]):
            yield [(order[0], order[at]), *rest]


def rounds_of(document: Document) -> int:
    """Returns the number of rounds of any system but a knock-out."""
    is_mitchell = document["system"]["kind"] == "mitchell"
    return plain_mitchell.rounds_of(document) if is_mitchell else int(document["system"]["rounds"])


def is_ready(document: Document) -> bool:
    """True if the document is complete: it has two entrants, and in a Mitchell places for all."""
    is_mitchell = document["system"]["kind"] == "mitchell"
    return len(document["entrants"]) > 1 and not (is_mitchell and not plain_mitchell.is_possible(document))


def is_over(document: Document) -> bool:
    """True if no round is left to play."""
    if document["system"]["kind"] == "knockout":
        return len(still_in(document)) < 2
    number = len(document["rounds"]) + 1
    if number > rounds_of(document) or len(present_in(document, number)) < 2:
        return True
    return document["system"]["kind"] == "mitchell" and not paired(document)[0]


def paired(document: Document) -> tuple[Pairs, list[int]]:
    """Returns the pairs of the next round, in the order of the tables, and the byes."""
    system, number = document["system"], len(document["rounds"]) + 1
    if system["kind"] == "knockout":
        return next_in_bracket(document)
    entry = [entrant["id"] for entrant in document["entrants"]]
    first = lots(document) if system["first"] == "lots" else entry
    if system["kind"] == "mitchell":
        return by_movement(document, number, first)
    ranking = first if number == 1 else order_of(Course(document, number - 1))
    order = lots(document, number) if system["kind"] == "draw" and number > 1 else ranking
    present = present_in(document, number)
    byes = Counter(entrant for played in document["rounds"] for entrant in byes_of(played))
    last_first = [entrant for entrant in reversed(ranking) if entrant in present]
    free = sorted(last_first, key=lambda entrant: byes[entrant])[: len(present) % 2]
    order = [entrant for entrant in order if entrant in present and entrant not in free]
    half = len(order) // 2
    if system["first"] == "seeded" and number == 1:
        pairs = list(zip(order[:half], order[half:], strict=True))
    else:
        pairs = min(all_pairings(order), key=fault_counter(document))
    return (sorted(pairs, key=min) if system["kind"] == "draw" else pairs), free


def by_movement(document: Document, number: int, first: Sequence[int]) -> tuple[Pairs, list[int]]:
    """Returns the pairs of a Mitchell's round, and the byes: those who sit opposite nobody."""
    there, present = present_in(document, 1), present_in(document, number)
    drawn = [entrant for entrant in first if entrant in there]
    pairs = plain_mitchell.pairs_of(plain_mitchell.seats_in(document, number, drawn), present)
    playing = [entrant for pair in pairs for entrant in pair]
    return pairs, sorted(entrant for entrant in present if entrant not in playing)


def fault_counter(document: Document) -> Callable[[Pairs], tuple[int, int]]:
    """Returns a function that counts the pairs who have met before, and those of one club (TOU-11, TOU-12).

    Either is 0 where it does not matter.
    """
    system = document["system"]
    met = set() if system.get("rematch") else has_met(document)
    apart = system.get("apart_rounds", 1) if system.get("apart") else 0
    is_apart = len(document["rounds"]) < apart
    clubs = {entrant["id"]: entrant.get("club") if is_apart else None for entrant in document["entrants"]}

    def faults(pairs: Pairs) -> tuple[int, int]:
        again = sum(frozenset(pair) in met for pair in pairs)
        return again, sum(clubs[one] == clubs[other] is not None for one, other in pairs)

    return faults


def seeded(number: int) -> list[int]:
    """Returns the seeds, from 1, in the order of a bracket (TOU-17): 1-8, 4-5, 2-7, 3-6."""
    seeds = [1]
    while len(seeds) < number:
        seeds = [seed for best in seeds for seed in (best, 2 * len(seeds) + 1 - best)]
    return seeds


def winner_of(document: Document, table: Document) -> int | None:
    """Returns the winner of a table of a knock-out; None for a draw."""
    one, other = table["sides"]
    if "forfeit" in table:
        return int(other if table["forfeit"] == one else one)
    scores = [lead_of(table), 0] if document["scoring"]["kind"] == "match" else scores_of(document["scoring"], table)
    return None if scores[0] == scores[1] else int(one if scores[0] > scores[1] else other)


def knocked_out(document: Document) -> dict[int, int]:
    """Returns the round in which each entrant has lost."""
    lost = {}
    for number, played in enumerate(document["rounds"], 1):
        for table in filter(has_result, played["tables"]):
            lost.update({side: number for side in table["sides"] if side != winner_of(document, table)})
    return lost


def still_in(document: Document) -> list[int]:
    """Returns the entrants of a knock-out who have not lost."""
    return [entrant["id"] for entrant in document["entrants"] if entrant["id"] not in knocked_out(document)]


def reached(document: Document, entrant: int) -> int:
    """Returns the round in which an entrant has lost; more than any if it has not."""
    return knocked_out(document).get(entrant, 10_000)


def next_in_bracket(document: Document) -> tuple[Pairs, list[int]]:
    """Returns the next round of a knock-out: neighbours of the bracket that are still in."""
    entry = [entrant["id"] for entrant in document["entrants"]]
    best = lots(document) if document["system"]["first"] == "lots" else entry
    alive = still_in(document)
    line = [best[seed - 1] if seed <= len(best) else None for seed in seeded(len(best))]
    parts = len(line) >> len(document["rounds"])
    size = len(line) // parts
    left = [next((one for one in line[at : at + size] if one in alive), None) for at in range(0, len(line), size)]
    both = list(zip(left[::2], left[1::2], strict=True))
    pairs = [(one, other) for one, other in both if one is not None and other is not None]
    return pairs, [one if other is None else other for one, other in both if None in (one, other)]


def results_are_possible(document: Document) -> bool:
    """False for a result after an incomplete round, and for a draw in a knock-out, or a round after an open one."""
    complete, is_knockout = complete_rounds(document), document["system"]["kind"] == "knockout"
    later = document["rounds"][complete + 1 :]
    if any(has_result(table) for played in later for table in played["tables"]) or (later and is_knockout):
        return False
    decided = [table for played in document["rounds"] for table in played["tables"] if has_result(table)]
    return not is_knockout or all(winner_of(document, table) is not None for table in decided)
