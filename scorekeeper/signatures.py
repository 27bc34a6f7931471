"""Signs short texts (links, codes on printed sheets) with SECRET_KEY; makes digests of secrets.

A signature is 128 bits of an HMAC-SHA256 in 22 letters of URL-safe base64. The purpose is part of the key, so that a
signature is only valid for the purpose it was made for.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

LENGTH = 16  # bytes


def keys_of(config: Mapping[str, Any]) -> list[str]:
    """Returns the keys whose signatures are valid: the current one, then SECRET_KEY_FALLBACKS."""
    return [config["SECRET_KEY"], *(config.get("SECRET_KEY_FALLBACKS") or [])]


@lru_cache(1_000)
def sign(purpose: str, text: str, key: str) -> str:
    """Returns the signature of a text for a purpose."""
    digest = hmac.digest(f"{purpose}:{key}".encode(), text.encode("utf-8"), "sha256")
    return urlsafe_b64encode(digest[:LENGTH]).decode("ascii").rstrip("=")


def is_signed(purpose: str, text: str, signature: str, keys: Sequence[str]) -> bool:
    """True if the signature was made for this text and purpose with one of the keys.

    All keys are tried and compared in constant time, so the duration reveals nothing.
    """
    encoded = signature.encode("utf-8", "replace")
    return any([hmac.compare_digest(sign(purpose, text, key).encode(), encoded) for key in keys])  # noqa: C419


def digest_of(secret: str) -> str:
    """Returns the hexadecimal SHA-256 of a secret, which is stored, and looked up, instead of the secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
