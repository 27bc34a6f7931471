"""Session cookies: signed, with a cached signer, and valid whatever the clock says."""

from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer


class AgelessSerializer(URLSafeTimedSerializer):
    """Reads and writes Flask's cookies, and accepts every valid signature, whatever its time.

    itsdangerous rejects signatures from the future. Flask would then start an empty session, and the next write would
    overwrite the cookie: after a clock is set back, or beside a machine whose clock is ahead, a phone would lose its
    tables. The browser deletes the cookie after a year; log-ins expire by their rows.
    """

    def loads(  # type: ignore[override]  # as in itsdangerous
        self,
        s: str | bytes,
        max_age: int | None = None,
        return_timestamp: bool = False,
        salt: str | bytes | None = None,
    ) -> Any:
        """Returns the content of a signed text; `max_age` is ignored. Raises BadSignature."""
        return super().loads(s, None, return_timestamp, salt)


class Sessions(SecureCookieSessionInterface):
    """Flask's session interface with an AgelessSerializer, which is cached.

    Creating one per request takes as long as verifying the signature.
    """

    def __init__(self) -> None:
        self._cached: tuple[object, AgelessSerializer | None] = (None, None)

    def get_signing_serializer(self, app: Flask) -> AgelessSerializer | None:
        current, fallbacks = app.secret_key, app.config["SECRET_KEY_FALLBACKS"] or ()
        cached_keys, serializer = self._cached
        if cached_keys != (current, *fallbacks):
            serializer = self._serializer([*fallbacks, current]) if current else None
            self._cached = ((current, *fallbacks), serializer)
        return serializer

    def _serializer(self, keys: list[Any]) -> AgelessSerializer:
        """Returns a serializer of the same cookies as Flask's; the last key signs."""
        options = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return AgelessSerializer(keys, salt=self.salt, serializer=self.serializer, signer_kwargs=options)
