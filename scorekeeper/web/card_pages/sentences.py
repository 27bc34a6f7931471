"""A line of a card as a sentence of choices, and back: “if tricks = bid, 20 plus 10 for each trick”.

Both ways go through the same expressions, so a line that no sentence can say stays an expression.
"""

import re
from typing import Any, NamedTuple

from scorekeeper.games.card.shapes import RESERVED

YES, NO, ANY, NOBODY, MOST, LEAST = "yes", "no", "any", "nobody", "most", "least"
SIGNS = ("==", "!=", ">", ">=", "<", "<=")
WORD = "[a-z][a-z0-9_]*"
COMPARED = re.compile(rf"({WORD}) (==|!=|>=|<=|>|<) (-?[0-9]+|{WORD})")
BEFORE_BY = re.compile(rf"(?:(-?[0-9]+) ([+-]) )?(?:(-?)([0-9]+|{WORD}) \* |(-?))")
NUMBER = re.compile(r"-?[0-9]{1,9}")
SOLO = {  # what is said of a name alone
    YES: "{0}", NO: "not {0}", ANY: "any({0})", NOBODY: "not any({0})",
    MOST: "{0} == most({0})", LEAST: "{0} == least({0})",
}  # fmt: skip


class Condition(NamedTuple):
    """When a line counts: the name, what is said of it, and what it is compared with; all empty for “always”."""

    name: str = ""
    sign: str = ""
    other: str = ""


class Worth(NamedTuple):
    """What a line is worth: a number, and so much for each of something; each may be empty."""

    base: str = ""
    factor: str = ""
    by: str = ""


class Sentence(NamedTuple):
    """A line: up to two conditions that hold together, and its worth."""

    first: Condition
    second: Condition
    worth: Worth


def when_of(first: Condition, second: Condition) -> str:
    """Returns the expression of two conditions; empty if there is none."""
    return " and ".join(filter(None, map(_condition_text, (first, second))))


def _condition_text(condition: Condition) -> str:
    if not condition.name:
        return ""
    form = SOLO.get(condition.sign)
    if form:
        return form.format(condition.name)
    return f"{condition.name} {condition.sign or '=='} {condition.other or '0'}"


def worth_of(worth: Worth) -> str:
    """Returns the expression of a worth; `0` if nothing is said."""
    base = worth.base if worth.base not in ("", "0") else ""
    if not worth.by:
        return worth.base or "0"
    factor = worth.factor or "1"
    minus, size = ("-", factor[1:]) if factor.startswith("-") else ("", factor)
    each = worth.by if size == "1" else f"{size} * {worth.by}"
    if not base:
        return minus + each
    return f"{base} {minus or '+'} {each}"


def sentence_of(line: dict[str, Any], choices: list[str]) -> Sentence | None:
    """Returns a line as a sentence, `choices` being what it may be worth something for each of; None if it is none."""
    conditions = _conditions(str(line.get("when", "")))
    worth = _worth(str(line.get("worth", "0")), choices)
    if conditions is None or worth is None:
        return None
    return Sentence(*conditions, worth)


def _conditions(text: str) -> tuple[Condition, Condition] | None:
    parts = text.split(" and ") if text else []
    found = [_condition(part) for part in parts]
    if len(found) > 2 or None in found:
        return None
    first, second = [*[each for each in found if each], Condition(), Condition()][:2]
    return first, second


def _condition(text: str) -> Condition | None:
    for sign, form in SOLO.items():
        for name in re.findall(WORD, text):
            if form.format(name) == text and name not in RESERVED:
                return Condition(name, sign)
    compared = COMPARED.fullmatch(text)
    return Condition(*compared.groups()) if compared else None


def _worth(text: str, choices: list[str]) -> Worth | None:
    if NUMBER.fullmatch(text):
        return Worth(text)
    for by in sorted(choices, key=len, reverse=True):
        before = BEFORE_BY.fullmatch(text.removesuffix(by)) if text.endswith(by) else None
        if before:
            base, sign, minus, factor, only_minus = before.groups()
            is_less = sign == "-" or minus or only_minus
            found = Worth(base or "", ("-" if is_less else "") + (factor or "1"), by)
            if worth_of(found) == text:
                return found
    return None
