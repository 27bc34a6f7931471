"""The network of a visitor, by which every limit counts.

A visitor with IPv6 can choose among 2⁶⁴ addresses, so addresses of one /64 network count as one; log-ins count by the
/56 network that a household usually has. An IPv4-mapped address (`::ffff:192.0.2.7`) is the IPv4 address: a server that
listens on `::` gets IPv4 visitors in that form.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from flask import request

SUBNET, HOUSEHOLD = 64, 56  # bits of an IPv6 network


def parse(text: str) -> IPv4Address | IPv6Address | None:
    """Parses an IP address; IPv4-mapped IPv6 becomes IPv4, a zone (`%eth0`) is dropped. None if it is invalid."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def network_of(text: str, bits: int = SUBNET) -> str:
    """Returns an IPv4 address or an invalid text unchanged; for an IPv6 address, its network of `bits` bits."""
    address = parse(text)
    return str(ip_network((address, bits), strict=False)) if isinstance(address, IPv6Address) else str(address or text)


def visitor_network() -> str:
    """Returns the rate-limit key for everything except log-ins: the visitor's IPv4 address or IPv6 /64 network."""
    return network_of(request.remote_addr or "")


def visitor_household() -> str:
    """Returns the key of limits on passwords and secrets: the visitor's IPv4 address or IPv6 /56 network."""
    return network_of(request.remote_addr or "", HOUSEHOLD)
