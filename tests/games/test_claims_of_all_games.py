"""Claims of all games: “we have won the match”, finished matches, and unknown claims."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from tests.documents import GAMES as DOCUMENTS
from tests.games.table import claim_refused, document, judged, reasons

GOING_ON = {slug: documents.going_on for slug, documents in DOCUMENTS.items()}
FINISHED = {slug: documents.finished for slug, documents in DOCUMENTS.items()}
CLAIMS = [(slug, claim) for slug, documents in DOCUMENTS.items() for claim in documents.claims]
KINDS = {game.slug: set(game.claims) for game in GAMES}


def test_every_claim_of_every_game_is_tried_here() -> None:
    assert {(game, claim["type"]) for game, claim in CLAIMS} == {
        (game.slug, kind) for game in GAMES for kind in game.claims
    }


@pytest.mark.parametrize("game", GOING_ON)
@pytest.mark.parametrize("side", [0, 1])
def test_nobody_has_won_a_match_that_goes_on(game: str, side: int) -> None:
    played, totals = GOING_ON[game]
    assert judged(played, {"type": "won", "side": side}) == (False, {"winner": None, "totals": totals})


@pytest.mark.parametrize("game", FINISHED)
@pytest.mark.parametrize("side", [0, 1])
def test_the_winner_has_won_and_a_draw_is_won_by_nobody(game: str, side: int) -> None:
    played, totals, winner = FINISHED[game]
    claim = {"type": "won", "side": side}
    assert judged(played, claim) == (winner == side, {"winner": winner, "totals": totals})
    assert ("The match ended in a draw" if winner is None else " has won the match") in reasons(played, claim)


@pytest.mark.parametrize("game, claim", CLAIMS)
def test_on_a_finished_match_only_its_winner_is_asked_for(game: str, claim: Any) -> None:
    assert claim_refused(FINISHED[game][0], claim) == [("type", None)]


@pytest.mark.parametrize("game, claim", CLAIMS)
def test_a_claim_belongs_to_its_game(game: str, claim: Any) -> None:
    for other, (played, _totals) in GOING_ON.items():
        if claim["type"] not in KINDS[other]:
            assert claim_refused(played, claim) == [("type", None)]


@pytest.mark.parametrize("game", GOING_ON)
@pytest.mark.parametrize("claim", [{}, {"type": "x"}, {"type": None}, {"type": ["won"]}, {"side": 0}], ids=repr)
def test_an_unknown_claim_is_refused(game: str, claim: Any) -> None:
    assert claim_refused(GOING_ON[game][0], claim) == [("type", None)]


@pytest.mark.parametrize("claim", [None, [], "won", 3], ids=repr)
def test_a_claim_is_a_group_of_fields(claim: Any) -> None:
    assert claim_refused(GOING_ON["truco"][0], claim) == [("claim", None)]


@pytest.mark.parametrize("claim, fields", [
    ({"type": "won"}, ["side"]), ({"type": "won", "side": 2}, ["side"]), ({"type": "won", "side": "0"}, ["side"]),
    ({"type": "won", "side": 0, "by": 3}, ["by"]),
])  # fmt: skip
def test_who_claims_the_match_must_be_said(claim: Any, fields: list[str]) -> None:
    assert [field for field, _rule in claim_refused(GOING_ON["buraco"][0], claim)] == fields


def test_a_claim_on_a_bad_match_is_refused_with_the_hand() -> None:
    assert claim_refused(document("tresette", {"points": [7, 5]}), {"type": "won", "side": 0}) == [("points", "TRE-4")]
