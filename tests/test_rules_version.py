"""Stored matches are scored again after changes of a game's scoring code, but not of texts or comments."""

import shutil
from functools import cache
from pathlib import Path

import pytest

from scorekeeper import game_folders, rules_version
from scorekeeper.games import GAMES

SLUGS = [game.slug for game in GAMES]
Digests = dict[str, str]
Change = tuple[str, str, str]  # the file, a text in it, and what takes its place


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the games, in which files may be changed."""
    copy = tmp_path / "games"
    shutil.copytree(game_folders.GAMES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(game_folders, "GAMES", copy)
    return copy


def digests() -> Digests:
    """Returns the digests of all games with their files as they are now."""
    forget()
    found = {slug: rules_version.digest(slug) for slug in SLUGS}
    forget()
    return found


def forget() -> None:
    """Clears the caches, so that every file is read again."""
    rules_version.digest.cache_clear()
    rules_version.read.cache_clear()


@cache
def usual() -> Digests:
    """The digests of all games with their files as they are in each copy at first."""
    return digests()


def changed(games: Path, *changes: Change) -> set[str]:
    """Replaces texts in files; returns the games whose digest changes."""
    was = usual()
    for file, before, after in changes:
        text = (games / file).read_text("utf-8")
        assert before in text
        (games / file).write_text(text.replace(before, after), "utf-8")
    now = digests()
    return {slug for slug in SLUGS if now[slug] != was[slug]}


def test_every_game_has_a_digest_of_its_own() -> None:
    found = usual()
    assert len(set(found.values())) == len(SLUGS)
    assert all(len(each) == 12 for each in found.values())


@pytest.mark.parametrize(
    "file, before, after",
    [
        ("albastini/rules.py", "WORTH_TWO = 2", "WORTH_TWO = 3"),
        ("albastini/fields.py", '"J": 3', '"J": 4'),
        ("albastini/rules.py", "Wins the deal: one game point", "Has the deal: one game point"),
    ],
)
def test_what_scores_one_game_scores_that_game_again(games: Path, file: str, before: str, after: str) -> None:
    assert changed(games, (file, before, after)) == {"albastini"}


def test_what_plays_a_match_scores_every_game_again(games: Path) -> None:
    assert changed(games, ("engine/base.py", "totals.count(most) == 1", "totals.count(most) >= 1")) == set(SLUGS)


def test_cards_are_of_the_games_that_score_with_them(games: Path) -> None:
    assert changed(games, ("engine/cards.py", 'BACK = "back"', 'BACK = "down"')) == {
        "belote",
        "buraco",
        "canasta",
        "card",  # whose forms have kinds of their own
        "chinchon",
        "king",
        "scopa",
        "truco-argentino",
    }


WORDS: tuple[Change, ...] = (
    ("albastini/rules.py", "the side with most of the 120 card points", "the side with the most"),
    ("tresette/rules.py", "# The worth of a match won at once", "# What a match won at once is worth"),
    ("albastini/rules.py", '"""Returns a deal\'s winner', '"""The winner'),
    ("albastini/__init__.py", "120 points to share", "Points to share"),
    ("albastini/server.py", '_("Cards")', '_("Card points")'),
    ("albastini/fields.py", "Two game points", "Twice"),
    ("engine/words.py", '"stopped"', '"was stopped"'),
    ("engine/base.py", '"""Returns each side\'s points: the sum of its lines."""', '"""The sums."""'),
)


def test_words_score_nothing_again(games: Path) -> None:
    assert changed(games, *WORDS) == set()
