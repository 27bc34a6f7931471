"""A phone at a table, as the server sees it: form token, cookie, retries with the same key until there is an answer."""

import json
import random
import re
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlencode

SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
HEAD = {"format": "scorekeeper/1", "game": "albastini", "sides": SIDES}  # a match that goes on until it is stopped
PATIENCE = 300.0  # seconds that a phone goes on trying
BUSY = {0, 502, 503, 504}  # of the server, or of a proxy in front of one that was killed; 0: no answer


class Answer(NamedTuple):
    """An answer; status 0 where there was none."""

    status: int
    body: Any


class Refused(Exception):
    """The server refused a correct write, or did not answer for too long."""


class Phone:
    """A minimal HTTP client: stores only the cookie and the form token between requests."""

    def __init__(self, port: int, timeout: float = 15) -> None:
        self.port, self.timeout = port, timeout
        self.cookie = self.form_token = self.match = ""
        self.retries = 0

    def get_token(self) -> None:
        """Fetch the form token."""
        self.form_token = self.until_answered("/sync/token", None)["csrf_token"]

    def begin(self, key: str) -> str:
        """Open a table and start a match; returns the match's address."""
        self.get_token()
        begun = self.until_answered("/sync/matches", {"key": key, "head": json.dumps(HEAD)})
        self.match = f"/s/{begun['token']}/m/{begun['number']}"
        return self.match

    def until_answered(self, address: str, fields: dict[str, object] | None) -> Any:
        """Repeat a request until it is answered with 200. Raises Refused."""
        given_up = time.monotonic() + PATIENCE
        while time.monotonic() < given_up:
            answer = self.ask(address, fields)
            if answer.status == 200:
                return answer.body
            if answer.status not in BUSY:
                raise Refused(f"{answer.status} {str(answer.body)[:200]}")
            self.retries += 1
            time.sleep(random.uniform(0.1, 0.5))  # noqa: S311 (so that not all come back at once)
        raise Refused(f"no answer for {PATIENCE:g} s")

    def ask(self, address: str, fields: dict[str, object] | None) -> Answer:
        """Send one request: a POST with `fields`, else a GET."""
        headers = {"Accept": "application/json", "Cookie": self.cookie, "X-CSRFToken": self.form_token}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)) as connection:
                connection.request("POST" if fields else "GET", address, urlencode(fields or {}), headers)
                answer = connection.getresponse()
                body = answer.read()
        except (OSError, HTTPException):
            return Answer(0, None)
        cookie = re.match(r"[^;]+", answer.headers.get("Set-Cookie", ""))
        if cookie and answer.status == 200:
            self.cookie = cookie[0]
        return Answer(answer.status, _read(body))


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body[:500]
