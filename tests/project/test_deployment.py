"""The files in `deploy/` fit the program: settings, paths, ports, health checks, and a package's command."""

import os
import re
import subprocess
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from scorekeeper.config import SETTINGS, settings
from tools.deb import launcher

TOP = Path(__file__).parents[2]
DEPLOY = TOP / "deploy"
TEXTS = {
    str(file.relative_to(DEPLOY)): file.read_text("utf-8")
    for file in DEPLOY.rglob("*")
    if file.is_file() and file.name != ".env"
}
COMPOSE: dict[str, Any] = yaml.safe_load(TEXTS["compose.yml"])
OF_OTHERS = {  # variables of Compose, PostgreSQL, Caddy, Python and the shell
    *("COMPOSE_PROFILES", "POSTGRES_PASSWORD", "POSTGRES_USER", "UPSTREAM", "PURGE_DATA", "PATH", "PYTHONUNBUFFERED"),
}
SAMPLES = (".env.sample", "debian/environment")
ASSIGNED = r"^#?([A-Z_]+)=(.*)$"  # also where it is a comment


def named() -> Iterator[tuple[str, str]]:
    """Yields each file of `deploy/` with an environment variable that it names."""
    for file, text in TEXTS.items():
        found = re.findall(r"\bSCOREKEEPER_\w+", text) + re.findall(r"\$\{?([A-Z_]{2,})", text)
        found += [name for name, _value in re.findall(ASSIGNED, text, re.MULTILINE)]
        yield from ((file, name) for name in found)
    for service in COMPOSE["services"].values():
        yield from (("compose.yml", name) for name in service.get("environment", {}))


def test_every_variable_that_is_named_is_a_setting() -> None:
    known = {setting.variable for setting in SETTINGS} | OF_OTHERS
    assert sorted({(file, name) for file, name in named() if name not in known}) == []
    assert {file for file, _name in named()} >= {*SAMPLES, "compose.yml", "Caddyfile", "scorekeeper.service"}


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_value_of_a_sample_is_accepted(sample: str, tmp_path: Path) -> None:
    environ = dict(re.findall(ASSIGNED, TEXTS[sample], re.MULTILINE))
    assert settings({"INSTANCE_PATH": str(tmp_path)}, environ)["PUBLIC_URL"] == "https://scores.example.org"


def test_every_container_is_watched_restarted_and_cannot_write_beside_its_volumes() -> None:
    services = COMPOSE["services"]
    for name, service in services.items():
        rules = (service["restart"], service["read_only"], service["security_opt"], "test" in service["healthcheck"])
        assert rules == ("unless-stopped", True, ["no-new-privileges:true"], True), name
    volumes = [volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())]
    assert {volume for volume in volumes if not volume.startswith(".")} == set(COMPOSE["volumes"])
    assert [(DEPLOY / volume).is_file() for volume in volumes if volume.startswith(".")] == [True]


def test_compose_fits_the_container() -> None:
    service, image = COMPOSE["services"]["scorekeeper"], TEXTS["Containerfile"]
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).samefile(DEPLOY / "Containerfile")
    assert yaml.safe_load(re.findall(r"HEALTHCHECK.*\\\n *CMD (.*)", image)[0]) == service["healthcheck"]["test"][1:]
    (made,) = re.findall("install --directory --owner scorekeeper .* --mode 0700 (.*)", image)
    assert [volume.partition(":")[2] for volume in service["volumes"]] == made.split()
    port = re.findall(r"^EXPOSE (\d+)", image, re.MULTILINE)[0]
    assert COMPOSE["services"]["caddy"]["environment"]["UPSTREAM"] == f"scorekeeper:{port}"
    assert {name for name, each in COMPOSE["services"].items() if "profiles" in each} == {"postgresql", "redis"}


def test_the_package_puts_its_command_where_the_units_look_for_it() -> None:
    units = [text for name, text in TEXTS.items() if name.endswith(".service")]
    commands = re.findall(r"(/\S*/bin/scorekeeper)\b", "\n".join(units))
    assert set(commands) == {launcher.PROGRAM}


def test_roots_command_has_the_settings_of_the_service() -> None:
    file = "# DATABASE_URL=x\n\nSCOREKEEPER_HTTPS_ONLY=0\nSECRET_KEY=a=b\nSCOREKEEPER_MAIL_FROM='A <a@b.example>'\n"
    assert launcher.service_settings(TEXTS["scorekeeper.service"], file) == {
        "SCOREKEEPER_INSTANCE": "/var/lib/scorekeeper",
        "SCOREKEEPER_TRUSTED_PROXIES": "1",
        "SCOREKEEPER_HTTPS_ONLY": "0",
        "SCOREKEEPER_LOG": "json",
        "SCOREKEEPER_MAIL_FROM": "A <a@b.example>",
        "SECRET_KEY": "a=b",
    }


@pytest.mark.parametrize("database, file", [("", "{day}.sqlite3"), ("postgresql", "{day}.dump")])
def test_the_documented_line_of_cron_makes_a_backup(database: str, file: str, tmp_path: Path) -> None:
    """With a `docker` that notes its arguments. An unescaped % would end the line."""
    (line,) = re.findall(r"^30 4 \* \* \* root (.*)$", (TOP / "docs" / "operations.md").read_text(), re.MULTILINE)
    script, _folder = line.split()
    assert "%" not in line
    assert (TOP / script.removeprefix("/srv/scorekeeper/")).samefile(DEPLOY / "backup-compose.sh")
    docker = tmp_path / "docker"
    docker.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/told\ncase "$*" in *" cp "*) touch "{tmp_path}/out/${{5##*/}}";; esac\n'
    )
    docker.chmod(0o700)
    out = tmp_path / "out"
    out.mkdir()
    (out / "2020-01-01.sqlite3").touch()
    os.utime(out / "2020-01-01.sqlite3", (0, 0))
    environ = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    words = [str(DEPLOY / "backup-compose.sh"), str(out), *([database] if database else [])]
    subprocess.run(words, env=environ, check=True)
    made = {path.name for path in out.iterdir()}
    day = f"{datetime.now().astimezone():%Y-%m-%d}"
    assert file.format(day=day) in made
    assert "2020-01-01.sqlite3" not in made
    assert "scorekeeper:/data/secret_key" in (tmp_path / "told").read_text()
