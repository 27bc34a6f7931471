"""A hand by which players see how the game that they agreed on is counted."""

from ..engine.base import Entry, Setup

USUAL_STEPS = 5  # from one side's points to the next one's, where points come in ones


def example(setup: Setup) -> Entry:
    """Points in the agreed steps, and two and one of each column; where a sum is agreed, points that add up to it."""
    options, sides = setup["options"], len(setup["sides"])
    step = options["step"] if options["step"] > 1 else USUAL_STEPS
    if options["sum"] is not None:
        paid = step if options["negative"] else 0
        return {"points": [options["sum"] + paid, -paid] + [0] * (sides - 2)}
    entry: Entry = {"points": [step * (sides - side) for side in range(sides)]}
    counts = [max(2 - side, 0) for side in range(sides)]
    counted = [each for each in options["columns"] if options["negative"] or each["factor"] > 0]
    if counted:
        entry["columns"] = {each["name"]: counts for each in counted}
    return entry
