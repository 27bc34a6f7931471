"""What contributors find in a checkout is true: hooks, workflow, templates, and the project's addresses."""

import json
import re
from pathlib import Path

import pytest
import yaml

from scorekeeper import __version__
from tools import addresses, image, manual
from tools.deb.__main__ import homepage

TOP = Path(__file__).parents[2]
URLS = {"Repository": "https://forge.example/cards", "Homepage": "https://cards.example"}
MAKEFILE = (TOP / "Makefile").read_text(encoding="utf-8")


def test_the_hooks_run_what_make_check_runs() -> None:
    (recipe,) = re.findall(r"^check:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    checks = set(re.findall(r"\$\(BIN\)/(.*)", recipe))
    (repository,) = yaml.safe_load((TOP / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    hooks = {hook["entry"].removeprefix(".venv/bin/").replace("--force-exclude", ".") for hook in repository["hooks"]}
    assert hooks == {check.replace("--check ", "") for check in checks}


def test_the_workflow_runs_what_every_other_machine_runs() -> None:
    jobs = yaml.safe_load((TOP / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]
    assert [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step][-1] == ".ci/run"


def test_a_development_container_sets_the_checkout_up() -> None:
    container = json.loads((TOP / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    target = container["updateContentCommand"].removeprefix("make ")
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


def test_no_file_shows_an_address_that_is_not_in_pyproject() -> None:
    files = ["CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "deploy/debian/control"]
    files += [str(file) for file in (TOP / ".github").rglob("*.*")]
    shown = [address for file in files for address in re.findall(r"https?://[\w./-]+", (TOP / file).read_text("utf-8"))]
    assert set(shown) <= set(addresses.urls().values())


def test_readme_has_the_address_of_the_repository_if_there_is_one() -> None:
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    assert addresses.with_clone_line(readme, addresses.urls()) == readme, "make addresses writes it"
    bare = addresses.with_clone_line(readme, {})
    assert "git clone" not in bare
    cloned = addresses.with_clone_line(bare, URLS)
    assert "```sh\ngit clone https://forge.example/cards scorekeeper && cd scorekeeper\nmake run " in cloned
    assert addresses.with_clone_line(cloned, {}) == bare


def test_packages_and_images_have_the_addresses_if_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    assert homepage({}) == ""
    assert homepage(URLS) == "Homepage: https://cards.example\n"
    monkeypatch.setattr(addresses, "urls", dict)
    assert "SEE ALSO" not in manual.manual()
    assert "image.source" not in " ".join(image.command("docker", "cards"))
    monkeypatch.setattr(addresses, "urls", lambda: URLS)
    assert ".TP\nRepository\nhttps://forge.example/cards\n" in manual.manual()
    words = image.command("podman", "registry.example/cards", "linux/arm64")
    assert "org.opencontainers.image.source=https://forge.example/cards" in words
    assert {"docker", "linux/arm64", f"registry.example/cards:{__version__}"} <= {*words}
