"""Waiting for work done after a request."""

from flask import Flask


def done(app: Flask) -> None:
    """Waits until the background thread for mails and notes is idle."""
    app.extensions["scorekeeper-mail"].tasks.join()
