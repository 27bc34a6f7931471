"""Every listed game is complete. The missing parts of an unfinished one are reported here, and only here."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.unfinished import LIST, TOP, listed, unfinished
from tools.new_game import Wrong, check_name, prefix_of, write_game

PARTS = ("scorekeeper", "tests", "tools", "templates", "static", "docs", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "golden", "fonts", "vendor", "translations", "*.png")
NAME = "unheardof"
Break = Callable[[Path, Path], object]
"""What is done to a game's folder and its vectors."""


@pytest.mark.parametrize("folder", listed())
def test_a_listed_game_is_complete(folder: str) -> None:
    if folder in unfinished():
        pytest.fail(f"scorekeeper/games/{folder} is not finished: {'; '.join(unfinished()[folder])}.", pytrace=False)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, without the files that tests of games do not need."""
    top = tmp_path_factory.mktemp("project")
    for part in PARTS:
        if (TOP / part).is_dir():
            shutil.copytree(TOP / part, top / part, ignore=LEFT_OUT)
        else:
            shutil.copyfile(TOP / part, top / part)
    return top


@pytest.fixture
def with_a_new_game(project: Path) -> Path:
    """The copy with a new game that no test mentions."""
    for folder in (project / "scorekeeper" / "games").glob(f"{NAME}*"):
        shutil.rmtree(folder)
    for vectors in (project / "tests" / "vectors").glob(f"{NAME}*"):
        vectors.unlink()
    shutil.copyfile(LIST, project / LIST.relative_to(TOP))
    write_game(NAME, project)
    return project


def run(top: Path, *arguments: str) -> str:
    """Runs Python in the copy; returns its output."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=top, env={**usual, "PYTHONPATH": str(top)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def outcome_of_tests(top: Path, *arguments: str) -> str:
    """Runs these test files of all games in the copy; returns the output. Other arguments are pytest's own."""
    files = [f"tests/games/{each}" if each.endswith(".py") else each for each in arguments]
    complete = "tests/games/test_every_game_is_complete.py::test_a_listed_game_is_complete"
    return run(top, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", complete, *files)


def test_a_new_game_is_complete_and_scored_as_its_vectors_say(with_a_new_game: Path) -> None:
    said = outcome_of_tests(with_a_new_game, "test_vectors.py", "test_what_is_refused_by_declaration.py", "-k", NAME)
    assert re.search(r"^\d+ passed", said, re.MULTILINE), said


def of_game(text: str, folder: Path) -> str:
    """Returns a text about the game `unheardof`, with rules UNH-1 and so on, as it is of the game in this folder."""
    (letters, *_others) = re.findall(r'"([A-Z]{3})-1"', (folder / "fields.py").read_text("utf-8"))
    return text.replace(NAME, folder.name).replace("UNH", letters)


def replaced(file: str, old: str, new: str) -> Break:
    def change(folder: Path, _vectors: Path) -> None:
        text = (folder / file).read_text("utf-8")
        assert of_game(old, folder) in text
        (folder / file).write_text(text.replace(of_game(old, folder), of_game(new, folder)), "utf-8")

    return change


UNFINISHED: dict[str, tuple[Break, str]] = {
    "no folder": (
        lambda folder, _vectors: shutil.rmtree(folder), "there is no scorekeeper/games/unheardof/__init__.py",
    ),
    "no rules": (
        lambda folder, _vectors: (folder / "rules.py").unlink(),
        "there is no scorekeeper/games/unheardof/rules.py",
    ),
    "no fields": (
        lambda folder, _vectors: (folder / "fields.py").unlink(), "there is no scorekeeper/games/unheardof/fields.py",
    ),
    "no score": (
        replaced("rules.py", "def score(", "def points_of("),
        "it has no score",
    ),
    "a misspelt part": (
        replaced("__init__.py", "every_shape", "shapes_of_all"), "its shapes_of_all is no part of a game",
    ),
    "no list of rules": (
        replaced("fields.py", '[rule("UNH-1"), rule("UNH-2"), rule("UNH-3")]', "[]"), "its RULES is empty",
    ),
    "another slug": (
        replaced("__init__.py", 'slug = "unheardof"', 'slug = "other"'), "slug other is not the name of its folder",
    ),
    "scoring that fails": (
        replaced("rules.py", "result = outcome(setup, table, lines)", "result = outcome(setup, lines)"),
        "no hand of it can be scored: TypeError",
    ),
    "no vectors": (
        lambda _folder, vectors: vectors.unlink(), "tests/vectors/unheardof.jsonl has no match with the result",
    ),
}  # fmt: skip


def break_it(top: Path, what: str, name: str = NAME) -> str:
    """Makes a new game unfinished in this way. Returns the sentence expected about it."""
    change, sentence = UNFINISHED[what]
    folder = top / "scorekeeper" / "games" / name
    said = of_game(sentence, folder)
    change(folder, top / "tests" / "vectors" / f"{name}.jsonl")
    return said


def test_what_unfinished_games_lack_is_said_in_a_sentence_each(with_a_new_game: Path) -> None:
    top = with_a_new_game
    names = {what: NAME + 3 * letter for what, letter in zip(UNFINISHED, "abcdefghijklmnop", strict=False)}
    for name in names.values():
        write_game(name, top)
    expected = {names[what]: break_it(top, what, names[what]) for what in UNFINISHED}
    said = run(
        top, "-c", "import json; from tests.support.unfinished import unfinished; print(json.dumps(unfinished()))"
    )
    found = {name: " ".join(sentences) for name, sentences in json.loads(said).items()}
    assert {name: sentence for name, sentence in expected.items() if sentence not in found.get(name, "")} == {}
    assert found.keys() == expected.keys()


@pytest.mark.night
@pytest.mark.parametrize("what, others", [("no vectors", r"\d+ passed"), ("no rules", r"\d+ passed, \d+ deselected")])
def test_an_unfinished_game_fails_one_test_alone(with_a_new_game: Path, what: str, others: str) -> None:
    sentence = break_it(with_a_new_game, what)
    said = outcome_of_tests(with_a_new_game, "test_vectors.py", "test_what_follows_from_fields.py")
    assert f"scorekeeper/games/unheardof is not finished: {sentence}" in said
    assert re.search(rf"^1 failed, {others} in", said, re.MULTILINE), said


@pytest.mark.parametrize(
    "name, why",
    [
        ("", "cannot name a game"),
        ("Unheardof", "cannot name a game"),
        ("unheard of", "cannot name a game"),
        ("truco--x", "cannot name a game"),
        ("../unheardof", "cannot name a game"),
        ("22", "cannot name a game"),
        ("lambda", "cannot name a game"),
        ("truco-argentino", "There is a game “truco-argentino” already"),
        ("engine", "something else of the name “engine”"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_with_a_reason(project: Path, name: str, why: str) -> None:
    before = sorted(project.rglob("*"))
    with pytest.raises(Wrong, match=why):
        write_game(name, project)
    assert sorted(project.rglob("*")) == before


@pytest.mark.parametrize("name", ["points", "count", "own-game"])
def test_a_word_of_the_program_may_name_a_game(name: str) -> None:
    check_name(name, TOP)


def test_rules_are_numbered_with_letters_of_the_name_that_no_other_game_has() -> None:
    assert prefix_of(NAME, TOP) == "UNH"
    assert prefix_of("scopone", TOP) == "SCP"
