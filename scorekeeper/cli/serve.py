"""`scorekeeper serve`: runs the web server."""

import errno
import gc
import multiprocessing
import os
import resource
import socket
import sys
import time
from contextlib import nullcontext, suppress
from multiprocessing.connection import Connection

import click
import segno
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.cli.db import begin_log, bring_up_to_date, database_errors, open_engine, say, settings_or_stop, stop
from scorekeeper.cli.demo_stage import Stage, open_stage
from scorekeeper.cli.job_worker import working
from scorekeeper.clubs import accounts, signing_in
from scorekeeper.local_authority import EVERYWHERE, address_of, host_of, in_url, is_private
from scorekeeper.paper import typesetting
from scorekeeper.serving import name_in_network
from scorekeeper.serving.https import AT_HOME
from scorekeeper.web import phone_engine, request_log
from scorekeeper.web.public_address import SERVED_AT

CONNECTIONS = 4_000  # open connections per process; idle and slow ones occupy no thread
OTHER_FILES = 500  # files per process that are no connections
FEWEST_FILES = 64  # with which a process still serves some phones
HEADERS_TIMEOUT = 15_000  # milliseconds for a client to send the headers of a request
SHUTDOWN = 10  # seconds for running requests to finish
OVERLAP = 1.0  # seconds for which a replaced process keeps running, while the next one starts
HTTPS_HIGHER = 443  # the port for https is so much higher: 8443 beside 8000
PORT_RETRY = 1.0  # seconds to wait for a port that a stopping server still holds


@click.command()
@click.option(
    "--host", default=EVERYWHERE[0], show_default=True, help="Address to listen on; 127.0.0.1: this machine only."
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes.")
@click.option("--https/--no-https", default=True, help="In a local network also https, on the port 443 higher.")
@click.option("--jobs/--no-jobs", default=True, help="Also run background jobs, or leave them to `worker`.")
@click.option("--qr/--no-qr", default=True, help="Show a QR code of the address for phones.")
@click.option("--demo", is_flag=True, help="A demonstration: an invented club that everybody may try, new every hour.")
@click.option("--seed", default=1, show_default=True, help="With --demo: the same seed gives the same club.")
def serve(host: str, port: int, workers: int, https: bool, jobs: bool, qr: bool, demo: bool, seed: int) -> None:
    """Run the web server; the database is migrated first. Ctrl-C ends it."""
    begin_log()
    _check_free(host, port)
    if demo and workers > 1:
        raise click.UsageError("--demo runs in one process")
    with open_stage(seed) if demo else nullcontext() as stage:
        _run(host, port, workers, https and not demo, jobs, qr, stage)


def _run(host: str, port: int, workers: int, https: bool, jobs: bool, qr: bool, stage: Stage | None) -> None:
    """Serves until a signal arrives; with a `stage`, another instance each hour."""
    chosen = settings_or_stop()
    bring_up_to_date(chosen)
    _prepare(chosen)
    _announce(host, port, qr=qr and chosen["LOG"] != "json")
    if https:
        _offer_https(chosen, host, port)
    with database_errors():
        _show_set_up_code(chosen, host, port)
    connections = _allow_connections()
    server = Granian(
        "scorekeeper.serving.worker:server",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        factory=True,
        http=HTTPModes.http1,  # idle connections of HTTP/2 have no deadline
        workers=workers,
        backpressure=connections,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_TIMEOUT),
        respawn_failed_workers=True,
        workers_kill_timeout=SHUTDOWN,
        respawn_interval=OVERLAP,
        log_level=LogLevels.warning,
        log_dictconfig=request_log.dict_config() if chosen["LOG"] == "json" else None,
        websockets=False,
    )
    with working(jobs) as replace_worker, stage.resetting(replace_worker) if stage else nullcontext():
        server.serve()
    typesetting.delete_abandoned_folders()  # of the worker processes, which end without any clean-up


