"""The examples of the description of the format: Mitchell, federations' systems (TOU-14, TOU-21 …), and TOU-39."""

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
        sides = [table["sides"] for table in answer["tables"]]
        numbers = [table["table"] for table in answer["tables"]]
        told = answer | {"tables_as_sets": list(map(sorted, sides)), "sides": sides, "tables": numbers}
    elif example["command"] == "check":
        answer = api.check(example["document"])
        kept = ("round", "table", "kind", "entrants")
        told = answer | {"differs": [{name: each[name] for name in kept} for each in answer["differs"]]}
    else:
        answer = api.standings_of(example["document"])
        lines = [[row["entrant"] for row in line] for line in answer.get("lines", ())]
        order = [row["entrant"] for row in answer["standings"]]
        told = {"order": order, "lines": lines, "flights": answer.get("flights")}
    assert {name: told[name] for name in example["answer"]} == example["answer"]
