"""`python -m tools.sbom`: writes a release's bill of materials (CycloneDX 1.6) beside the wheel in `dist/`.

The file is reproducible: it contains no time and no random number.
"""

from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, metadata
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

import scorekeeper
from tools.pins import TOP, Pin, pins

SHIPPED = {  # third-party files in static/, with their licences
    "micropython": ("static/vendor", "MIT"),
    "noto-fonts": ("static/fonts", "OFL-1.1"),
}


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
    """Returns the licence that an installed package names in one line."""
    try:
        fields = metadata(name)
    except PackageNotFoundError:  # only installed on another system or Python version
        return ""
    found = str(fields["License-Expression"] or fields["License"] or "")
    return found if "\n" not in found and len(found) < 80 else ""


def _shipped() -> Iterator[Component]:
    for name, (folder, licence) in SHIPPED.items():
        known = LicenseFactory().make_from_string(licence)
        yield Component(name=name, type=ComponentType.LIBRARY, bom_ref=folder, licenses=[known], description=folder)


if __name__ == "__main__":
    main()
