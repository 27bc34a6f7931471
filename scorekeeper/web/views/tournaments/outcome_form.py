"""What came out at a table, as an arbiter types it: the form's texts → the outcome of a document."""

from typing import Any

from scorekeeper.games.engine.base import _, refuse
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.whole_numbers import typed_number

OF_BOTH = ("points", "legs", "vp", "mp")
OF_ONE = ("forfeit", "late")
Outcome = dict[str, Any]


def read_outcome(form: PlainForm) -> Outcome:
    """What the form says: empty where it is to be cleared. Raises Refusal.

    `do` is `points` (fields `points-0`, `points-1` and perhaps `legs-0`, `legs-1`), `score` (`vp-0` … `mp-1`), `clear`,
    or `forfeit-3` and `late-3` with the number of the entrant.
    """
    kind, _dash, number = form.text("do").partition("-")
    if kind == "clear":
        return {}
    if kind in OF_ONE:
        return {kind: typed_number(number, "")}
    names = ("vp", "mp") if kind == "score" else ("legs", "points")
    made = {name: both for name in names if (both := two(form, name)) is not None}
    if not made:
        raise refuse(f"{names[-1]}-0", None, _("Enter the result"))
    return made


def two(form: PlainForm, name: str, behind: str = "") -> list[int] | None:
    """One number for each side, from two fields; None where both are empty. Raises Refusal."""
    fields = [f"{name}{behind}-{side}" for side in (0, 1)]
    texts = [form.text(field) for field in fields]
    if not any(texts):
        return None
    for text, field in zip(texts, fields, strict=True):
        if not text:
            raise refuse(field, None, _("Fill this in"))
    return [typed_number(text, field) for text, field in zip(texts, fields, strict=True)]


def typed_of(outcome: Outcome) -> dict[str, str]:
    """The form's texts for an outcome."""
    return {f"{name}-{side}": str(value) for name in OF_BOTH for side, value in enumerate(outcome.get(name) or ())}