def _prepare(chosen: dict[str, object]) -> None:
    """Builds what every phone asks for first, before the port opens.

    On Linux only, where the server's processes are forks of this one, and share its memory. The files are built in a
    process of their own, so that the memory needed for building them is free afterwards.
    """
    if sys.platform != "linux":
        return

    receiver, sender = multiprocessing.Pipe(duplex=False)
    builder = multiprocessing.get_context("fork").Process(target=_build, args=(sender, chosen))
    builder.start()
    sender.close()
    with suppress(EOFError):  # it failed, and the first request fails in the same way, with a log line
        phone_engine.prepared[:] = [receiver.recv()]
    builder.join()
    gc.freeze()  # so that no process copies memory pages only to collect garbage


def _build(sender: Connection, chosen: dict[str, object]) -> None:
    kept = phone_engine.kept_before(chosen)
    if kept is not None:
        return sender.send(kept)
    app = create_app({**chosen, "LOG": "text"})
    with app.test_request_context(base_url=f"http://localhost{app.config['PREFIX']}/"):
        return sender.send(phone_engine.prepare())


def _allow_connections() -> int:
    """Raises the limit of open files as far as permitted, and returns how many connections that allows.

    Exits with an error if the limit is too low to serve anybody; prints a warning if it is below CONNECTIONS.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = CONNECTIONS + OTHER_FILES
    limit = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return CONNECTIONS
    if limit < FEWEST_FILES:
        stop(
            f"only {limit} open files are permitted (ulimit -n); at least {FEWEST_FILES} are needed, better {needed:,}"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    connections = limit - min(OTHER_FILES, limit // 2)
    if limit < needed:
        few = f"Only {limit:,} open files are permitted (ulimit -n)"
        say(f"{few}: {connections:,} connections at a time instead of {CONNECTIONS:,}.")
    return connections


def _check_free(host: str, port: int) -> None:
    """Exits with an error if the port is in use; retries for PORT_RETRY seconds."""
    deadline = time.monotonic() + PORT_RETRY
    while True:
        try:
            return _bind(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                why = f"cannot listen on {in_url(host)}:{port}: {error.strerror}"
                stop(f"{why}. Choose another with --host or --port.")
            time.sleep(0.05)


def _bind(host: str, port: int) -> None:
    family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trial.bind(address)


def _announce(host: str, port: int, *, qr: bool) -> None:
    say(f"Scorekeeper is at http://{_near(host)}:{port}/")
    far = address_of(host)
    if host not in EVERYWHERE or not far:
        return
    url = f"http://{far}:{port}/"
    os.environ[SERVED_AT] = url.rstrip("/")  # the worker processes build QR codes with it
    say(f"For the phones in this network: {url}")
    if qr:
        segno.make(url, error="l", boost_error=False).terminal(compact=True, border=2)
        sys.stdout.flush()  # the worker processes write to the same console


def _offer_https(chosen: dict[str, object], host: str, port: int) -> None:
    """Has the worker processes listen for https, if this is a local network without an https of its own."""
    address = address_of(host)
    if chosen["PUBLIC_URL"] or chosen["TRUSTED_PROXIES"] or not is_private(address):
        return
    secure = port + HTTPS_HIGHER
    if not _is_free(host, secure):
        say(f"Without https, because port {secure} is in use: phones need the network all the time.")
        return
    os.environ[AT_HOME] = f"{host} {port} {secure}"
    say(f"To keep it on a phone for when there is no network: http://{in_url(address)}:{port}/trust")
    if name_in_network.is_answered():
        say(f"By name: http://{host_of(address).name}:{port}/")


def _is_free(host: str, port: int) -> bool:
    try:
        _bind(host, port)
    except (OSError, OverflowError):
        return False
    return True


def _show_set_up_code(chosen: dict[str, object], host: str, port: int) -> None:
    """Prints the link that sets up the first club, unless there are accounts already."""
    engine = open_engine(chosen)
    with Session(engine) as session:
        if accounts.has_no_accounts(session):
            address, code = f"http://{_near(host)}:{port}/club/set-up", signing_in.set_up_code(session, chosen)
            if chosen["SET_UP_CODE"]:
                say(f"To set up a club: {address} with the code of SCOREKEEPER_SETUP_CODE")
            else:
                say(f"To set up a club: {address}?code={code} (the code is {code})")
    engine.dispose()


def _near(host: str) -> str:
    """Returns the host at which this machine itself reaches the server, as URLs have it."""
    return "localhost" if host in EVERYWHERE else in_url(host)
