"""A phone at a table, as the server sees it: form token, cookie, retries with the same key until it gets a response."""

import json
import random
import re
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlencode

SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
HEAD = {"format": "scorekeeper/1", "game": "albastini", "sides": SIDES}  # a match without a target
PATIENCE = 300.0  # seconds for which a phone retries
BUSY = {0, 502, 503, 504}  # retried: from the server, or a proxy in front of a killed one; 0: no response


class Answer(NamedTuple):
    """A response; status 0 if there was none."""

    status: int
    body: Any


class Refused(Exception):
    """The server rejected a valid write, or did not respond for too long."""


class Phone:
    """A minimal HTTP client that keeps only the cookie and the form token between requests."""

    def __init__(self, port: int, timeout: float = 15) -> None:
        self.port, self.timeout = port, timeout
        self.cookie = self.form_token = self.match = ""
        self.retries = 0

    def get_token(self) -> None:
        """Fetches the form token."""
        self.form_token = self.until_answered("/sync/token", None)["csrf_token"]

    def begin(self, key: str) -> str:
        """Opens a table and starts a match; returns the match's address."""
        self.get_token()
        begun = self.until_answered("/sync/matches", {"key": key, "head": json.dumps(HEAD)})
        self.match = f"/s/{begun['token']}/m/{begun['number']}"
        return self.match

    def until_answered(self, address: str, fields: dict[str, object] | None) -> Any:
        """Repeats a request until the response is 200. Raises Refused."""
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
        """Sends one request: a POST with `fields`, else a GET."""
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
