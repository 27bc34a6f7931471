"""A match that was kept on paper: its final result, entered in place of the hands, in every game."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import ledger
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Game
from scorekeeper.paper.page import html_of_hands
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.games.table import usual_sides
from tests.support.matches import BURACO, points, start, write
from tests.support.page import Page

pytestmark = pytest.mark.shares


TOTALS = {  # of games that give only some
    "king": [100, 50, 50, -200], "terziglio": [60, -20, -40], "truco": [12, 11], "truco-argentino": [30, 20],
}  # fmt: skip


def kept_on_paper(game: Game) -> tuple[Match, list[int], int]:
    """A match that ended with a final result, the result, and who won."""
    options = game.required_options(game.presets[0]["slug"])
    match = start({"format": "scorekeeper/1", "game": game.slug, "sides": usual_sides(game.slug), "options": options})
    totals = TOTALS.get(game.slug) or [60 - 10 * side for side in range(len(match.setup["sides"]))]
    write(ledger.enter_final, match, totals)
    lowest = game.is_lowest_best(match.setup["options"])
    return match, totals, len(totals) - 1 if lowest else 0


def test_a_final_result_ends_a_match_of_any_game_and_is_shown_everywhere(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        for game in GAMES:
            match, totals, winner = kept_on_paper(game)
            assert (match.status, match.winner, match.table["totals"]) == ("finished", winner, totals), game.slug
            token = links.token(links.make_link(match.sitting, "score"))
            db.session.commit()
            page = client.get(f"/s/{token}/m/1")
            assert "Final result from the scoresheet" in Page(page.text).text, game.slug
            assert "final result" in page.text
            assert "after one hand" not in page.text
            assert "1 hand" not in Page(client.get(f"/s/{token}/m/1/result").text).text
            corrected = Page(client.get(f"/s/{token}/m/1/hands/1").text).fields
            assert [corrected[f"final.{side}"] for side in range(len(totals))] == [str(total) for total in totals]
            answer = client.post(
                f"/s/{token}/m/1/hands/1", data=corrected | {"final.0": str(totals[1]), "final.1": str(totals[0])}
            )
            assert (answer.status_code, match.table["totals"][:2]) == (303, totals[1::-1]), game.slug
            write(ledger.undo, match)
            assert match.table["totals"] == totals
            assert "Final result from the scoresheet" in html_of_hands(
                sheet_of_recorded(match, paper="A4", language="en")
            ), game.slug
            assert ledger.highlights_of(db.session, [match.id]) == {match.id: []}, game.slug
            write(ledger.undo, match)
            assert (match.status, match.hand_count) == ("in_progress", 0), game.slug


def test_hands_before_a_final_result_can_be_corrected(app: Flask) -> None:
    with app.app_context():
        match = start({**BURACO, "game": "own", "variant": "own", "options": {}}, points(10, 20))
        write(ledger.enter_final, match, [300, 250])
        write(ledger.correct, match, 1, points(50, 20))
        assert match.table["totals"] == [300, 250]
