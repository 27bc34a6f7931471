"""Waiting for what is done behind a request."""

from flask import Flask


def done(app: Flask) -> None:
    """Wait until the worker for mails and notes has done everything."""
    app.extensions["scorekeeper-mail"].tasks.join()
