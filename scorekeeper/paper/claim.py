"""The sheet of a judged claim: question, cards shown, reasons, verdict, day and players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.engine.base import Setup, Table
from scorekeeper.games.engine.figures import figure
from scorekeeper.games.engine.side_names import SIGNS, in_words
from scorekeeper.i18n import _, say
from scorekeeper.paper.model import Letterhead


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason with its rule; `holds` is True if it supports the claim."""

    text: str
    rule: str
    holds: bool


@dataclass(frozen=True, slots=True)
class ClaimSheet:
    """A verdict as values for one page; `shown` are the entered cards and counts, as (label, text)."""

    paper: str
    language: str
    title: str
    question: str
    claimant: str
    standing: str
    day: str
    upheld: bool
    shown: tuple[tuple[str, str], ...]
    reasons: tuple[Reason, ...]
    sides: tuple[tuple[str, str, str], ...]  # sign, name, players
    letterhead: Letterhead | None = None
    table: str = ""

    @property
    def footer(self) -> str:
        """The text at the foot of the page."""
        return f"{self.title} · {self.question}"


def claim_sheet(
    setup: Setup,
    table: Table,
    *,
    title: str,
    question: str,
    claimant: int | None,
    shown: Sequence[tuple[str, str]],
    verdict: dict[str, Any],
    day: str,
    paper: str,
    language: str,
    letterhead: Letterhead | None = None,
    table_name: str = "",
) -> ClaimSheet:
    """Returns the sheet of a judged claim; `table` holds the totals. All texts are in the current language."""
    sides = in_words(setup, say)["sides"]
    names = [side["name"] for side in sides]
    return ClaimSheet(
        paper=paper,
        language=language,
        title=title,
        question=question,
        claimant=f"{SIGNS[claimant]} {names[claimant]}" if claimant is not None else "",
        standing=" – ".join(
            f"{SIGNS[side]} {names[side]} {figure(total)}" for side, total in enumerate(table["totals"])
        ),
        day=day,
        upheld=verdict["upheld"],
        shown=tuple(shown),
        reasons=tuple(Reason(reason["text"], reason["rule"], reason["holds"]) for reason in verdict["reasons"]),
        sides=tuple((SIGNS[at], side["name"], ", ".join(side["players"])) for at, side in enumerate(sides)),
        letterhead=letterhead,
        table=table_name,
    )


def answer(sheet: ClaimSheet) -> str:
    """Yes or no, in the current language."""
    return _("Yes") if sheet.upheld else _("No")
