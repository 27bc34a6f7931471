"""Passwords: which are good enough, and their hashes."""

from collections.abc import Iterable
from functools import cache

from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import _, refuse

SHORTEST = 10
LONGEST = 200  # hashing takes time with length
STRENGTH = "scrypt:32768:8:3"  # N, r, p as the OWASP Password Storage Cheat Sheet wants them for 32 MB
GUESSES = 8  # decimal digits of how many a guesser needs at least, where common words and patterns are tried first
LOOKED_AT = 72  # letters that are searched for patterns; the time for that grows faster than their number


def check(password: str, own_words: Iterable[str] = ()) -> None:
    """Refuse a password that is too short, too long, or one of the first that a guesser would try.

    `own_words` are names that everybody knows of its owner. Nothing is asked of another computer. Raises Refusal.
    """
    if len(password) < SHORTEST:
        raise refuse("password", None, _("Use at least 10 characters; a few words are easy to remember"))
    if len(password) > LONGEST:
        raise refuse("password", None, _("Use at most 200 characters"))
    if _guesses(password[:LOOKED_AT], own_words) < GUESSES:
        raise refuse("password", None, _("This password is easy to guess; use a few unrelated words"))


def _guesses(password: str, own_words: Iterable[str]) -> float:
    from zxcvbn import zxcvbn  # its lists take a while to load: only where somebody chooses a password

    near = ["scorekeeper", *(game.slug for game in GAMES), *(word for word in own_words if word)]
    return float(zxcvbn(password, user_inputs=near)["guesses_log10"])


def hash_of(password: str) -> str:
    """The salted hash to be stored."""
    return generate_password_hash(password, STRENGTH)


def matches(stored: str | None, password: str) -> bool:
    """Whether the password has this hash. Without one it takes as long, so that names cannot be guessed by time."""
    return check_password_hash(stored or _nobodys(STRENGTH), password[: LONGEST + 1]) and stored is not None


def is_outdated(stored: str) -> bool:
    """Whether a hash is weaker than those that are made now."""
    return stored.partition("$")[0] != STRENGTH


@cache
def _nobodys(_strength: str) -> str:
    return hash_of("nobody's password")
