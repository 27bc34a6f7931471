"""`scorekeeper card check` and `card show`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli.card import card
from scorekeeper.games.card import library


def run(command: str, text: str) -> tuple[int, str]:
    result = CliRunner().invoke(card, [command, "-"], input=text)
    return result.exit_code, result.output


def test_a_good_card_is_checked_and_shown_in_words() -> None:
    path = Path(library.__file__).parent / "cards" / "wizard.json"
    assert run("check", path.read_text("utf-8")) == (0, "Wizard: good. Examples: 4.\n")
    sent = {"format": "scorekeeper-rules/1", "options": {"card": json.loads(path.read_text("utf-8"))}, "from": "Luca"}
    exit_code, output = run("show", json.dumps(sent))
    lines = output.splitlines()
    assert (exit_code, lines[:3]) == (0, ["Wizard", "Highest total wins.", "Hands: 60 ÷ number of sides."])
    assert "Points: Right: 20 + 10 × Tricks, if Tricks = Bid." in lines


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"colour": 1}, "colour: Unknown field: colour\n"),
        (
            {"points": [{"label": "A", "worth": "trick"}]},
            'points.0.worth: There is no "trick". Did you mean "tricks"?\n',
        ),
        ({"examples": [{"hands": [{}], "points": [[1, 2, 3]]}]}, "examples.0: Hand 1 is refused: Fill this in\n"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(change: object, sentence: str) -> None:
    text = json.dumps({**library.card_named("wizard"), **change})  # type: ignore[dict-item]
    assert run("check", text) == (2, sentence)


def test_what_is_no_json_is_no_card() -> None:
    exit_code, output = run("show", "{")
    assert (exit_code, output.startswith("This is not JSON: ")) == (2, True)
