"""A form redirects only to pages of this server."""

import pytest

from scorekeeper.web.public_address import own_path


@pytest.mark.parametrize("path", ["/", "/c/rosso/standings?game=truco", "/s/1-AAAA/m/2#hand-3", "/c/café"])
def test_a_path_of_this_server_is_followed(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize(
    "address",
    ["", "home", "https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", "\\\\elsewhere.example",
     "/\t/elsewhere.example", "/\n/elsewhere.example", "javascript:alert(1)", " /settings"],
)  # fmt: skip
def test_whatever_could_lead_elsewhere_is_not(address: str) -> None:
    assert own_path(address) == ""
