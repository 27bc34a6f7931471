"""Every limit counts by network, never by whole address."""

import re
from pathlib import Path

import pytest
from flask import Flask

import scorekeeper
from scorekeeper.web.rate_limits import LIMITS
from scorekeeper.web.visitors import HOUSEHOLD, Networks, network_of

PACKAGE = Path(scorekeeper.__file__).parent
ADDRESS = re.compile(r"get_remote_address|remote_addr|REMOTE_ADDR|ip_address|ip_network|access_route")
MAY_READ_ADDRESSES = {
    "web/visitors.py": "makes the keys, shortens the address of a session",
    "serving/requests.py": "passes the address on",
    "outgoing.py": "checks where a request goes",
    "local_authority.py": "vouches for the address of this machine",
}


@pytest.mark.parametrize(
    "address, network, household",
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/56"),
        ("2001:db8:1:2ff::1", "2001:db8:1:2ff::/64", "2001:db8:1:200::/56"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64", "fe80::/56"),
        ("unix", "unix", "unix"),
    ],
)
def test_a_network_counts_as_one(address: str, network: str, household: str) -> None:
    assert (network_of(address), network_of(address, HOUSEHOLD)) == (network, household)


def test_from_the_fifth_network_of_a_household_on_they_count_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    networks = Networks()
    first = [f"2001:db8:1:{number:x}::/64" for number in range(1, 1 + Networks.OWN)]
    assert [networks.key(f"2001:db8:1:{number:x}::7") for number in range(1, 10)] == [*first, *["2001:db8:1::/56"] * 5]
    assert networks.key("2001:db8:1:2::8") == first[1]
    assert networks.key("2001:db8:2::7") == "2001:db8:2::/64"
    assert [networks.key(f"192.0.2.{number}") for number in range(9)] == [f"192.0.2.{number}" for number in range(9)]
    monkeypatch.setattr(networks, "until", 0.0)
    assert networks.key("2001:db8:1:9::7") == "2001:db8:1:9::/64"


def test_no_other_module_reads_an_address() -> None:
    readers = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if ADDRESS.search(path.read_text())}
    assert readers == MAY_READ_ADDRESSES.keys()


def keys_of(app: Flask, address: str) -> set[str]:
    """Returns the keys of all limits of all views, for a visitor with this address."""
    limits = [limit for view in app.view_functions.values() for limit in getattr(view, LIMITS, ())]
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        return {f"{items} {key_of()}" for items, key_of in limits}


def test_all_limits_of_views_count_a_network_once(app: Flask) -> None:
    keys = keys_of(app, "2001:db8::1")
    assert len(keys) > 10
    assert keys_of(app, "2001:db8::ffff:2") == keys
    assert keys_of(app, "::ffff:192.0.2.7") == keys_of(app, "192.0.2.7") != keys
