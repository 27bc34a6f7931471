"""Signatures over short texts with the SECRET_KEY, of links and of the codes on printed sheets; digests of secrets.

A signature is 128 bits of an HMAC-SHA256, written in 22 letters of URL-safe base64. The purpose is part of the key, so
that a signature made for one thing is good for nothing else.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

LENGTH = 16  # bytes


def keys_of(config: Mapping[str, Any]) -> list[str]:
    """The keys that signatures may be made with, the present one first, then the earlier ones that are still good."""
    return [config["SECRET_KEY"], *(config.get("SECRET_KEY_FALLBACKS") or [])]


@lru_cache(1_000)
def sign(purpose: str, text: str, key: str) -> str:
    """The signature of a text for a purpose."""
    digest = hmac.digest(f"{purpose}:{key}".encode(), text.encode("utf-8"), "sha256")
    return urlsafe_b64encode(digest[:LENGTH]).decode("ascii").rstrip("=")


def is_signed(purpose: str, text: str, signature: str, keys: Sequence[str]) -> bool:
    """Whether the signature was made for this text and purpose with one of the keys.

    Every key is tried and compared in constant time: how long it takes tells nothing.
    """
    given = signature.encode("utf-8", "replace")
    return any([hmac.compare_digest(sign(purpose, text, key).encode(), given) for key in keys])  # noqa: C419


def digest_of(secret: str) -> str:
    """What is stored of a secret that a browser or a link holds, to find its row again: SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
