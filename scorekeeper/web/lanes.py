"""Answers that take long are made where nobody waits behind them, if the server has such a place (`serving.worker`)."""

from flask import request

LANE = "scorekeeper.takes_long"  # in the WSGI environment: whether this thread is for such answers
MANY = 500  # hands: all of them are read and written in some hundredths of a second


class TakesLong(BaseException):
    """Asked where others wait: to be asked again elsewhere. No page is made of it, and nothing is counted or logged."""


def read_all(hands: int) -> None:
    """To be called before all hands of a match are read. Raises TakesLong where that is to be done elsewhere."""
    if hands > MANY and request.environ.get(LANE) is False:
        raise TakesLong
