"""A sample hand that shows players how the game of their own is scored."""

from ..engine.base import Entry, Setup

USUAL_STEPS = 5  # difference between one side's points and the next one's, if points come in ones


def example(setup: Setup) -> Entry:
    """Returns a sample hand: points in agreed steps or with the agreed sum, and some of each counted column."""
    options, sides = setup["options"], len(setup["sides"])
    step = options["step"] if options["step"] > 1 else USUAL_STEPS
    if options["sum"] is not None:
        paid = step if options["negative"] else 0
        return {"points": [options["sum"] + paid, -paid] + [0] * (sides - 2)}
    entry: Entry = {"points": [step * (sides - side) for side in range(sides)]}
    counts = [max(2 - side, 0) for side in range(sides)]
    counted = [column for column in options["columns"] if options["negative"] or column["factor"] > 0]
    if counted:
        entry["columns"] = {column["name"]: counts for column in counted}
    return entry
