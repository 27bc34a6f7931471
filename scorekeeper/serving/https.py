"""https in the local network: a second listener of a worker process, for the same application.

Its certificate comes from this installation's own authority (`scorekeeper.local_authority`). Once a minute it looks if
the machine has another address or the certificate ends soon; then it listens again with a new one.
"""

import asyncio
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from scorekeeper.local_authority import Files, address_of, authority_in, files_of, host_of, is_private, keep
from scorekeeper.serving.connections import limit_unread, listening
from scorekeeper.web import request_log
from scorekeeper.web.at_home import AtHome

AT_HOME = "SCOREKEEPER_AT_HOME"  # environment variable: host, port and port for https, set by `serve`
LONGEST_END = 8.0  # seconds; granian kills a worker that takes longer than 10
INTERVAL = 60.0  # seconds between two looks
CONNECTIONS = 1_000  # open ones by https; of one network all count together (`Connections`)
HEADERS_TIMEOUT = 15_000  # milliseconds for a client to send the headers of a request

logger = logging.getLogger(__name__)


class Https:
    """The listener; `settings` is the text of AT_HOME, `target` the RSGI application that it serves."""

    def __init__(self, settings: str, app: Flask, target: Any) -> None:
        self.host, port, secure = settings.split()
        self.port, self.secure = int(port), int(secure)
        self.app, self.target = app, target
        self.server: Server | None = None
        self.serving: asyncio.Task[None] | None = None
        self.loaded: object = None  # the certificate in use: its address, and its file's time
        self.keeping: asyncio.Task[None] | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins to listen as soon as the loop runs."""
        self.keeping = loop.create_task(self._keep())

    async def stop(self) -> None:
        """Ends after the requests in progress, or after LONGEST_END."""
        if self.keeping:
            self.keeping.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_END):
                await self._stop_listening()

    async def _keep(self) -> None:
        while True:
            try:
                await self._look()
            except Exception as error:  # such as a full disk: http goes on, and the next look may succeed
                logger.error("https: %s: %s", type(error).__name__, error)
            await asyncio.sleep(INTERVAL)

    async def _look(self) -> None:
        """Listens with the newest certificate of the current address; not at all while there is no network."""
        address = address_of(self.host)
        if address != self.host and not is_private(address):
            self.loaded = None
            return await self._stop_listening()
        host, instance = host_of(address), Path(self.app.instance_path)
        files = files_of(instance, host)
        await asyncio.to_thread(keep, instance, host)
        newest = (address, files.server.stat().st_mtime_ns)
        if newest != self.loaded:
            await self._stop_listening()
            offer = AtHome(*host, self.port, self.secure, authority_in(files))
            self.app.config["AT_HOME"] = offer  # first, because the first request may ask for it
            try:
                await self._listen(files)
            except OSError:
                self.app.config["AT_HOME"] = None
                raise
            self.loaded = newest
        return None

    async def _listen(self, files: Files) -> None:
        self.server = Server(
            self.target,
            address=self.host,
            port=self.secure,
            interface=Interfaces.RSGI,
            http=HTTPModes.http1,
            backpressure=CONNECTIONS,
            http1_settings=HTTP1Settings(header_read_timeout=HEADERS_TIMEOUT),
            log_level=LogLevels.warning,
            log_dictconfig=request_log.dict_config() if self.app.config["LOG"] == "json" else None,
            websockets=False,
            ssl_cert=files.server,
            ssl_key=files.server,
        )
        logging.getLogger("_granian").addFilter(_is_worth_logging)
        self.serving = asyncio.create_task(self.server.serve())
        while not _has_port(self.secure):
            if self.serving.done():
                self.serving.result()
                raise OSError(f"cannot listen on port {self.secure}")
            await asyncio.sleep(0.05)
        limit_unread()

    async def _stop_listening(self) -> None:
        self.app.config["AT_HOME"] = None
        if self.server and self.serving and not self.serving.done():
            self.server.stop()  # type: ignore[no-untyped-call]
            await self.serving
        self.server = self.serving = None


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """False for granian's warning at each start that embedding it is new."""
    return record.msg != "Embedded server is experimental!"


def _has_port(port: int) -> bool:
    """True if this process listens on the port."""
    return port in {copy.getsockname()[1] for copy in listening()}
