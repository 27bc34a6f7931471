"""Reading JSON documents from files and standard input, and writing one JSON result a line."""

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
    """Print a result at once, so that whoever sends documents one by one gets their answers one by one.

    Half characters, which UTF-8 cannot hold, come out as the escapes that JSON has for them.
    """
    text = json.dumps(result, ensure_ascii=False, separators=(", ", ": "))
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def refused_as(problems: list[Problem]) -> dict[str, Any]:
    """An error as the format has it: the first problem, and the others under `also`."""
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
    """What a piece of JSON says. Raises Refusal where it is none."""
    try:
        return json.loads(document.decode("utf-8-sig"), parse_constant=_no_number)
    except RecursionError:
        raise Refusal([problem(None, None, NOT_JSON, reason="too deeply nested")]) from None
    except ValueError as error:  # covers JSONDecodeError, UnicodeDecodeError and numbers beyond all bounds
        raise Refusal([problem(None, None, NOT_JSON, reason=str(error))]) from None


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def read_documents(stream: BinaryIO) -> Iterator[bytes]:
    """The documents of a stream, each as soon as it has been read: JSON Lines, or objects over several lines."""
    held: list[bytes] = []
    for line in stream:
        if not line.strip() and not held:
            continue
        held.append(line)
        # A document of many lines can only be whole where one ends with a bracket; parsing at each would take for ever.
        if len(held) == 1 or line.rstrip().endswith((b"}", b"]")):
            yield from _complete(held)
    while held:
        yield from _released(held)


def _complete(held: list[bytes]) -> Iterator[bytes]:
    """The documents that the lines held so far make; what may still go on stays held."""
    while held and not _may_go_on(b"".join(held)):
        together = b"".join(held)
        if len(held) == 1 or _is_json(together):
            held.clear()
            yield together
        elif held[0].strip() in (b"{", b"["):
            return  # a document over several lines that is broken: it is refused as one when the stream ends
        else:
            yield held.pop(0)  # a line that breaks off: refused by itself, the following ones are read afresh


def _released(held: list[bytes]) -> Iterator[bytes]:
    """What is left at the end of the stream."""
    if held[0].strip() in (b"{", b"["):
        yield b"".join(held)
        held.clear()
    else:
        yield held.pop(0)
        yield from _complete(held)


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _may_go_on(text: bytes) -> bool:
    """Whether this is the beginning of a document whose end has not been read."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(error.doc.rstrip())
    except (ValueError, RecursionError):
        return False
    return False
