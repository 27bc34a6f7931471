"""The machine's name in multicast DNS, such as `table.local`: phones reach the machine by it without any set-up.

python-zeroconf (the extra `mdns`) answers for it. Where a program of the system does so as well, such as avahi, both
give the same address.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from scorekeeper.local_authority import Host

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

KIND = "_http._tcp.local."


def is_answered() -> bool:
    """True if python-zeroconf is installed."""
    return find_spec("zeroconf") is not None


class NameInNetwork:
    """Registers the name of one host at a time in multicast DNS."""

    def __init__(self) -> None:
        self.host: Host | None = None
        self.answering: AsyncZeroconf | None = None

    async def answer_for(self, host: Host | None, port: int) -> None:
        """Answers for this host from now on, for none with None. Raises OSError if that fails."""
        if host == self.host or not is_answered():
            return
        if self.answering:
            await self.answering.async_close()
        self.host, self.answering = host, None
        if host is None or ":" in host.address:
            return
        from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

        self.answering = AsyncZeroconf(interfaces=[host.address])
        own = f"{host.name.removesuffix('.local')}.{KIND}"
        service = AsyncServiceInfo(
            KIND, own, port=port, server=f"{host.name}.", parsed_addresses=[host.address], properties={"path": "/"}
        )
        await self.answering.async_register_service(service, cooperating_responders=True)
