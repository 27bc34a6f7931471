"""What is written down about requests: a JSON object a line, with nothing in it that names a person or opens a sitting.

`{"time": …, "level": "info", "event": "request", "request": "9f86d081884c7d65", "method": "POST",
"route": "/s/<token>/m/<int:number>/hands", "status": 200, "ms": 2.8}`

The route is the pattern, not the address. A failure has its kind and where it happened, not its text: databases like to
quote the row that they refuse. Watchers' questions that find nothing new (`views.still`) leave no line.
"""

import json
import logging
import re
import secrets
import time
import traceback
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

from flask import Flask, Response, g, has_request_context, request

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")
ABOUT = "about"  # the attribute of a log record with the fields of its line
logger = logging.getLogger("scorekeeper.requests")


class JsonLines(logging.Formatter):
    """A record as a line."""

    def format(self, record: logging.LogRecord) -> str:
        """`event` is what was logged, but for a failure, whose text may quote people."""
        about: dict[str, Any] = getattr(record, ABOUT, {})
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": when, "level": record.levelname.lower(), "event": record.getMessage(), **about}
        if has_request_context() and "request" in g:
            line.setdefault("request", g.request)
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["where"] = [
                f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


def dict_config() -> dict[str, Any]:
    """For `logging.config.dictConfig`: everything of this process as JSON lines on standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["lines"], "level": "WARNING"},
        "loggers": {
            "_granian": {"level": "WARNING"},
            "scorekeeper": {"level": "INFO"},
            "scorekeeper.requests": {"level": "INFO"},
        },
    }


def init_app(app: Flask) -> None:
    """Write a line for each request where that is asked for; else only failures are written, as text."""
    if app.config["LOG"] == "json":
        app.before_request(_begin)
        app.after_request(_end)


def _begin() -> None:
    g.began = time.perf_counter()
    given = request.headers.get(HEADER, "")
    g.request = given if GIVEN.fullmatch(given) else secrets.token_hex(8)


def _end(response: Response) -> Response:
    if "request" not in g:
        return response  # something before us answered
    response.headers[HEADER] = g.request
    about = {
        "method": request.method,
        "route": request.url_rule.rule if request.url_rule else None,
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.began) * 1000, 1),
    }
    logger.info("request", extra={ABOUT: {"request": g.request, **about}})
    return response
