"""`scorekeeper score`, `claim` and `tournament`: JSON documents from files or standard input, one result a line."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, BinaryIO

import click

from scorekeeper import games
from scorekeeper.cli import Commands
from scorekeeper.games.engine.base import Problem, Refusal, english, problem, refuse
from scorekeeper.tournaments import api

NOT_JSON = "This is not JSON: {reason}"
OPENING, CLOSING = (b"{", b"["), (b"}", b"]")
TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
Answer = Callable[[Any], dict[str, Any]]

files_argument = click.argument("files", nargs=-1, type=click.File("rb", lazy=True))


def answer_all(files: tuple[BinaryIO, ...], answer: Answer) -> None:
    """Print the answer to each document on a line of its own; exit with status 2 when any was refused."""
    refused = False
    for stream in files or (sys.stdin.buffer,):
        for document in read_documents(stream):
            try:
                result = answer(parsed(document))
            except Refusal as refusal:
                result = refused_as(refusal.problems)
                refused = True
            print_result(result)
    if refused:
        raise SystemExit(2)


def print_result(result: dict[str, Any]) -> None:
    """Print and flush a result, so that a program that sends documents one by one gets the answers one by one.

    Lone surrogates, which UTF-8 cannot encode, are written as JSON escapes.
    """
    text = json.dumps(result, ensure_ascii=False, separators=(", ", ": "))
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def refused_as(problems: list[Problem]) -> dict[str, Any]:
    """The error object of the format: the first problem, and the others under `also`."""
    first, *others = [_written(each) for each in problems]
    if others:
        first["also"] = others
    return {"error": first}


def _written(refused: Problem) -> dict[str, Any]:
    return {
        "message": english(refused["message"], refused["params"]),
        "hand": refused["hand"],
        "field": refused["field"],
        "rule": refused["rule"],
    }


def parsed(document: bytes) -> Any:
    """Parse a JSON document. Raises Refusal where it is not JSON, or says two things under one name."""
    try:
        return json.loads(document.decode("utf-8-sig"), parse_constant=_no_number, object_pairs_hook=_each_once)
    except RecursionError:
        reason = "too deeply nested"
    except UnicodeDecodeError:
        reason = "it is not UTF-8"
    except (json.JSONDecodeError, _NotJson) as error:
        reason = str(error)
    except ValueError:  # of Python, for which digits there are bounds
        reason = "a number has too many digits"
    raise Refusal([problem(None, None, NOT_JSON, reason=reason)])


class _NotJson(ValueError):
    """What Python would take as JSON; the text says why it is none here."""


def _no_number(name: str) -> Any:
    raise _NotJson(f"{name} is not a number")


def _each_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in members:
        if name in found:
            raise _NotJson(f"“{name}” stands twice in one group")
        found[name] = value
    return found


def read_documents(stream: BinaryIO) -> Iterator[bytes]:
    """The documents of a stream, each as soon as it is complete: JSON Lines, or objects over several lines."""
    buffered: list[bytes] = []
    depth = 0
    for line in stream:
        if not line.strip() and not buffered:
            continue
        buffered.append(line)
        depth += _depth(line) if len(buffered) > 1 else 0
        if len(buffered) == 1 or _may_end(line, depth):
            yield from _complete(buffered)
            depth = sum(map(_depth, buffered))
    while buffered:
        yield from _remaining(buffered)


def _may_end(line: bytes, depth: int) -> bool:
    """Whether a document of many lines may end here: parsing it after every line would take quadratic time.

    Where brackets are missing it ends with a line that closes it from the margin, or before one that is whole.
    """
    return depth <= 0 or (line.strip() in CLOSING and not line[:1].isspace()) or _is_whole_line(line)


def _is_whole_line(line: bytes) -> bool:
    return line.startswith(OPENING) and not _is_opening(line)


def _depth(line: bytes) -> int:
    """How many more brackets a line opens than it closes; no text of JSON goes over the end of a line."""
    brackets = TEXTS.sub(b"", line)
    return sum(map(brackets.count, OPENING)) - sum(map(brackets.count, CLOSING))


def _complete(buffered: list[bytes]) -> Iterator[bytes]:
    """The complete documents among the buffered lines; an incomplete one stays buffered."""
    while buffered and not _may_go_on(b"".join(buffered)):
        together = b"".join(buffered)
        if len(buffered) == 1 or _is_json(together):
            buffered.clear()
            yield together
        elif not _is_opening(buffered[0]):
            yield buffered.pop(0)  # a truncated line: refused by itself, parsing starts again with the next
        elif _lines_of_first(buffered):
            yield _taken_first(buffered)
        else:
            return  # a broken document over several lines: refused as one where it ends


def _remaining(buffered: list[bytes]) -> Iterator[bytes]:
    """The documents left at the end of the stream."""
    yield _taken_first(buffered) if _is_opening(buffered[0]) else buffered.pop(0)
    yield from _complete(buffered)


def _is_opening(line: bytes) -> bool:
    """Whether a document over several lines begins here; or it is a broken line of its own."""
    return line.strip() in OPENING


def _lines_of_first(buffered: list[bytes]) -> int:
    """How many lines a broken document has: until its brackets are closed, or the next one begins at the margin.

    0 where neither has come yet.
    """
    depth = 0
    for at, line in enumerate(buffered):
        if at and line.startswith(OPENING):
            return at
        depth += _depth(line)
        if depth <= 0:
            return at + 1
    return 0


def _taken_first(buffered: list[bytes]) -> bytes:
    lines = _lines_of_first(buffered) or len(buffered)
    first = b"".join(buffered[:lines])
    del buffered[:lines]
    return first


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _may_go_on(text: bytes) -> bool:
    """Whether this is an incomplete document, which further lines may complete."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(error.doc.rstrip())
    except (ValueError, RecursionError):
        return False
    return False


