"""The bill of materials of a release, and known vulnerabilities."""

import json
from urllib.error import URLError

import scorekeeper
from tools import sbom, screen_font
from tools.pins import LOCK, Pin, pins
from tools.trust.pins import verdict
from tools.vendor import VENDORED

A_PIN = Pin("Flask", "3.1.0", ("0" * 64,))


def test_every_locked_package_is_listed_with_its_hashes() -> None:
    listed = json.loads(sbom.listing(pins()))
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")
    assert listed["metadata"]["component"]["version"] == scorekeeper.__version__
    components = {(each["name"], each["version"]): each for each in listed["components"] if "hashes" in each}
    assert set(components) == {(pin.name, pin.version) for pin in pins()}
    assert components["alembic", next(pin.version for pin in pins() if pin.name == "alembic")]["licenses"]
    text = LOCK.read_text(encoding="utf-8")
    assert len(pins()) == sum(line[:1].isalnum() for line in text.splitlines())
    assert sum(len(pin.hashes) for pin in pins()) == text.count("--hash=sha256:")


def test_what_others_made_and_we_ship_is_listed_too() -> None:
    listed = json.loads(sbom.listing([]))["components"]
    assert {(each["name"], each["version"], each["licenses"][0]["license"]["id"]) for each in listed} == {
        (each.package, each.version, each.licence) for each in (*VENDORED, screen_font.PACKAGE)
    }


def test_the_same_release_gives_the_same_list() -> None:
    assert sbom.listing(pins()) == sbom.listing(pins())


def test_a_package_in_an_advisory_is_named() -> None:
    def ask(question: dict[str, object]) -> dict[str, object]:
        assert question == {"queries": [{"package": {"purl": "pkg:pypi/flask@3.1.0"}}] * 2}
        return {"results": [{"vulns": [{"id": "GHSA-1"}]}, {}]}

    line = verdict([A_PIN, A_PIN], ask)
    assert (line.sound, line.figure) == (False, "Flask 3.1.0: GHSA-1")
    assert verdict([A_PIN], lambda question: {"results": [{}]}).sound is True


def test_a_database_that_cannot_be_reached_is_said_and_is_no_verdict() -> None:
    def ask(question: dict[str, object]) -> dict[str, object]:
        raise URLError("no network")

    line = verdict([A_PIN], ask)
    assert line.sound is None
    assert "cannot be reached" in line.figure
