"""The authority for https in the local network vouches for this machine's address and name, and for nothing else."""

import ssl
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from cryptography import x509

from scorekeeper import local_authority
from scorekeeper.local_authority import Files, Host, files_of, keep
from scorekeeper.store.models import now

HERE = Host("192.168.1.20", "table.local")
OTHERS = [
    Host("192.168.1.21", "table.local"),
    Host("192.168.1.20", "other.local"),
    Host("192.168.1.20", "example.org"),
    Host("192.168.1.20", "localhost"),
    Host("fd00::20", "table.local"),
]


def accepts(files: Files, name: str) -> bool:
    """True if a client that trusts the authority accepts the server under this name (OpenSSL, in memory)."""
    theirs, ours = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=str(files.authority))
    theirs.load_cert_chain(files.server)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = theirs.wrap_bio(to_server, to_client, server_side=True)
    client = ours.wrap_bio(to_client, to_server, server_hostname=name)
    for end in (client, server, client):
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLCertVerificationError:
            return False
    return True


def sign_for(files: Files, host: Host) -> None:
    """Signs a server certificate with the authority's key, as somebody could who has stolen it."""
    local_authority._make_server(files, host, now())


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """What is made for HERE."""
    assert keep(tmp_path, HERE)
    return files_of(tmp_path, HERE)


def test_phones_accept_this_machine_and_no_certificate_for_anything_else(files: Files) -> None:
    assert [accepts(files, name) for name in HERE] == [True, True]
    assert {file.stat().st_mode & 0o077 for file in files} == {0}
    for other in OTHERS:
        sign_for(files, other)
        assert [accepts(files, name) for name in other] == [False, False], other


def test_an_authority_that_could_vouch_for_more_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = [x509.DNSName("local"), x509.DNSName("org"), x509.IPAddress(ip_network("0.0.0.0/0"))]
    with monkeypatch.context() as patch:
        patch.setattr(local_authority, "_constraints", lambda host: x509.NameConstraints(wide, None))
        keep(tmp_path, HERE)
        files = files_of(tmp_path, HERE)
        sign_for(files, Host("192.168.1.21", "example.org"))
        assert accepts(files, "example.org")  # so a client's refusal comes from the constraints
    assert not local_authority.is_good_authority(files, HERE, now())
    assert keep(tmp_path, HERE)
    assert local_authority.is_good_authority(files, HERE, now())


def test_the_certificate_is_renewed_before_it_ends_and_the_authority_stays(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, first = files.authority.read_bytes(), files.server.read_bytes()
    assert not keep(tmp_path, HERE)
    monkeypatch.setattr(local_authority, "RENEWED", local_authority.SERVED + timedelta(days=1))
    assert keep(tmp_path, HERE)
    assert (files.authority.read_bytes() == authority, files.server.read_bytes() == first) == (True, False)


def test_each_address_has_an_authority_and_another_name_a_new_one(files: Files, tmp_path: Path) -> None:
    at_home = files.authority.read_bytes()
    keep(tmp_path, Host("10.0.0.5", HERE.name))
    assert not keep(tmp_path, HERE)
    assert files.authority.read_bytes() == at_home
    assert keep(tmp_path, Host(HERE.address, "renamed.local"))
    assert files.authority.read_bytes() != at_home


def test_an_address_of_before_is_served_while_the_machine_still_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_authority, "address_in_network", lambda: HERE.address)
    for address in ("127.0.0.1", "192.0.2.77", HERE.address):  # the second has gone
        keep(tmp_path, Host(address, HERE.name))
    assert local_authority.addresses_here("0.0.0.0", tmp_path) == [HERE.address, "127.0.0.1"]
    assert local_authority.addresses_here("10.0.0.5", tmp_path) == ["10.0.0.5"]
