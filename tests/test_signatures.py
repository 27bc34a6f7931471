"""Signatures of links and of the codes on sheets: valid for one text, one purpose, and the keys that still count."""

import pytest

from scorekeeper.signatures import is_signed, keys_of, sign

OLD, NEW = "an old key", "a new key"


def test_a_signature_is_as_it_was_when_the_first_sheets_and_links_were_made() -> None:
    assert sign("paper", "7-3-0-BCDFGHJKLM", "key") == "YAFDSZkh24JAYZm1ib1oVw"
    assert sign("link", "7:nonce", "key") == "9MZ5mdF5ExA3DOl84dk9BQ"


def test_a_signature_by_an_earlier_key_stays_good_while_that_key_is_kept() -> None:
    signature = sign("link", "7:nonce", OLD)
    keys = keys_of({"SECRET_KEY": NEW, "SECRET_KEY_FALLBACKS": [OLD]})
    assert keys == [NEW, OLD]
    assert is_signed("link", "7:nonce", signature, keys)
    assert not is_signed("link", "7:nonce", signature, keys_of({"SECRET_KEY": NEW, "SECRET_KEY_FALLBACKS": None}))


@pytest.mark.parametrize(
    "purpose, text, signature",
    [
        ("paper", "7:nonce", sign("link", "7:nonce", NEW)),
        ("link", "8:nonce", sign("link", "7:nonce", NEW)),
        ("link", "7:nonce", sign("link", "7:nonce", NEW)[:-1]),
        ("link", "7:nonce", sign("link", "7:nonce", NEW) + "="),
        ("link", "7:nonce", ""),
        ("link", "7:nonce", "\ud800é"),
    ],
)
def test_another_purpose_text_or_signature_is_refused(purpose: str, text: str, signature: str) -> None:
    assert not is_signed(purpose, text, signature, [NEW])
