"""The fingerprint: equal for equal matches wherever they are printed, another after any change that counts."""

from copy import deepcopy
from typing import Any

import pytest
from flask import Flask

from scorekeeper import ledger
from scorekeeper.games import GAMES
from scorekeeper.games.engine import play as rules
from scorekeeper.paper.fill import sheet_of_document
from scorekeeper.paper.proof_codes import LETTERS, fingerprint, is_fingerprint, spaced
from scorekeeper.paper.stored_match_sheet import fingerprint_of
from scorekeeper.store.models import db
from tests.paper.papers import tresette
from tests.support.matches import TRESETTE, TRUCO, keys, points, start, won, write
from tests.support.vectors import good_documents

HANDS = ({"points": [7, 4], "note": "a long one", "at": "2026-11-21T20:15:00Z"}, {"points": [3, 8]})


def of(document: dict[str, Any]) -> str:
    """The fingerprint of a document."""
    setup, hands, table = rules.opened(document)
    return fingerprint(setup, [(hand["entry"], hand["points"]) for hand in hands], table)


def test_ten_letters_that_are_neither_words_nor_mistaken_for_one_another() -> None:
    told = of(tresette(*HANDS))
    assert is_fingerprint(told)
    assert len(told) == 10
    assert not set(LETTERS) & set("AEIOUY01")
    assert spaced("BCDFGHJKLM") == "BCDFG-HJKLM"


def test_what_is_left_to_its_default_counts_as_what_it_defaults_to() -> None:
    short = tresette(*HANDS)
    setup, hands, _table = rules.opened(short)
    assert of(rules.document(setup, [hand["entry"] for hand in hands])) == of(short)


@pytest.mark.parametrize(
    "path, value",
    [
        (("hands", 0, "points"), [6, 5]),
        (("hands", 1), {"points": [8, 3]}),
        (("sides", 0, "name"), "We"),
        (("sides", 1, "players", 0), "Carlotta"),
        (("options",), {"target": 31}),
        (("variant",), "scarne"),
        (("first_dealer",), "Dino"),
    ],
)
def test_whatever_counts_changes_it(path: tuple[Any, ...], value: Any) -> None:
    document = tresette(*HANDS)
    changed = deepcopy(document)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert of(changed) != of(document)


def test_a_hand_more_changes_it_and_so_does_their_order() -> None:
    told = {of(tresette(*hands)) for hands in (HANDS, HANDS[:1], HANDS[::-1], (*HANDS, HANDS[0]))}
    assert len(told) == 4


@pytest.mark.parametrize("about", [{"place": "Bar Sport"}, {"date": "2026-11-21"}])
def test_what_never_scores_leaves_it_as_it_is(about: dict[str, str]) -> None:
    bare = [{"points": hand["points"]} for hand in HANDS]
    assert of(tresette(*HANDS, about=about)) == of(tresette(*bare))


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_a_recorded_match_has_the_fingerprint_of_its_document(app: Flask, slug: str) -> None:
    documents = good_documents(slug)[:12]
    assert documents
    with app.app_context():
        for document in documents:
            try:
                told = of(document)
            except rules.Refusal:
                continue
            recorded = start({**document, "hands": []}, *document["hands"])
            assert fingerprint_of(recorded) == told
            assert of(ledger.document(recorded)) == told
            db.session.rollback()


def test_a_change_that_is_taken_back_is_none(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(7, 4), points(3, 8))
        before = fingerprint_of(match)
        write(ledger.correct, match, 1, points(6, 5))
        assert fingerprint_of(match) != before
        write(ledger.undo, match)
        assert fingerprint_of(match) == before
        write(ledger.annotate, match, 1, "a long one")
        assert fingerprint_of(match) == before
        write(ledger.strike, match, 2)
        assert fingerprint_of(match) != before


def test_a_match_that_was_stopped_differs_from_one_that_goes_on(app: Flask) -> None:
    with app.app_context():
        match = start(TRUCO, won(0), won(1))
        before = fingerprint_of(match)
        ledger.finish(match, ledger.Write("", next(keys), match.version))
        assert match.status == "stopped"
        assert fingerprint_of(match) != before


def test_a_substitute_is_told_and_past_hands_are_named_as_in_the_document(app: Flask) -> None:
    with app.app_context():
        match = start(TRESETTE, points(7, 4))
        before = fingerprint_of(match)
        write(ledger.seat, match, 0, "Ada")
        assert fingerprint_of(match) != before
        assert fingerprint_of(match) == of(ledger.document(match))


def test_the_language_and_the_paper_leave_it_as_it_is() -> None:
    document = tresette(*HANDS)
    sheets = [
        sheet_of_document(document, paper=paper, language=language) for paper, language in (("A4", "en"), ("A5", "ja"))
    ]
    assert sheets[0].fingerprint == sheets[1].fingerprint == spaced(of(document))
