"""The pages of all of a tournament's sheets: translated, escaped, at any time."""

import re
from random import Random

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper import page as sheet_pages
from scorekeeper.paper.tournaments.pages import KINDS, pages_of
from tests.paper.tournament_papers import GROUPS, wanted
from tests.support.fuzzing import FUZZING, in_turn, shared_out, tries
from tests.support.pseudo_language import everything_in_pseudo, outside  # noqa: F401 (a fixture)
from tests.tournaments.made import MATCH, entrant, first_wins, play_on, tournament
from tests.tournaments.test_properties import SYSTEMS, any_results, some_tournament

EVENING = play_on(
    tournament(8, system=GROUPS, scoring={**MATCH, "best_of": 1}, game="truco", variant="brazilian"), 5, first_wins
)


def words_of(html: str) -> str:
    """The texts of a page without names and signs of scoring."""
    return re.sub(r"<style>.*?</style>|<[^>]+>|&[^;]+;", " ", html, flags=re.DOTALL)


@pytest.mark.usefixtures("everything_in_pseudo", "in_the_usual_size")
@pytest.mark.parametrize("kind", KINDS)
def test_no_sheet_shows_a_text_that_was_not_translated(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_pages, "is_lacking", lambda page: False)
    monkeypatch.setattr(sheet_pages, "in_print", str)
    for html, _copies in pages_of(kind, EVENING, wanted()):
        left = set(re.findall(r"[^\W\d_]{2,}", outside(words_of(html))))
        assert left - {"Pair", "Anna", "Bruno", "Autumn", "cup"} == set()


@pytest.mark.parametrize("turn, kind", list(enumerate(SYSTEMS)))
def test_any_evening_can_be_printed_at_any_time_or_is_refused_in_words(
    turn: int, kind: str, request: pytest.FixtureRequest
) -> None:
    """By day each kind of sheet is fitted to its page for one system, and in the usual size for the others."""
    if turn >= 4 and not FUZZING:
        request.getfixturevalue("in_the_usual_size")
    for seed in in_turn(range(tries(4)), turn):
        _printed_or_refused(Random(seed), kind, shared_out(KINDS, turn % 4, 4))


def _printed_or_refused(rng: Random, kind: str, sheets: list[str]) -> None:
    document = some_tournament(rng, kind)
    document = play_on(document, rng.randint(0, 5), any_results(rng, document["scoring"]))
    if document["rounds"] and document["rounds"][-1]["tables"] and rng.random() < 0.5:
        last = document["rounds"][-1]["tables"][-1]
        document["rounds"][-1]["tables"][-1] = {"table": last["table"], "sides": last["sides"]}
    shown = [each["name"] for each in document["entrants"]]
    for sheet in sheets:
        try:
            pages = pages_of(sheet, document, wanted())
        except Refusal:
            pages = []
        assert pages or sheet in ("bracket", "draw", "slips", "results")
        if sheet == "standings":
            assert all(name in pages[0][0] for name in shown)


def test_what_people_typed_is_escaped() -> None:
    document = tournament([entrant(1, name="<b>Ann</b>"), entrant(2)], name="<i>Cup</i>")
    for kind in ("draw", "slips", "standings"):
        ((html, _copies),) = pages_of(kind, document, wanted())
        assert "<b>Ann" not in html
        assert "<i>Cup" not in html
