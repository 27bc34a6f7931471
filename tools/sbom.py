"""`python -m tools.sbom`: writes a release's bill of materials (CycloneDX 1.6) beside the wheel in `dist/`.

The file is reproducible: it contains no time and no random number.
"""

from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

import scorekeeper
from scorekeeper.web.notices import licence_of, vendored
from tools.pins import TOP, Pin, pins


def main() -> None:
    """Writes the file."""
    file = TOP / "dist" / f"scorekeeper-{scorekeeper.__version__}.cdx.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(listing(pins()), encoding="utf-8")
    print(f"{file.relative_to(TOP)}: {len(pins())} packages")


def listing(locked: Iterable[Pin]) -> str:
    """Returns the bill of materials as JSON."""
    own = Component(
        name="scorekeeper",
        version=scorekeeper.__version__,
        type=ComponentType.APPLICATION,
        bom_ref="scorekeeper",
        licenses=[LicenseFactory().make_from_string("MIT")],
    )
    parts = [*map(_package, locked), *_shipped()]
    bom = Bom(components=parts, serial_number=uuid5(NAMESPACE_URL, f"scorekeeper-{scorekeeper.__version__}"))
    bom.metadata.component = own
    bom.register_dependency(own, parts)
    bom.metadata.timestamp = None  # type: ignore[assignment]  # the standard lets it be left out
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def _package(pin: Pin) -> Component:
    licence = _licence(pin.name)
    return Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        bom_ref=pin.purl,
        purl=PackageURL.from_string(pin.purl),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=each) for each in pin.hashes],
        licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
    )


def _licence(name: str) -> str:
    """Returns the licence of an installed package; empty if it names none."""
    try:
        return licence_of(distribution(name))
    except PackageNotFoundError:  # only installed on another system or Python version
        return ""


def _shipped() -> Iterator[Component]:
    for name, version, licence, _text in vendored():
        url = PackageURL.from_string(f"pkg:npm/{quote(name)}@{version}")
        known = LicenseFactory().make_from_string(licence)
        yield Component(
            name=name,
            version=version,
            type=ComponentType.LIBRARY,
            bom_ref=url.to_string(),
            purl=url,
            licenses=[known],
        )


if __name__ == "__main__":
    main()
