"""The machine's name in multicast DNS."""

import asyncio

from zeroconf import AddressResolverIPv4, Zeroconf

from scorekeeper.local_authority import Host
from scorekeeper.serving.name_in_network import NameInNetwork
from tests.support.polling import PATIENCE

HERE = "127.0.0.1"


def address_of(name: str, patience: float) -> list[str]:
    """Returns the addresses that others receive for a name."""
    with Zeroconf(interfaces=[HERE]) as asking:
        asked = AddressResolverIPv4(f"{name}.")
        asked.request(asking, 1000 * patience)
        return asked.parsed_addresses()


def test_the_name_is_answered_until_the_machine_has_another() -> None:
    async def live() -> list[list[str]]:
        name = NameInNetwork()
        found = []
        for host, patience in ((Host(HERE, "table.local"), PATIENCE), (Host(HERE, "other.local"), PATIENCE), (None, 1)):
            await name.answer_for(host, 8000)
            found.append(await asyncio.to_thread(address_of, host.name if host else "other.local", patience))
        return found

    assert asyncio.run(live()) == [[HERE], [HERE], []]
