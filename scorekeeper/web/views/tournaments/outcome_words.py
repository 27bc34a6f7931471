"""What came out at a table, in few words of the reader's language: on pages, and in the log."""

from typing import Any, NamedTuple

from scorekeeper.i18n import _, format_number


class OutcomeWords(NamedTuple):
    """`1,850 : 1,210`, `2 : 1` or `12 : 8 VP`, and what stands behind it in smaller letters, or nothing."""

    main: str
    beside: str


def outcome_words(outcome: dict[str, Any]) -> OutcomeWords:
    """An outcome as the document has it."""
    if not outcome:
        return OutcomeWords(_("no result"), "")
    if "forfeit" in outcome:
        return OutcomeWords(_("No. %(number)s did not play", number=outcome["forfeit"]), "")
    if "late" in outcome:
        return OutcomeWords(_("No. %(number)s came too late", number=outcome["late"]), "")
    if "vp" in outcome:
        match_points = _both(outcome.get("mp") or (0, 0))
        return OutcomeWords(f"{_both(outcome['vp'])} {_('VP')}, {match_points} {_('MP')}", _("by the arbiter"))
    both = [_both(outcome[name]) for name in ("legs", "points") if outcome.get(name)]
    return OutcomeWords(both[0], both[1] if len(both) > 1 else "")


def outcome_text(outcome: dict[str, Any]) -> str:
    """The same in one line: `2 : 1 (205 : 190)`."""
    words = outcome_words(outcome)
    return f"{words.main} ({words.beside})" if words.beside else words.main


def _both(values: Any) -> str:
    return " : ".join(format_number(each) for each in values)
