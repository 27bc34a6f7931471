"""The worked examples of rules pages come to what is written in each game's `documents`."""

from importlib import import_module

import pytest

from scorekeeper.games.engine.game import folder_of
from tests.documents import GAMES
from tests.games.rulebook import comes_to


@pytest.mark.parametrize("slug", [slug for slug, documents in GAMES.items() if documents.examples])
def test_every_example_comes_out_as_the_rules_say(slug: str) -> None:
    examples = import_module(f"scorekeeper.games.{folder_of(slug)}.server").EXAMPLES
    assert [comes_to(example) for example in examples] == GAMES[slug].examples
