"""People of a roster as lines of JSON in an export: writing them, and reading and checking them for an import."""

import json
from collections.abc import Iterator
from typing import Any

from scorekeeper.clubs import roster
from scorekeeper.clubs.person_details import LABELS, LONGEST, Entry, as_texts, details_of, problem_of
from scorekeeper.games.engine.base import Problem, Refusal, _, problem
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club

FORMAT = "scorekeeper-club-player/1"
NAME, INACTIVE = "player", "inactive"
PARTS = (NAME, INACTIVE, *LABELS)  # all are texts, `inactive` is "yes" or missing


def lines(club: Club) -> Iterator[str]:
    """Yields the people of the roster, each as one line of ASCII JSON, without empty details."""
    for player in roster.players(club, everybody=True):
        parts = {NAME: player.name, INACTIVE: "" if player.active else "yes", **as_texts(details_of(player))}
        line = {"format": FORMAT, **{name: text for name, text in parts.items() if text}}
        yield json.dumps(line, separators=(",", ":")) + "\n"


def is_person(value: Any) -> bool:
    """True if a line of a file has the format of a person, valid or not."""
    return isinstance(value, dict) and value.get("format") == FORMAT


def read_line(number: int, value: dict[str, Any]) -> Entry:
    """Reads the person of a line. Raises Refusal with every problem and its field."""
    parts = {name: part for name, part in value.items() if name != "format"}
    problems = [wrong for name, part in parts.items() if (wrong := _problem(name, part))]
    if not problems and not 0 < len(tidy(parts.get(NAME, ""))) <= roster.LONGEST_NAME:
        problems = [problem(NAME, None, roster.NAME_LENGTH)]
    if problems:
        raise Refusal(problems)
    texts = {name: tidy(text) for name, text in parts.items() if tidy(text)}
    details = {name: text for name, text in texts.items() if name in LABELS}
    return Entry(number, texts[NAME], details, INACTIVE not in texts)


def _problem(name: str, part: Any) -> Problem | None:
    if name not in PARTS:
        return problem(name, None, _("Unknown field: {unknown}"), unknown=name)
    if not isinstance(part, str):
        return problem(name, None, _("This must be a text"))
    text = tidy(part)
    if not text or name not in LABELS:
        return None
    is_old_number = name == "number" and len(text) <= LONGEST["number"]  # older versions took any text
    return None if is_old_number else problem_of(name, text)
