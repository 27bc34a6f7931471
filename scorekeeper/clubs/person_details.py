"""A club's details of a person: member number, phone, e-mail, category, notes, day until which the fee is paid.

Everything is optional, and for scorers only: pages for members and public pages show none of it.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from scorekeeper.games.engine.base import N_, Problem, Refusal, problem
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Player

NUMBER, PHONE, EMAIL, CATEGORY = N_("Member number"), N_("Phone"), N_("E-mail"), N_("Category")
NOTES, FEE_UNTIL = N_("Notes"), N_("Fee paid until")
LABELS = {
    "number": NUMBER, "phone": PHONE, "email": EMAIL, "category": CATEGORY, "notes": NOTES, "fee_until": FEE_UNTIL
}  # fmt: skip
LONGEST = {"number": 20, "phone": 40, "email": 254, "category": 40, "notes": 500}
ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+")
DAY = re.compile(r"(\d{1,4})[-./ ](\d{1,2})[-./ ](\d{1,4})")


class Details(NamedTuple):
    """The details of a person; missing ones are empty texts or None."""

    number: str = ""
    phone: str = ""
    email: str = ""
    category: str = ""
    notes: str = ""
    fee_until: date | None = None


class Entry(NamedTuple):
    """A person in a list or file: line number, name, texts by field of `Details`, and the problem with them.

    `active` is False if the list marks the person as inactive; `also` are further names of the person.
    """

    line: int
    name: str
    texts: Mapping[str, str]
    active: bool = True
    problem: Problem | None = None
    also: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """The member number, or an empty text."""
        return self.texts.get("number", "")


def read_details(texts: Mapping[str, str], before: Details = Details()) -> Details:  # noqa: B008 (it never changes)
    """Returns the details in these texts by field. Raises Refusal with the problems of all fields.

    A field that is as `before` is not checked: older versions took numbers without a digit.
    """
    values = {field: tidy(texts.get(field, "")) for field in LABELS}
    day, problems = read_day(values.pop("fee_until")), list[Problem]()
    if day is None and tidy(texts.get("fee_until", "")):
        problems.append(problem("fee_until", None, N_("This must be a day, as 31/12/2026")))
    for field, text in values.items():
        if text and text != getattr(before, field) and (wrong := problem_of(field, text)):
            problems.append(wrong)
    if problems:
        raise Refusal(problems)
    return Details(**values, fee_until=day)


def problem_of(field: str, text: str) -> Problem | None:
    """Returns the problem with a text in this field, or None."""
    if field == "fee_until":
        return None if read_day(text) else problem(field, None, N_("“{text}” is not a day, as 31/12/2026"), text=text)
    if len(text) > LONGEST[field]:
        return problem(field, None, N_("Use at most {longest} characters"), longest=LONGEST[field])
    if field == "number" and not has_digit(text):
        return problem(field, None, N_("“{number}” is not a member number: a digit is missing"), number=text)
    if field == "phone" and not has_digit(text):
        return problem(field, None, N_("“{text}” is not a phone number: a digit is missing"), text=text)
    if field == "email" and not ADDRESS.fullmatch(text):
        return problem(field, None, N_("“{text}” is not an e-mail address"), text=text)
    return None


def has_digit(text: str) -> bool:
    """True if the text holds a digit, as every member number and phone number does."""
    return any(sign.isdigit() for sign in text)


def read_day(text: str) -> date | None:
    """Returns the day that a text names, as 2026-12-31, 31/12/2026 or 31.12.26; a year alone is its last day.

    None for any other text.
    """
    if re.fullmatch(r"(19|20)\d\d", text):
        return date(int(text), 12, 31)
    parts = DAY.fullmatch(text)
    if parts is None:
        return None
    first, month, last = (int(part) for part in parts.groups())
    year, day = (first, last) if len(parts[1]) == 4 else (last, first)
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


def details_of(player: Player) -> Details:
    """Returns the details of a player."""
    return Details(**{field: getattr(player, field) for field in Details._fields})


def set_details(player: Player, details: Details) -> None:
    """Replaces the details of a player."""
    for field, value in details._asdict().items():
        setattr(player, field, value)


def as_texts(details: Details) -> dict[str, str]:
    """Returns the details as texts by field, days as 2026-12-31: for forms, files and `RosterList.filled`."""
    return {field: value.isoformat() if isinstance(value, date) else value or "" for field, value in _items(details)}


def _items(details: Details) -> list[tuple[str, str | date | None]]:
    return list(details._asdict().items())
