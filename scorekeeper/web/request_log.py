"""The request log: one JSON object per line, without personal data or tokens.

`{"time": …, "level": "info", "event": "request", "request": "9f86d081884c7d65", "method": "POST", "route":
"/s/<token>/m/<int:number>/hands", "status": 200, "ms": 2.8}`

The route is the URL rule, not the address. Errors are logged with class and traceback, without their text, because
databases quote the rejected row. Polls to which `web.not_modified` responds with 304 are not logged.
"""

import json
import logging
import logging.config
import re
import secrets
import sys
import threading
import time
import traceback
from datetime import UTC, datetime
from pathlib import PurePath
from types import TracebackType
from typing import Any

from flask import Flask, Response, g, has_request_context, request

HEADER = "X-Request-ID"
VALID_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
FIELDS = "fields"  # attribute of a log record with additional fields
logger = logging.getLogger("scorekeeper.requests")
security = logging.getLogger("scorekeeper.security")  # logger of security events (`clubs.signing_in`)


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the JSON line; of an exception only class and traceback, because its text may contain names."""
        fields: dict[str, Any] = getattr(record, FIELDS, {})
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": when, "level": record.levelname.lower(), "event": record.getMessage(), **fields}
        if has_request_context() and "request" in g:
            line.setdefault("request", g.request)
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["where"] = [
                f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """Formats a log record as one line of text with its additional fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the message followed by `name=value` for each field."""
        fields: dict[str, Any] = getattr(record, FIELDS, {})
        return " ".join([super().format(record), *(f"{name}={value}" for name, value in fields.items())])


def dict_config() -> dict[str, Any]:
    """Returns a configuration for `logging.config.dictConfig`: all logs of this process as JSON lines on stderr."""
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


def write_json() -> None:
    """Makes this process, and those that it forks, write JSON lines only: warnings and uncaught exceptions, too."""
    logging.config.dictConfig(dict_config())
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught
    threading.excepthook = lambda failed: _log_uncaught(failed.exc_type, failed.exc_value, failed.exc_traceback)


def _log_uncaught(kind: type[BaseException], error: BaseException | None, where: TracebackType | None) -> None:
    if error is not None and not issubclass(kind, KeyboardInterrupt | SystemExit):
        logging.getLogger("scorekeeper").critical("uncaught", exc_info=(kind, error, where))


def init_app(app: Flask) -> None:
    """Logs each request if the setting LOG is `json`; otherwise logs only errors and security events, as text."""
    if app.config["LOG"] == "json":
        app.before_request(_begin)
        app.after_request(_end)
    elif not security.handlers and not app.testing:
        lines = logging.StreamHandler()
        lines.setFormatter(TextLines("%(asctime)s %(message)s"))
        security.addHandler(lines)
        security.setLevel(logging.INFO)


def _begin() -> None:
    g.began = time.perf_counter()
    request_id = request.headers.get(HEADER, "")
    g.request = request_id if VALID_ID.fullmatch(request_id) else secrets.token_hex(8)


def _end(response: Response) -> Response:
    if "request" not in g:
        return response  # the response was sent before `_begin` ran
    response.headers[HEADER] = g.request
    fields = {
        "method": request.method,
        "route": request.url_rule.rule if request.url_rule else None,
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.began) * 1000, 1),
    }
    logger.info("request", extra={FIELDS: {"request": g.request, **fields}})
    return response
