"""Values of settings, read from the texts that environment variables hold.

Each function raises ValueError for any other text; what it says is what is wanted.
"""

import re
from collections.abc import Callable

FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def whole_number(text: str) -> int:
    """`"10"` as 10."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError("a whole number from 0 on is wanted")
    return int(text)


def flag(text: str) -> bool:
    """`"1"` as True, `"off"` as False."""
    if text.lower() not in FLAGS:
        raise ValueError("1 or 0 is wanted")
    return FLAGS[text.lower()]


def one_of(*choices: str) -> Callable[[str], str]:
    """What reads one of these words, in small letters or capitals, as it is written here."""
    written = {choice.lower(): choice for choice in choices}

    def read(text: str) -> str:
        if text.lower() not in written:
            raise ValueError(f"{', '.join(choices[:-1])} or {choices[-1]} is wanted")
        return written[text.lower()]

    return read


def database_url(text: str) -> str:
    """Name the driver, as SQLAlchemy wants it: hosting services give out `postgres://…`."""
    scheme, separator, rest = text.partition("://")
    if scheme in {"postgres", "postgresql"}:
        scheme = "postgresql+psycopg"
    return scheme + separator + rest


def base_url(text: str) -> str:
    """An address without a slash at its end, or nothing."""
    if text and not text.startswith(("https://", "http://")):
        raise ValueError("an address that begins with https:// is wanted")
    return text.rstrip("/")


def prefix(text: str) -> str:
    """A path without a slash at its end, or nothing."""
    path = text.rstrip("/")
    if path and (not path.startswith("/") or "//" in path or not re.fullmatch(r"[\w./-]+", path, re.ASCII)):
        raise ValueError("a path such as /cards is wanted")
    return path


def words(text: str) -> list[str]:
    """What stands between commas."""
    return [part for part in (part.strip() for part in text.split(",")) if part]
