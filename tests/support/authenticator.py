"""A virtual authenticator for passkeys (WebAuthn): stores keys and signs challenges."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

USER_PRESENT, USER_VERIFIED, WITH_KEY = 1, 4, 64


def plain(data: bytes) -> str:
    """Returns URL-safe base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """A passkey. `origin` is the site in the browser; `verifies`: true if it verifies the user by finger or code.

    `host` is the site that it signs for, None for the site of the request.
    """

    def __init__(self, origin: str = "http://localhost", *, verifies: bool = True) -> None:
        self.origin, self.verifies = origin, verifies
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.host: str | None = None
        self.count = 0

    def create(self, question: dict[str, Any]) -> str:
        """Returns the response to the options for a new passkey, as the page's script sends it."""
        point = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        of_key = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cose
        data = self._data(question["rp"]["id"], WITH_KEY) + of_key
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer({
            "clientDataJSON": plain(self._client("webauthn.create", question)), "attestationObject": plain(made)
        })  # fmt: skip

    def get(self, question: dict[str, Any]) -> str:
        """Returns the response to a challenge."""
        self.count += 1
        data, client = self._data(question["rpId"]), self._client("webauthn.get", question)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer({
            "clientDataJSON": plain(client), "authenticatorData": plain(data), "signature": plain(signature)
        })  # fmt: skip

    def _data(self, host: str, flags: int = 0) -> bytes:
        flags |= USER_PRESENT | (USER_VERIFIED if self.verifies else 0)
        return hashlib.sha256((self.host or host).encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, question: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": question["challenge"], "origin": self.origin}).encode()

    def _answer(self, response: dict[str, str]) -> str:
        return json.dumps({"id": plain(self.id), "rawId": plain(self.id), "type": "public-key", "response": response})