@click.command()
@files_argument
def score(files: tuple[BinaryIO, ...]) -> None:
    """Score match documents: JSON objects or JSON Lines, from FILES or standard input (-).

    Prints one JSON result a line, in order. Exit status 2 when any document was refused.
    """
    answer_all(files, games.score)


@click.command()
@files_argument
def claim(files: tuple[BinaryIO, ...]) -> None:
    """Judge claims, each {"match": …, "claim": …}: JSON objects or JSON Lines, from FILES or standard input (-).

    Prints one JSON verdict a line, in order. Exit status 2 when any claim was refused.
    """
    answer_all(files, judge)


def judge(document: Any) -> dict[str, Any]:
    """The verdict on one claim, with the match it is made in."""
    if not isinstance(document, dict) or "match" not in document or "claim" not in document:
        raise refuse(None, None, 'This must be {{"match": …, "claim": …}}')
    return games.claim(document["match"], document["claim"])


@click.group(cls=Commands, by_name={"sheet": "scorekeeper.cli.sheet:tournament_sheet"})
def tournament() -> None:
    """Standings and pairings of tournament documents: JSON objects or JSON Lines, from FILES or standard input (-).

    Each prints one JSON answer a line, in order, but for `sheet`, which makes a PDF of one document. Exit status 2
    when any document was refused.
    """


@tournament.command()
@click.option("--live", is_flag=True, help="Count what there is of a round that is under way.")
@files_argument
def standings(files: tuple[BinaryIO, ...], live: bool) -> None:
    """Who stands where after the rounds that are complete."""
    answer_all(files, partial(api.standings_of, live=live))


@tournament.command()
@files_argument
def pair(files: tuple[BinaryIO, ...]) -> None:
    """The tables of the next round."""
    answer_all(files, api.pair)


@tournament.command()
@files_argument
def check(files: tuple[BinaryIO, ...]) -> None:
    """Where a pairing by hand differs from the rule."""
    answer_all(files, api.check)
