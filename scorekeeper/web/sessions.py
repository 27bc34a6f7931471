"""Flask's signed cookie sessions, with the signer cached."""

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer


class CachedSessions(SecureCookieSessionInterface):
    """Caches the signer: Flask makes one for every request, which takes as long as checking the signature."""

    def __init__(self) -> None:
        self._cached: tuple[object, URLSafeTimedSerializer | None] = (None, None)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        keys = (app.secret_key, *(app.config["SECRET_KEY_FALLBACKS"] or ()))
        cached_keys, signer = self._cached
        if cached_keys != keys:
            signer = super().get_signing_serializer(app)
            self._cached = (keys, signer)
        return signer
