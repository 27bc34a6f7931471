"""Responses with a picture to share, and what the picture of a year shows: no names of erased players."""

from collections.abc import Callable, Iterable

from flask import Response, abort, current_app, request

from scorekeeper.clubs.erasing import PLACEHOLDER
from scorekeeper.games.engine.highlights import HIGHEST
from scorekeeper.i18n import speaking
from scorekeeper.pages.records import STREAK, Record
from scorekeeper.pages.result_picture import SIZES, Picture
from scorekeeper.pages.year_picture import YearPicture
from scorekeeper.paper import picture
from scorekeeper.paper.pdf import digest
from scorekeeper.web.views.printing import language_of_query


def picture_response(make: Callable[[str], Picture | YearPicture], name: str) -> Response:
    """Returns a picture as PNG, or 304: `?form=square|tall`, `?lang=`; 404 for other values.

    `make` returns its content in the current language, for a form. The file is called `name`-form.png.
    """
    form = request.args.get("form") or next(iter(SIZES))
    if form not in SIZES:
        abort(404)
    with speaking(language_of_query()):
        values = make(form)
    response = current_app.response_class(mimetype="image/png")
    response.headers["Content-Disposition"] = f'inline; filename="{name}-{form}.png"'
    response.set_etag(digest(repr(values)))
    if response.make_conditional(request).status_code != 304:
        response.set_data(picture.png(values))
    return response


def chosen_year(years: Iterable[int]) -> int | None:
    """Returns the year in `?year=`, if it is one of these; None for all time."""
    text = request.args.get("year", "")
    return next((year for year in years if str(year) == text), None)


Titled = tuple[str, Record]  # the game's title, and the record


def longest_streak(by_game: Iterable[tuple[str, Iterable[Record]]]) -> Titled | None:
    """Returns the longest streak of all games; `by_game` has the title and the records of each."""
    streaks = [(title, each) for title, records in by_game for each in records if each["kind"] == STREAK]
    longest = max(streaks, key=lambda titled: titled[1]["value"], default=None)
    return longest and (longest[0], _without_erased(longest[1]))


def highest_hand(title: str, records: Iterable[Record]) -> Titled | None:
    """Returns the record for the most points in one hand, with the game's title."""
    return next(((title, _without_erased(each)) for each in records if each["kind"] == HIGHEST), None)


def _without_erased(record: Record) -> Record:
    return {**record, "names": [name for name in record["names"] if not name.startswith(PLACEHOLDER)]}
