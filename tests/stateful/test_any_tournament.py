"""Random changes of a tournament: documents, standings, pairings, log and exports agree with a plain model."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.stateful.running import run
from tests.stateful.tournament_rules import Arbiter, Entries, Rounds

pytestmark = pytest.mark.fuzz


class AnyTournament(Entries, Rounds, Arbiter):
    """A club's tournament and its plain model."""


@pytest.fixture
def machine(app: Flask) -> Callable[[], AnyTournament]:
    """A function that makes a new machine; all of them use one database."""
    return lambda: AnyTournament(app)


def test_a_tournament_is_what_was_done_to_it(machine: Callable[[], AnyTournament]) -> None:
    run(machine, seeds=2)
