"""Signed sessions in a cookie, as Flask has them."""

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer


class Sessions(SecureCookieSessionInterface):
    """Keeps the signer, which Flask makes anew for every request; that takes as long as looking at the signature."""

    def __init__(self) -> None:
        self._known: tuple[object, URLSafeTimedSerializer | None] = (None, None)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        keys = (app.secret_key, *(app.config["SECRET_KEY_FALLBACKS"] or ()))
        known, signer = self._known
        if known != keys:
            signer = super().get_signing_serializer(app)
            self._known = (keys, signer)
        return signer
