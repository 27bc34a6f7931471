"""The last line of a match that is won is the winner's, and names the rule by which the match ended."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scorekeeper.games import GAMES, Refusal, score
from scorekeeper.games.engine.base import Game
from tests.documents import random_document
from tests.support.fuzzing import tries

# By game and by how it ended; where the players stop a match, the line is of both sides. A new game may do without.
RULES: dict[str, dict[str, set[str]]] = {
    "albastini": {"target": {"ALB-8"}},
    "briscola": {"target": {"BRI-6", "BRI-15"}, "hands_played": {"BRI-7"}},
    "buraco": {"target": {"BUR-15"}, "hands_played": {"BUR-37"}},
    "canasta": {"target": {"CAN-17"}},
    "own": {"target": {"OWN-6"}, "hands_played": {"OWN-7"}, "last_in": {"OWN-8"}},
    "scala40": {"last_in": {"SCA-8"}},
    "scopa": {
        "target": {"SCO-11", "SCO-12"}, "napola": {"SCO-9"}, "claim": {"SCO-13"}, "claim_failed": {"SCO-15"},
    },
    "sueca": {"target": {"SUE-7"}, "revoke": {"SUE-7"}},
    "tresette": {
        "target": {"TRE-5", "TRE-6"}, "claim": {"TRE-8"}, "claim_failed": {"TRE-8"}, "cappotto": {"TRE-9"},
        "cappottone": {"TRE-10"}, "stramazzo": {"TRE-11"}, "stramazzone": {"TRE-12"}, "napoletana_decima": {"TRE-13"},
    },
    "truco": {"target": {"TRU-16"}, "iron_hand": {"TRU-15"}},
    "truco-argentino": {"target": {"TAR-23", "TAR-24"}},
}  # fmt: skip


def won_matches(game: Game) -> Iterator[dict[str, Any]]:
    """Yields the results of random matches that are won."""
    chance = Random(f"ends of {game.slug}")
    for _try in range(tries(200)):
        try:
            result = score(random_document(chance, game.slug))
        except Refusal:
            continue
        if result["winner"] is not None and result["won_by"] != "stopped":
            yield result


@pytest.mark.fuzz
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_last_line_of_a_match_names_the_winner_and_the_rule_that_ended_it(game: Game) -> None:
    rules, ends = RULES.get(game.slug), set()
    for result in won_matches(game):
        last = result["hands"][-1]["lines"][-1]
        assert last["side"] == result["winner"]
        assert rules is None or last["rule"] in rules[result["won_by"]]
        ends.add(result["won_by"])
    assert ends
