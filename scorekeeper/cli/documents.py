"""`scorekeeper score`, `claim` and `tournament`: JSON documents in, one line of JSON per result out."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, BinaryIO

import click

from scorekeeper import games
from scorekeeper.games.engine.base import Problem, Refusal, problem, refuse
from scorekeeper.games.engine.checks import told
from scorekeeper.tournaments import api

REFUSED, NOTHING_LEFT = 2, 3  # exit statuses
NOT_JSON = "This is not JSON: {reason}"
OPENING, CLOSING = (b"{", b"["), (b"}", b"]")
TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
Answer = Callable[[Any], dict[str, Any]]

files_argument = click.argument("files", nargs=-1, type=click.File("rb", lazy=True))


def answer_all(files: tuple[BinaryIO, ...], handle: Answer, status: Callable[[Any], int] = lambda result: 0) -> None:
    """Prints the result of `handle` for each document as a line of JSON.

    Exits with 2 if any was refused, otherwise with the highest `status` of a result.
    """
    statuses: list[int] = []
    refused = False
    for stream in files or (sys.stdin.buffer,):
        for document in read_documents(stream):
            try:
                result = handle(parsed(document))
                statuses.append(status(result))
            except Refusal as refusal:
                result = refused_as(refusal.problems)
                refused = True
            print_result(result)
    if refused or any(statuses):
        raise SystemExit(REFUSED if refused else max(statuses))


def print_result(result: dict[str, Any]) -> None:
    """Prints a result and flushes it, because a program may wait for each result before it sends the next document.

    Lone surrogates, which UTF-8 cannot encode, are written as JSON escapes.
    """
    text = json.dumps(result, ensure_ascii=False, separators=(", ", ": "))
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def refused_as(problems: list[Problem]) -> dict[str, Any]:
    """Returns the error object of the match format: the first problem, with the others under `also`."""
    first, *others = [told(refused) for refused in problems]
    if others:
        first["also"] = others
    return {"error": first}


def parsed(document: bytes) -> Any:
    """Parses a JSON document. Raises Refusal if it is not JSON, or if an object has the same name twice."""
    try:
        return json.loads(document.decode("utf-8-sig"), parse_constant=_no_number, object_pairs_hook=_unique_names)
    except RecursionError:
        reason = "too deeply nested"
    except UnicodeDecodeError:
        reason = "it is not UTF-8"
    except (json.JSONDecodeError, _NotJson) as error:
        reason = str(error)
    except ValueError:  # Python limits the digits of an integer
        reason = "a number has too many digits"
    raise Refusal([problem(None, None, NOT_JSON, reason=reason)])


def tournament_document(stream: BinaryIO) -> Any:
    """Returns the one tournament document of a stream. Raises Refusal if it is not JSON."""
    documents: list[Any] = [parsed(document) for document in read_documents(stream)]
    if len(documents) != 1:
        raise click.UsageError(f"one tournament document is wanted, there are {len(documents)}")
    return documents[0]


class _NotJson(ValueError):
    """Raised for invalid JSON that Python's parser accepts; the message gives the reason."""


def _no_number(name: str) -> Any:
    raise _NotJson(f"{name} is not a number")


def _unique_names(members: list[tuple[str, Any]]) -> dict[str, Any]:
    group: dict[str, Any] = {}
    for name, value in members:
        if name in group:
            raise _NotJson(f"“{name}” stands twice in one group")
        group[name] = value
    return group


def read_documents(stream: BinaryIO) -> Iterator[bytes]:
    """Yields the documents of a stream, each as soon as it is complete: JSON Lines, or objects over several lines."""
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
    """True if a document of several lines may end with this line; parsing after every line would be quadratic.

    A document with missing brackets ends with an unindented closing bracket, or before a one-line document.
    """
    return depth <= 0 or (line.strip() in CLOSING and not line[:1].isspace()) or _is_whole_line(line)


def _is_whole_line(line: bytes) -> bool:
    return line.startswith(OPENING) and not _is_opening(line)


def _depth(line: bytes) -> int:
    """Opening minus closing brackets of a line, outside strings, which never span lines in JSON."""
    brackets = TEXTS.sub(b"", line)
    return sum(map(brackets.count, OPENING)) - sum(map(brackets.count, CLOSING))


def _complete(buffered: list[bytes]) -> Iterator[bytes]:
    """Yields the complete documents in the buffer; an incomplete one stays there."""
    while buffered and not _may_go_on(b"".join(buffered)):
        text = b"".join(buffered)
        if len(buffered) == 1 or _is_json(text):
            buffered.clear()
            yield text
        elif not _is_opening(buffered[0]):
            yield buffered.pop(0)  # a truncated line: refused alone, parsing restarts with the next line
        elif _lines_of_first(buffered):
            yield _pop_first(buffered)
        else:
            return  # a broken document over several lines: refused as a whole once its end is found


def _remaining(buffered: list[bytes]) -> Iterator[bytes]:
    """Yields the documents left in the buffer at the end of the stream."""
    yield _pop_first(buffered) if _is_opening(buffered[0]) else buffered.pop(0)
    yield from _complete(buffered)


def _is_opening(line: bytes) -> bool:
    """True if the line is a lone opening bracket: the start of a document over several lines."""
    return line.strip() in OPENING


def _lines_of_first(buffered: list[bytes]) -> int:
    """Returns the number of lines of the invalid document at the start of the buffer; 0 if its end is missing.

    It ends where its brackets are closed, or where the next document begins.
    """
    depth = 0
    for index, line in enumerate(buffered):
        if index and line.startswith(OPENING):
            return index
        depth += _depth(line)
        if depth <= 0:
            return index + 1
    return 0


def _pop_first(buffered: list[bytes]) -> bytes:
    """Removes the first document from the buffer, and returns it."""
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
    """True if this is an incomplete document, which further lines may complete."""
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

    Prints one JSON result per line, in order. Exit status 2 if any document was refused.
    """
    answer_all(files, games.score)


@click.command()
@files_argument
def claim(files: tuple[BinaryIO, ...]) -> None:
    """Judge claims, each {"match": …, "claim": …}: JSON objects or JSON Lines, from FILES or standard input (-).

    Prints one JSON verdict per line, in order. Exit status 2 if any claim was refused.
    """
    answer_all(files, judge)


def judge(document: Any) -> dict[str, Any]:
    """Returns the verdict on a document `{"match": …, "claim": …}`. Raises Refusal."""
    if not isinstance(document, dict) or "match" not in document or "claim" not in document:
        raise refuse(None, None, 'This must be {{"match": …, "claim": …}}')
    return games.claim(document["match"], document["claim"])


@click.command()
@click.option("--live", is_flag=True, help="Include the results of an unfinished round.")
@files_argument
def standings(files: tuple[BinaryIO, ...], live: bool) -> None:
    """Print the standings after the complete rounds."""
    answer_all(files, partial(api.standings_of, live=live))


@click.command()
@files_argument
def pair(files: tuple[BinaryIO, ...]) -> None:
    """Print the pairings of the next round.

    Exit status 3, and `"tables": null`, if a tournament has nothing left to play.
    """
    answer_all(files, api.pair, lambda result: NOTHING_LEFT if result["tables"] is None else 0)


@click.command()
@files_argument
def check(files: tuple[BinaryIO, ...]) -> None:
    """Print where pairings made by hand differ from the rules."""
    answer_all(files, api.check)
