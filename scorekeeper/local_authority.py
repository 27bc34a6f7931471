"""A certificate authority of this installation's own, for https in the local network.

For each address that this machine has in a network, the instance folder has an authority, made once, and a server
certificate signed by it. Critical name constraints (RFC 5280, section 4.2.1.10) allow the authority to vouch only for
this address and the machine's name there, such as `table.local`; clients refuse anything else that its key might sign.
A machine that comes back to a network has the authority that the phones there trust already.
"""

import fcntl
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import NamedTuple, cast

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

TRUSTED = timedelta(days=5 * 365)  # validity of an authority
SERVED = timedelta(days=90)  # validity of a server certificate
RENEWED = timedelta(days=30)  # before the end of a server certificate
EARLIER = timedelta(days=1)  # for phones whose clock is behind
NAME = "scorekeeper.local"  # of a machine without a name
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (to listen on all addresses of this machine)

Key = ec.EllipticCurvePrivateKey


class Host(NamedTuple):
    """The subject of a certificate: an IP address of this machine, and its name in multicast DNS."""

    address: str
    name: str


class Files(NamedTuple):
    """The files of an address; `server` holds the key, its certificate and the authority's certificate."""

    key: Path
    authority: Path
    server: Path


def address_in_network() -> str | None:
    """Returns this machine's IP address in its network, None if offline. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1: an address for documentation, routed like any on the internet
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


def address_of(host: str) -> str:
    """Returns the address at which phones reach a server that listens on `host`; empty if this machine is offline."""
    return (address_in_network() or "") if host in EVERYWHERE else host


def addresses_here(host: str, instance: Path) -> list[str]:
    """Returns the addresses for https of a server that listens on `host`.

    First the address in the network, then others of this machine that have an authority, as it may be in two networks.
    """
    if host not in EVERYWHERE:
        return [host]
    current = [address for address in [address_in_network()] if address and is_private(address)]
    return current + [each for each in addresses_known(instance) if each not in current and _is_here(each)]


def addresses_known(instance: Path) -> list[str]:
    """Returns the addresses that have an authority."""
    return sorted(file.parent.name.replace("-", ":") for file in instance.glob("https/*/authority.crt"))


def _is_here(address: str) -> bool:
    """True for an address of this machine: nothing can be bound to any other."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


def in_url(host: str) -> str:
    """Returns a host as URLs have it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def is_private(address: str) -> bool:
    """True for an IP address that exists in a local network only, which nobody else could have a certificate for."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return ip.is_private and not (ip.is_loopback or ip.is_unspecified)


def is_this_machine(host: str) -> bool:
    """True for a host that is this machine for any visitor, such as `localhost`; browsers treat it as secure."""
    try:
        return host == "localhost" or host.endswith(".localhost") or ip_address(host).is_loopback
    except ValueError:
        return False


def host_of(address: str) -> Host:
    """Returns the address with this machine's name."""
    label = socket.gethostname().partition(".")[0].lower()
    good = re.fullmatch(r"(?!localhost$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", label)
    return Host(address, f"{label}.local" if good else NAME)


def files_of(instance: Path, host: Host) -> Files:
    """Returns the paths of an address's files, which need not exist."""
    folder = instance / "https" / host.address.replace(":", "-")
    return Files(folder / "authority.key", folder / "authority.crt", folder / "server.pem")


def keep(instance: Path, host: Host) -> bool:
    """Makes or renews what is missing, ends soon or is for another name; True if the server has a new certificate."""
    files = files_of(instance, host)
    for folder in (files.key.parent.parent, files.key.parent):
        folder.mkdir(mode=0o700, exist_ok=True)
    with _alone(files.key.parent):
        now = datetime.now(UTC)
        if is_good_authority(files, host, now):
            if is_good_server(files, host, now, RENEWED):
                return False
        else:
            _make_authority(files, host, now)
        _make_server(files, host, now)
    return True


def is_good_authority(files: Files, host: Host, now: datetime) -> bool:
    """True if the authority is for this host exactly, outlives the next server certificate and has its key."""
    try:
        authority = authority_in(files)
        constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
        has_key = _public(authority.public_key()) == _public(_key_in(files).public_key())
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    return has_key and constraints == _constraints(host) and _is_valid(authority, now, SERVED)


def is_good_server(files: Files, host: Host, now: datetime, left: timedelta) -> bool:
    """True if the server's certificate is for this host, signed by the authority and valid long enough."""
    try:
        certificate = server_in(files)
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        certificate.verify_directly_issued_by(authority_in(files))
    except (OSError, ValueError, InvalidSignature, x509.ExtensionNotFound):
        return False
    return names == _names(host) and _is_valid(certificate, now, left)


def authority_in(files: Files) -> x509.Certificate:
    """Returns the authority's certificate. Raises OSError or ValueError if it cannot be read."""
    return x509.load_pem_x509_certificate(files.authority.read_bytes())


def server_in(files: Files) -> x509.Certificate:
    """Returns the server's certificate. Raises OSError or ValueError if it cannot be read."""
    return x509.load_pem_x509_certificates(files.server.read_bytes())[0]


def _is_valid(certificate: x509.Certificate, now: datetime, left: timedelta) -> bool:
    return certificate.not_valid_before_utc <= now and now + left < certificate.not_valid_after_utc


def _constraints(host: Host) -> x509.NameConstraints:
    return x509.NameConstraints([x509.DNSName(host.name), x509.IPAddress(ip_network(host.address))], None)


def _names(host: Host) -> x509.SubjectAlternativeName:
    return x509.SubjectAlternativeName([x509.DNSName(host.name), x509.IPAddress(ip_address(host.address))])


def _make_authority(files: Files, host: Host, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(f"Scorekeeper ({host.name}, {host.address})")
    builder = _builder(name, name, key, now, TRUSTED)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(_constraints(host), critical=True)
    builder = builder.add_extension(_usage(signs_certificates=True), critical=True)
    certificate = builder.sign(key, hashes.SHA256())
    _write(files.key, _pem_of(key))
    _write(files.authority, certificate.public_bytes(Encoding.PEM))


def _make_server(files: Files, host: Host, now: datetime) -> None:
    key, authority = ec.generate_private_key(ec.SECP256R1()), authority_in(files)
    builder = _builder(_name(host.name), authority.subject, key, now, SERVED)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    builder = builder.add_extension(_names(host), critical=False)
    builder = builder.add_extension(_usage(signs_certificates=False), critical=True)
    authority_id = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    by = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(authority_id)
    certificate = builder.add_extension(by, critical=False).sign(_key_in(files), hashes.SHA256())
    chain = [each.public_bytes(Encoding.PEM) for each in (certificate, authority)]
    _write(files.server, b"".join([_pem_of(key), *chain]))


def _builder(
    subject: x509.Name, issuer: x509.Name, key: Key, now: datetime, valid: timedelta
) -> x509.CertificateBuilder:
    """Returns what authority and server have in common; both may be used for servers only, not for mail or programs."""
    builder = x509.CertificateBuilder(issuer, subject, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - EARLIER).not_valid_after(now + valid)
    builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _public(key: object) -> bytes:
    return cast(ec.EllipticCurvePublicKey, key).public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _key_in(files: Files) -> Key:
    return cast(Key, load_pem_private_key(files.key.read_bytes(), None))


def _pem_of(key: Key) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(path: Path, content: bytes) -> None:
    """Writes a file that only its owner can read, or nothing."""
    new = path.with_suffix(".new")
    with open(new, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lets one process at a time make files in the folder."""
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
