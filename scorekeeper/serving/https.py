"""https in the local network: a worker process also listens at each address of the machine, for the same application.

The certificates come from this installation's own authorities (`scorekeeper.local_authority`). Once a minute it looks
if the machine has another address or a certificate ends soon; then it listens there or again.
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

from scorekeeper.local_authority import Files, addresses_here, authority_in, files_of, host_of, in_url, keep
from scorekeeper.serving.connections import limit_unread, listening
from scorekeeper.serving.name_in_network import NameInNetwork
from scorekeeper.web import request_log
from scorekeeper.web.at_home import AtHome

AT_HOME = "SCOREKEEPER_AT_HOME"  # environment variable: host, port and port for https, set by `serve`
LONGEST_END = 8.0  # seconds; granian kills a worker that takes longer than 10
INTERVAL = 60.0  # seconds between two looks
CONNECTIONS = 1_000  # open ones by https; of one network all count together (`Connections`)
HEADERS_TIMEOUT = 15_000  # milliseconds for a client to send the headers of a request

logger = logging.getLogger(__name__)


class Https:
    """The listeners; `settings` is the text of AT_HOME, `target` the RSGI application that they serve."""

    def __init__(self, settings: str, app: Flask, target: Any) -> None:
        self.host, port, secure = settings.split()
        self.port, self.secure = int(port), int(secure)
        self.app, self.target = app, target
        self.listeners: dict[str, Listener] = {}  # by address, the one in the network first
        self.name = NameInNetwork()
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
                await self._listen_at([])

    async def _keep(self) -> None:
        while True:
            try:
                await self._listen_at(addresses_here(self.host, Path(self.app.instance_path)))
            except Exception as error:  # such as a full disk: http goes on, and the next look may succeed
                logger.error("https: %s: %s", type(error).__name__, error)
            await asyncio.sleep(INTERVAL)

    async def _listen_at(self, addresses: list[str]) -> None:
        """Listens at these addresses with their newest certificates, and at no others; all are tried."""
        for address in self.listeners.keys() - set(addresses):
            await self.listeners.pop(address).stop()
        self.listeners = {each: self.listeners.get(each) or Listener(self.app, self.target) for each in addresses}
        self._offer()
        if addresses and self.app.config["SERVED_AT"]:  # where QR codes lead to
            self.app.config["SERVED_AT"] = f"http://{in_url(addresses[0])}:{self.port}"
        results = [await self._renew(address, listener) for address, listener in self.listeners.items()]
        await self.name.answer_for(host_of(addresses[0]) if addresses else None, self.port)
        if failed := [each for each in results if each]:
            raise failed[0]

    async def _renew(self, address: str, listener: "Listener") -> OSError | None:
        """Listens again if there is a newer certificate; returns what failed."""
        host, instance = host_of(address), Path(self.app.instance_path)
        files = files_of(instance, host)
        try:
            await asyncio.to_thread(keep, instance, host)
            newest = files.server.stat().st_mtime_ns
            if newest != listener.loaded:
                await listener.stop()
                listener.offer = AtHome(*host, self.port, self.secure, authority_in(files))
                self._offer()  # first, because the first request may ask for it
                await listener.listen(address, self.secure, files)
                listener.loaded = newest
        except OSError as error:
            listener.offer = None
            self._offer()
            return error
        return None

    def _offer(self) -> None:
        """Stores in the application's config at which addresses there is https."""
        self.app.config["AT_HOME"] = tuple(each.offer for each in self.listeners.values() if each.offer)


class Listener:
    """Serves the application by https at one address; `loaded` is the time of the certificate's file."""

    def __init__(self, app: Flask, target: Any) -> None:
        self.app, self.target = app, target
        self.loaded: int | None = None
        self.offer: AtHome | None = None
        self.server: Server | None = None
        self.serving: asyncio.Task[None] | None = None

    async def listen(self, address: str, port: int, files: Files) -> None:
        """Begins to listen. Raises OSError if that fails."""
        self.server = Server(
            self.target,
            address=address,
            port=port,
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
        while not _listens_at(address, port):
            if self.serving.done():
                self.serving.result()
                raise OSError(f"cannot listen at {address}, port {port}")
            await asyncio.sleep(0.05)
        limit_unread()

    async def stop(self) -> None:
        """Ends after the requests in progress."""
        self.loaded = self.offer = None
        if self.server and self.serving and not self.serving.done():
            self.server.stop()  # type: ignore[no-untyped-call]
            await self.serving
        self.server = self.serving = None


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """False for granian's warning at each start that embedding it is new."""
    return record.msg != "Embedded server is experimental!"


def _listens_at(address: str, port: int) -> bool:
    """True if this process listens there."""
    return (address, port) in {copy.getsockname()[:2] for copy in listening()}
