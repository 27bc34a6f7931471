"""Truco in words and forms: the cards of a trick by number of players, and the presets in a line."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.truco import GAME
from scorekeeper.pages.claim_pages import claim_form
from tests.games.table import PAIRS, TRIPLES, document, singly


@pytest.mark.parametrize("sides, players", [(singly(2), 2), (PAIRS, 4), (TRIPLES, 6)])
@pytest.mark.parametrize("variant, vira", [("brazilian", False), ("paulista", True), ("mineiro", False)])
def test_a_trick_is_asked_with_a_card_of_each_player(sides: Any, players: int, variant: str, vira: bool) -> None:
    form = claim_form(play.begin(document("truco", variant=variant, sides=sides)), "trick", [])
    assert form is not None
    assert form.way.fields["cards"]["most"] == players
    assert ("vira" in form.way.fields) is vira


def test_cards_that_were_picked_go_to_the_sides_in_turn() -> None:
    sent = [("cards", "3S 4C 2H KD 7H AS"), ("cards.led", "1")]
    form = claim_form(play.begin(document("truco", sides=TRIPLES)), "trick", sent)
    assert form is not None
    assert [side for _card, side in form.entry["cards"]] == [1, 0, 1, 0, 1, 0]


def test_every_preset_has_a_line_of_its_own() -> None:
    assert set(GAME.preset_words) == {preset["slug"] for preset in GAME.presets}
    assert len(set(GAME.preset_words.values())) == len(GAME.presets)
