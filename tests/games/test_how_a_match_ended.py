"""The last line of a finished match is the winner's, or there is one of each side; it names the rule that ended it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scorekeeper.games import GAMES, Refusal, score
from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.play import begin, first_table
from scorekeeper.games.engine.words import how_it_ended
from tests.documents import random_document
from tests.games.table import document
from tests.support.fuzzing import tries

# By game and by how it ended. A new game may do without.
RULES: dict[str, dict[str, set[str]]] = {
    "albastini": {"target": {"ALB-8"}, "stopped": {"ALB-8"}},
    "briscola": {"target": {"BRI-6", "BRI-15"}, "hands_played": {"BRI-7"}, "stopped": {"BRI-7"}},
    "buraco": {"target": {"BUR-15"}, "hands_played": {"BUR-37"}, "stopped": {"BUR-15"}},
    "canasta": {"target": {"CAN-17"}, "stopped": {"CAN-17"}},
    "own": {"target": {"OWN-6"}, "hands_played": {"OWN-7"}, "last_in": {"OWN-8"}, "stopped": {"OWN-9"}},
    "scala40": {"last_in": {"SCA-8"}},
    "scopa": {
        "target": {"SCO-11", "SCO-12"}, "napola": {"SCO-9"}, "claim": {"SCO-13"}, "claim_failed": {"SCO-15"},
    },
    "sueca": {"target": {"SUE-7"}, "revoke": {"SUE-7"}, "stopped": {"SUE-7"}},
    "tresette": {
        "target": {"TRE-5", "TRE-6", "TRE-23", "TRE-28"}, "claim": {"TRE-8"}, "claim_failed": {"TRE-8", "TRE-24"},
        "cappotto": {"TRE-9", "TRE-25"}, "cappottone": {"TRE-10"}, "stramazzo": {"TRE-11", "TRE-25"},
        "stramazzone": {"TRE-12"}, "napoletana_decima": {"TRE-13", "TRE-25"}, "last_in": {"TRE-29"},
        "hands_played": {"TRE-28"},
    },
    "truco": {"target": {"TRU-16"}, "iron_hand": {"TRU-15"}},
    "truco-argentino": {"target": {"TAR-23", "TAR-24"}},
}  # fmt: skip


def finished_matches(game: Game) -> Iterator[dict[str, Any]]:
    """Yields the results of random matches that are finished."""
    chance = Random(f"ends of {game.slug}")
    for _try in range(tries(100)):
        try:
            result = score(random_document(chance, game.slug))
        except Refusal:
            continue
        if result["won_by"] is not None:
            yield result


@pytest.mark.fuzz
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_last_lines_of_a_match_name_the_winner_and_the_rule_that_ended_it(game: Game) -> None:
    rules, ends = RULES.get(game.slug), set()
    for result in finished_matches(game):
        last, end = result["hands"][-1]["lines"], result["won_by"]
        if end == "stopped":
            assert [each["side"] for each in last] == list(range(len(result["totals"])))
        elif game.slug != "card":  # of which all lines are the card's
            last = last[-1:] if result["winner"] is not None else []
            assert all(each["side"] == result["winner"] for each in last)
        assert rules is None or {each["rule"] for each in last} <= rules[end]
        ends.add(end)
    assert ends


@pytest.mark.parametrize("games, sentences", [(1, 1), (2, 2)])
def test_a_match_that_counts_twice_says_so(games: int, sentences: int) -> None:
    setup, won = begin(document("albastini")), {"status": "finished", "won_by": "stopped", "winner": 0}
    table: Any = {**first_table(setup), **won, "totals": [7, -30, 0, 5], "games": [games, 0, 0, 0]}
    ended = how_it_ended(setup, table)
    assert ended[0][1]["totals"] == "7 · −30 · 0 · 5"
    assert [about["games"] for _message, about in ended[1:]] == [games] * (sentences - 1)
