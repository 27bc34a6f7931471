"""Runs the worked examples of rules pages."""

from typing import Any

from scorekeeper.games.rulebook import Example, worked

End = tuple[int | None, int, str] | None
"""Winner, games and how, where the match ends."""


def comes_to(example: Example) -> Any:
    """Returns points and End of the last hand, or the rules that refuse it, or a claim's verdict and requirement."""
    result = worked(example)
    if "refused" in result:
        return [problem["rule"] for problem in result["refused"]]
    if "verdict" in result:
        effect = result["verdict"]["effect"]
        return result["verdict"]["upheld"], effect.get("required", effect)
    table = result["hand"]["table"]
    end = (table["winner"], max(table["games"]), table["won_by"]) if table["won_by"] else None
    return result["hand"]["points"], end
