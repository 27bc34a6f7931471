"""Every vector's hands are put onto a sheet, and hands invented for the demonstration are valid."""

import json
from pathlib import Path
from random import Random

import pytest

from scorekeeper.games import GAMES, demo
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Game
from scorekeeper.games.engine.game import folder_of
from tests.games.table import document
from tests.paper.papers import filled

MOST = 30  # hands of a match
VECTORS = Path(__file__).parents[1] / "vectors"
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@EVERY_GAME
def test_every_hand_of_the_vectors_has_rows_on_its_sheet(game: Game) -> None:
    lines = (VECTORS / f"{folder_of(game.slug)}.jsonl").read_text("utf-8").splitlines()
    played = [case["document"] for case in map(json.loads, lines) if "result" in case]
    assert [each for each in played if len(filled(each).grid.rows) < len(play.score(each)["hands"])] == []


PRESETS = [*((game.slug, game.presets[0]["slug"]) for game in GAMES), ("belote", "coinche"), ("king", "quick")]


@pytest.mark.parametrize("slug, variant", PRESETS)
def test_invented_hands_are_valid_to_the_end_of_a_match(slug: str, variant: str) -> None:
    """Each match is scored hand by hand, which refuses a hand that the rules do not allow."""
    (game,) = (game for game in GAMES if game.slug == slug)
    for seed in range(12):
        setup, _hands, table = play.opened(document(slug, variant=variant, options=demo.options_of(game)))
        chance, hands = Random(seed), 0
        while table["status"] == "in_progress" and hands < MOST:
            table = play.score_hand(setup, table, demo.hand(setup, table, chance, seed % 2))["table"]
            hands += 1
        assert hands
