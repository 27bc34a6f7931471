"""Reads form fields and numbers within bounds, and names downloaded files."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from flask import Flask, Response
from werkzeug.routing import IntegerConverter

from scorekeeper.games.engine.base import N_, Problem, Refusal, refuse
from scorekeeper.i18n import say

MINUS = "\u2212"  # the minus sign that pages print
LONGEST = 19  # digits of an entrant's number in an imported document
# Digits, or groups of three with a separator. Points are integers, so the separator is never a decimal point.
TYPED = re.compile(r"-?(?:[0-9]+|[0-9]{1,3}(?:[ .,'\u2019\u00a0\u202f][0-9]{3})+)")


def number_in(text: str, digits: int = 9) -> int | None:
    """Parses a number of at most `digits` ASCII digits (nine, as in row ids); None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def typed_number(text: str, field: str) -> int:
    """Parses a typed integer, which may be negative or have thousands separators. Raises Refusal at `field`."""
    plain = text.replace(MINUS, "-")
    digits = [char for char in plain if char.isdecimal()]
    if not TYPED.fullmatch(plain) or len(digits) > LONGEST:
        raise refuse(field, None, N_("This must be a whole number"))
    return int("".join(digits)) * (-1 if plain.startswith("-") else 1)


class RowNumber(IntegerConverter):
    """URL converter `<int:…>` of at most nine digits, which fits an integer column of any database; 404 for more."""

    regex = r"[0-9]{1,9}"


class EntrantNumber(IntegerConverter):
    """URL converter `<entrant:…>`.

    A tournament entrant's number, which may be longer or negative in imported documents.
    """

    regex = r"-?[0-9]{1,19}"


def init_app(app: Flask) -> None:
    """Replaces Flask's `int` converter and adds `entrant`. Must run before routes are registered."""
    app.url_map.converters["int"] = RowNumber
    app.url_map.converters["entrant"] = EntrantNumber


def row_numbers(texts: Iterable[str]) -> list[int]:
    """Returns the valid row ids among the texts, as numbers."""
    return [int(text) for text in texts if re.fullmatch(RowNumber.regex, text)]


def entrant_numbers(texts: Iterable[str]) -> list[int]:
    """Returns the texts that are valid entrant numbers, as integers; skips all others."""
    return [int(text) for text in texts if re.fullmatch(EntrantNumber.regex, text)]


@dataclass
class PlainForm:
    """The texts of a form, and `problems`: error texts by field name; "" holds errors that concern no single field.

    `missed` are others' changes since the form was shown, if these were in the way of saving it.
    """

    typed: Mapping[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    missed: Sequence[Any] = ()

    def text(self, name: str) -> str:
        """Returns a field's text without surrounding blanks; empty if the field is missing."""
        return self.typed.get(name, "").strip()

    def number(self, name: str) -> int:
        """Returns a field's integer. Raises Refusal at the field."""
        return typed_number(self.text(name), name)

    def raw(self, name: str) -> str:
        """Returns a field's text unchanged, for passwords."""
        return self.typed.get(name, "")

    def refuse(self, refusal: Refusal) -> None:
        """Adds every problem of the refusal to the field that it concerns."""
        for problem in refusal.problems:
            self.problems[problem["field"] or ""] = text_of(problem)


@contextmanager
def gathering(problems: list[Problem]) -> Iterator[None]:
    """Context manager that adds the problems of a Refusal to the list, so that others can follow."""
    try:
        yield
    except Refusal as refusal:
        problems += refusal.problems


def text_of(problem: Problem) -> str:
    """Returns a problem's message in the visitor's language."""
    return say(problem["message"], problem["params"])


def first_problem(refusal: Refusal) -> str:
    """Returns the first problem's message, for pages that have no form to show it in."""
    return text_of(refusal.problems[0])


FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|]+')
LONGEST_FILE_NAME = 100


def file_name(name: str) -> str:
    """Returns a file name that is valid on every system; a long name is cut before its extension."""
    stem, dot, kind = FORBIDDEN.sub(" ", name).rpartition(".")
    return f"{' '.join(stem.split())[:LONGEST_FILE_NAME]}{dot}{kind}"


def name_file(response: Response, how: str, name: str) -> None:
    """Sets the response's Content-Disposition (`inline` or `attachment`) with an ASCII fallback for old browsers."""
    name = file_name(name)
    simple = unicodedata.normalize("NFKD", name.replace("–", "-")).encode("ascii", "ignore").decode("ascii")
    plain = f'{how}; filename="{simple}"'
    exact = "" if simple == name else f"; filename*=UTF-8''{quote(name, safe='')}"
    response.headers["Content-Disposition"] = plain + exact


def numbers_of_sides(form: PlainForm, name: str, behind: str = "", sides: int = 2) -> list[int] | None:
    """Parses the numbers of all sides from fields `NAME-0`, `NAME-1` and so on; None if all are empty.

    `behind` is a part of the field names before the side. Raises Refusal.
    """
    texts = {at: form.text(at) for at in (f"{name}{behind}-{side}" for side in range(sides))}
    if not any(texts.values()):
        return None
    for at, text in texts.items():
        if not text:
            raise refuse(at, None, N_("Fill this in"))
    return [typed_number(text, at) for at, text in texts.items()]


def sent_number(text: str) -> int:
    """Parses a number of at most nine digits; -1 for any other text."""
    return int(text) if text.isdecimal() and len(text) <= 9 else -1
