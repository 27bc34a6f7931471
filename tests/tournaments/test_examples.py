"""The examples that the description of the format gives for the federations' systems (TOU-21 to TOU-23)."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.tournaments import api

LINES = (Path(__file__).parent / "examples.jsonl").read_text(encoding="utf-8").splitlines()
EXAMPLES = [pytest.param(example, id=example["name"]) for example in map(json.loads, LINES)]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_answer_is_the_one_of_the_example(example: Any) -> None:
    if example["command"] == "pair":
        answer = api.pair(example["document"])
        sets = [sorted(table["sides"]) for table in answer["tables"]]
        assert {"tables_as_sets": sets, "bye": answer["bye"]} == example["answer"]
    else:
        answer = api.standings_of(example["document"])
        order = [row["entrant"] for row in answer["standings"]]
        assert {"flights": answer["flights"], "order": order} == example["answer"]
