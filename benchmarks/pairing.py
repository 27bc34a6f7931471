"""The cost of pairing: a tournament of 200 entrants, played for twelve rounds without a rematch.

    python -m benchmarks.pairing

Measured is processor time: twelve rounds together, each read from its document as the command line does; then harder
cases: club members kept apart where most entrants are of one club, so many rounds that an entrant has met nearly
all opponents, and entrants who must not meet.
Target: the twelve rounds in at most two seconds.
"""

import argparse
from collections.abc import Callable
from itertools import combinations
from random import Random
from time import process_time
from typing import Any

from scorekeeper.tournaments import api

TARGET = 2.0  # seconds
Document = dict[str, Any]


def tournament(entrants: int, system: Document, club: Callable[[int], str | None] = lambda number: None) -> Document:
    """Returns a tournament that has not begun."""
    return {
        "format": "scorekeeper-tournament/1",
        "entrants": [
            {
                "id": entrant,
                "name": f"Pair {entrant}",
                "players": [f"North {entrant}", f"South {entrant}"],
                "club": club(entrant),
            }
            for entrant in range(1, entrants + 1)
        ],
        "scoring": {"kind": "vp", "hands": 2},
        "system": system,
        "rounds": [],
    }


def played_through(document: Document, rounds: int) -> tuple[float, float]:
    """Returns the total seconds of `rounds` pairings, and the seconds of the longest; the results are random."""
    rng = Random(1)
    seconds = []
    for _turn in range(rounds):
        began = process_time()
        answer = api.pair(document)
        seconds.append(process_time() - began)
        for table in answer["tables"]:
            table["points"] = rng.sample(range(0, 3000, 5), 2)
        document["rounds"].append({"tables": answer["tables"], "bye": answer["bye"]})
    return sum(seconds), max(seconds)


def timed(answer: Callable[[Document], Any], document: Document) -> float:
    """Returns the seconds that a function takes."""
    began = process_time()
    answer(document)
    return process_time() - began


def main() -> None:
    """Prints the seconds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=200)
    entrants = parser.parse_args().entrants
    document = tournament(entrants, {"kind": "danese", "rounds": 12})
    total, longest = played_through(document, 12)
    print(f"{entrants} entrants, 12 rounds: {total:.2f} s, the longest {longest:.2f} s (target {TARGET:.0f} s for all)")
    print(f"  standings after them: {timed(api.standings_of, document):.2f} s")
    print(f"  all twelve checked against the rule: {timed(api.check, document):.2f} s")
    home = tournament(
        entrants, {"kind": "draw", "rounds": 1, "apart": "club"}, lambda number: "home" if number % 5 < 3 else None
    )
    print(f"{entrants} entrants, three of five of one club kept apart: {played_through(home, 1)[0]:.2f} s")
    for number in sorted({min(62, entrants), entrants}):
        rng = Random(number)
        twos = rng.sample(list(combinations(range(1, number + 1), 2)), min(50, number))
        document = tournament(number, {"kind": "danese", "rounds": 5, "forbidden": list(map(list, twos))})
        total, longest = played_through(document, 5)
        what = f"{len(twos)} pairs that must not meet"
        print(f"{number} entrants, {what}, 5 rounds: {total:.2f} s, the longest {longest:.2f} s")
    alone = [[1, other] for other in range(2, entrants + 1)]
    outcast = tournament(entrants, {"kind": "danese", "rounds": 5, "rematch": True, "forbidden": alone})
    total, longest = played_through(outcast, 5)
    print(f"{entrants} entrants, one must not meet any other, 5 rounds: {total:.2f} s, the longest {longest:.2f} s")
    few = min(30, entrants)
    everybody = tournament(few, {"kind": "danese", "rounds": few - 1})
    total, longest = played_through(everybody, few - 1)
    print(f"{few} entrants, {few - 1} rounds, until all have met: {total:.2f} s, the longest {longest:.2f} s")


if __name__ == "__main__":
    main()
