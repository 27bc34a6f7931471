"""Lanterns' one claim."""

from scorekeeper.games.engine.base import Checks, Entry, Refusal, Setup, Table, Verdict, _, line


def judge_most(setup: Setup, table: Table, claim: Entry) -> Verdict:
    """“We have more than half”."""
    checks = Checks(claim)
    checks.only(("type", "side", "lanterns"))
    side = checks.side("side", "LAN-1", len(setup["sides"]))
    lit = checks.whole("lanterns", "LAN-1", 0, 20)
    if checks.problems or side is None or lit is None:
        raise Refusal(checks.problems)
    reason = line(side, "LAN-1", _("{count} of twenty lanterns"), count=lit)
    return {"upheld": lit > 10, "reasons": [reason], "effect": {"winner": side if lit > 10 else None}}


CLAIMS = {"most": judge_most}
