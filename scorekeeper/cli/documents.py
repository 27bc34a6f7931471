"""Reading JSON documents from files and standard input, and printing one JSON result a line."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import click

from scorekeeper.games.engine.base import Problem, Refusal, english, problem

NOT_JSON = "This is not JSON: {reason}"
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
    """Parse a JSON document. Raises Refusal where it is not JSON."""
    try:
        return json.loads(document.decode("utf-8-sig"), parse_constant=_no_number)
    except RecursionError:
        raise Refusal([problem(None, None, NOT_JSON, reason="too deeply nested")]) from None
    except ValueError as error:  # JSONDecodeError, UnicodeDecodeError, numbers with too many digits
        raise Refusal([problem(None, None, NOT_JSON, reason=str(error))]) from None


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def read_documents(stream: BinaryIO) -> Iterator[bytes]:
    """The documents of a stream, each as soon as it is complete: JSON Lines, or objects over several lines."""
    buffered: list[bytes] = []
    for line in stream:
        if not line.strip() and not buffered:
            continue
        buffered.append(line)
        # A document of many lines can only end at a bracket; parsing after every line would take quadratic time.
        if len(buffered) == 1 or line.rstrip().endswith((b"}", b"]")):
            yield from _complete(buffered)
    while buffered:
        yield from _remaining(buffered)


def _complete(buffered: list[bytes]) -> Iterator[bytes]:
    """The complete documents among the buffered lines; an incomplete one stays buffered."""
    while buffered and not _may_go_on(b"".join(buffered)):
        together = b"".join(buffered)
        if len(buffered) == 1 or _is_json(together):
            buffered.clear()
            yield together
        elif buffered[0].strip() in (b"{", b"["):
            return  # a broken document over several lines: refused as one at the end of the stream
        else:
            yield buffered.pop(0)  # a truncated line: refused by itself, parsing starts again with the next


def _remaining(buffered: list[bytes]) -> Iterator[bytes]:
    """The documents left at the end of the stream."""
    if buffered[0].strip() in (b"{", b"["):
        yield b"".join(buffered)
        buffered.clear()
    else:
        yield buffered.pop(0)
        yield from _complete(buffered)


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
