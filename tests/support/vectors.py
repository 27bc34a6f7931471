"""The worked examples of the rules, in tests/vectors: match documents with the results, or the errors, agreed on."""

import json
from pathlib import Path
from typing import Any

from scorekeeper.games.engine.game import folder_of

VECTORS = Path(__file__).parents[1] / "vectors"


def vectors_of(slug: str) -> list[dict[str, Any]]:
    """Returns a game's cases: each has a `name`, a `document`, and a `result` or an `error`."""
    lines = (VECTORS / f"{folder_of(slug)}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def good_documents(slug: str) -> list[dict[str, Any]]:
    """Returns the documents of a game's cases with a result."""
    return [case["document"] for case in vectors_of(slug) if "result" in case]
