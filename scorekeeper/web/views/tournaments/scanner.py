"""The page on which an arbiter's phone reads one slip after the other with its camera, while it is held over them."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, render_template

from scorekeeper.i18n import say
from scorekeeper.slips.reading import Reading
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import slip_scans
from scorekeeper.web.frame_reading import Busy, reader
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.programs import FORM, takes
from scorekeeper.web.rate_limits import FRAMES, limiter
from scorekeeper.web.request_limits import bytes_sent
from scorekeeper.web.security_headers import ALWAYS
from scorekeeper.web.slip_readings import as_stored, slip_keys
from scorekeeper.web.slip_scans import DOUBT, NOTHING, scan_of
from scorekeeper.web.tournament_pages.scanned import Board, Look, board_of, look_at, looked
from scorekeeper.web.tournament_pages.tables import round_of
from scorekeeper.web.visitors import account_or_network

bp = Blueprint(
    "tournament_scanner", __name__, url_prefix="/c/<club>/tournaments/<int:number>/rounds/<int:round>/scanner"
)

JPEG = b"\xff\xd8"


@bp.get("")
@of_club("scorer", Tournament)
def show(visit: Visit, tournament: Tournament, round: int) -> Response:
    """The page with the camera's picture; without a camera or scripts it leads to photographs."""
    round_of(tournament, round)
    parts = _parts(visit, tournament, round)
    reader.prepare()
    response = make_response(render_template("tournaments/scanner.html", **parts, theme="dark"))
    response.headers["Permissions-Policy"] = ALWAYS["Permissions-Policy"].replace("camera=()", "camera=(self)")
    return response


def _parts(visit: Visit, tournament: Tournament, round: int) -> dict[str, Any]:
    scan = scan_of(tournament, round)
    board = board_of(tournament, round, scan)
    return {"visit": visit, "tournament": tournament, "round": round, "scan": scan, "board": board}


@bp.post("")
@takes("image/jpeg", FORM)  # a form has no picture
@limiter.limit(FRAMES, key_func=account_or_network)
@of_club("scorer", Tournament)
def read(visit: Visit, tournament: Tournament, round: int) -> Response:
    """POST: reads the slips in a picture of the camera, a JPEG; returns what it showed and the page's part below it.

    503 while another picture is being read. Nothing counts before the results are entered.
    """
    round_of(tournament, round)
    data = bytes_sent()
    readings = _readings(tournament, data) if data.startswith(JPEG) else []
    shown = [(reading, _added(tournament, round, reading)) for reading in readings]
    parts = _parts(visit, tournament, round)
    look = looked([_look(tournament, parts["board"], reading, state) for reading, state in shown])
    part = render_template("tournaments/_scanned.html", **parts)
    return jsonify({**look._asdict(), "part": part})


def _readings(tournament: Tournament, data: bytes) -> list[Reading]:
    """Returns the readings of the slips in a picture; aborts with 503 while another one is being read."""
    document, keys = tournament.document, slip_keys(tournament)
    db.session.rollback()  # ends the transaction: reading takes long
    try:
        return [reading for reading in reader.read(data, document, keys) if reading.round is not None]
    except Busy:
        abort(503)


def _added(tournament: Tournament, round: int, reading: Reading) -> str:
    """Adds a reading to the scan if it is of this round; returns what it showed."""
    if reading.sides is None or reading.round != round or reading.round < len(tournament.document["rounds"]):
        return NOTHING
    return slip_scans.add(tournament, round, {"picture": 1, **as_stored(reading)})


def _look(tournament: Tournament, board: Board, reading: Reading, state: str) -> Look:
    if state == NOTHING or reading.table is None:
        return Look(DOUBT, said=" ".join(say(doubt.message, doubt.params) for doubt in reading.doubts))
    return look_at(tournament, board, reading.table, state)
