"""Texts that visitors send, read as numbers and form fields within bounds, and names of files they get."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from flask import Flask, Response
from werkzeug.routing import IntegerConverter

from scorekeeper.games.engine.base import Problem, Refusal, _, refuse
from scorekeeper.i18n import say

MINUS = "\u2212"  # as pages print it
LONGEST = 19  # digits: an entrant's number in a document made elsewhere
# Digits, or groups of three with a sign between: points are whole in every language, so that is no fraction.
TYPED = re.compile(r"-?(?:[0-9]+|[0-9]{1,3}(?:[ .,'\u2019\u00a0\u202f][0-9]{3})+)")


def number_in(text: str, digits: int = 9) -> int | None:
    """The number of so many ASCII digits at most; None for any other text. Longer ones are too large for a row's id."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def typed_number(text: str, field: str) -> int:
    """The whole number that was typed into a field, also one below zero, or one too large for it. Raises Refusal."""
    plain = text.replace(MINUS, "-")
    digits = [each for each in plain if each.isdecimal()]
    if not TYPED.fullmatch(plain) or len(digits) > LONGEST:
        raise refuse(field, None, _("This must be a whole number"))
    return int("".join(digits)) * (-1 if plain.startswith("-") else 1)


class RowNumber(IntegerConverter):
    """`<int:…>` of at most nine digits, which fits the integer column of any database; 404 for anything longer."""

    regex = r"[0-9]{1,9}"


class EntrantNumber(IntegerConverter):
    """`<entrant:…>`, the number of a tournament's entrant: in documents made elsewhere it is longer, or below zero."""

    regex = r"-?[0-9]{1,19}"


def init_app(app: Flask) -> None:
    """Replace Flask's `int` converter, and add our own. To be called before routes are added."""
    app.url_map.converters["int"] = RowNumber
    app.url_map.converters["entrant"] = EntrantNumber


def row_numbers(texts: Iterable[str]) -> list[int]:
    """Those of the texts that may be the number of a row."""
    return [int(each) for each in texts if re.fullmatch(RowNumber.regex, each)]


def entrant_numbers(texts: Iterable[str]) -> list[int]:
    """Those of the texts that may be the number of an entrant."""
    return [int(each) for each in texts if re.fullmatch(EntrantNumber.regex, each)]


@dataclass
class PlainForm:
    """`problems` are texts by the name of the field beside which they stand; under "" what concerns no single field."""

    typed: Mapping[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """What was typed in a field; empty where nothing was."""
        return self.typed.get(name, "").strip()

    def raw(self, name: str) -> str:
        """The same to the letter: a password's spaces count."""
        return self.typed.get(name, "")

    def refuse(self, refusal: Refusal) -> None:
        """Show every problem of the refusal beside its field."""
        for each in refusal.problems:
            self.problems[each["field"] or ""] = text_of(each)


def text_of(problem: Problem) -> str:
    """What is wrong, in the visitor's language."""
    return say(problem["message"], problem["params"])


def first_problem(refusal: Refusal) -> str:
    """The first thing that is wrong, for a page that has no form to show it in."""
    return text_of(refusal.problems[0])


FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|]+')
LONGEST_FILE_NAME = 100


def file_name(name: str) -> str:
    """A name that every system takes for a file; what stands before its last dot is cut where it is long."""
    stem, dot, kind = FORBIDDEN.sub(" ", name).rpartition(".")
    return f"{' '.join(stem.split())[:LONGEST_FILE_NAME]}{dot}{kind}"


def name_file(response: Response, how: str, name: str) -> None:
    """Set the answer's file name; `how` is `inline` or `attachment`. Old browsers get one with plain letters."""
    name = file_name(name)
    simple = unicodedata.normalize("NFKD", name.replace("–", "-")).encode("ascii", "ignore").decode("ascii")
    plain = f'{how}; filename="{simple}"'
    exact = "" if simple == name else f"; filename*=UTF-8''{quote(name, safe='')}"
    response.headers["Content-Disposition"] = plain + exact
