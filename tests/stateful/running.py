"""Running a state machine: on one database, which is emptied between examples, from seeds or at random."""

from collections.abc import Callable

from hypothesis import Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from scorekeeper.store.models import Base, db
from tests.support.fuzzing import FUZZING, tries

AT_ONCE = 3  # examples of a seed: later ones of a run resemble the first ones


def run(machine: Callable[[], RuleBasedStateMachine], seeds: int) -> None:
    """Runs the examples of so many seeds, or at night many times as many, with more steps and different each time.

    A failure is printed as it is; only at night it is shortened first, which takes minutes.
    """
    if FUZZING:
        at_night = settings(max_examples=8 * AT_ONCE, stateful_step_count=60)
        for _run in range(tries(seeds) // 5):
            run_state_machine_as_test(machine, settings=at_night)
        return
    usual = settings(max_examples=AT_ONCE, stateful_step_count=20, phases=[Phase.generate], report_multiple_bugs=False)
    for number in range(seeds):
        run_state_machine_as_test(seed(number)(machine), settings=usual)


def emptied() -> None:
    """Deletes all rows, and forgets all that was loaded."""
    db.session.rollback()
    db.session.expunge_all()
    connection = db.session.connection()
    for table in reversed(Base.metadata.sorted_tables):
        connection.exec_driver_sql(f'DELETE FROM "{table.name}"')
    db.session.commit()
