"""A member of a club in a browser: logs in once and retries while no server responds."""

import json
import re
import time
import urllib.request
import uuid
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit

BUSY = {502, 503, 504}
PATIENCE = 180.0  # seconds
A_LINK = re.compile(r'<a class="button primary[^"]*" href="([^"]+)"')  # to a job's file


class Page(NamedTuple):
    """A response: its status, its path after redirects, its content."""

    status: int
    path: str
    content: bytes

    @property
    def text(self) -> str:
        """The content as text."""
        return self.content.decode("utf-8", "replace")


class Member:
    """A browser with cookies, without JavaScript."""

    def __init__(self, port: int) -> None:
        self.site = f"http://127.0.0.1:{port}"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.form_token = ""

    def sign_in(self, login: str, password: str) -> Page:
        """Sends the login form."""
        self.form_token = json.loads(self.get("/sync/token").text)["csrf_token"]
        page = self.post("/login", {"login": login, "password": password})
        self.form_token = json.loads(self.get("/sync/token").text)["csrf_token"]
        return page

    def get(self, path: str) -> Page:
        """Requests a page, retrying while no server responds."""
        return self._ask(path, None, {})

    def post(self, path: str, fields: dict[str, str]) -> Page:
        """Sends a form."""
        return self._ask(path, urlencode(fields).encode(), {"X-CSRFToken": self.form_token})

    def send_file(self, path: str, content: bytes) -> Page:
        """Sends a form with one file."""
        mark = uuid.uuid4().hex
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="sent.jsonl"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={mark}", "X-CSRFToken": self.form_token}
        return self._ask(path, body, kind)

    def follow(self, page: Page, patience: float = PATIENCE) -> Page:
        """Reloads the page of a job until it has ended; returns the file it made, or the last page if it made none."""
        ends = time.monotonic() + patience
        while re.search(r'data-press="(waiting|working)"', page.text):
            if time.monotonic() > ends:
                raise TimeoutError(f"still not there: {page.path}")
            time.sleep(0.3)
            page = self.get(page.path)
        link = A_LINK.search(page.text) if b"data-press" in page.content else None
        return self.get(link[1]) if link else page

    def _ask(self, path: str, sent: bytes | None, headers: dict[str, str]) -> Page:
        ends = time.monotonic() + PATIENCE
        while True:
            page = self._once(path, sent, headers)
            if (page.status not in BUSY and page.status) or time.monotonic() > ends:
                return page
            time.sleep(0.1)

    def _once(self, path: str, sent: bytes | None, headers: dict[str, str]) -> Page:
        request = urllib.request.Request(self.site + path, sent, headers)  # noqa: S310 (our own server)
        try:
            with self.opener.open(request, timeout=60) as answer:
                return Page(answer.status, urlsplit(answer.url).path, answer.read())
        except HTTPError as refused:
            with refused:
                return Page(refused.code, path, refused.read())
        except (URLError, OSError, HTTPException):
            return Page(0, path, b"")
