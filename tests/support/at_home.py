"""https in a local network, as `web.at_home` offers it."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.local_authority import Host, authority_in, files_of, keep
from scorekeeper.web.at_home import AtHome


@cache
def offered(address: str, name: str) -> AtHome:
    """Returns what a server offers at this address and name, on the ports 8000 and 8443."""
    with TemporaryDirectory() as instance:
        keep(Path(instance), Host(address, name))
        authority = authority_in(files_of(Path(instance), Host(address, name)))
    return AtHome(address, name, 8000, 8443, authority)
