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
DEFAULTED = r"\$\{\w+:-([^}]*)\}"  # ${VARIABLE:-default} of Compose and the shell
COMPOSE: dict[str, Any] = yaml.safe_load(re.sub(DEFAULTED, r"\1", TEXTS["compose.yml"]))
OF_OTHERS = {  # variables of Compose, compose.yml, PostgreSQL, Caddy, Python, the C library and the shell
    *("COMPOSE_PROFILES", "POSTGRES_PASSWORD", "POSTGRES_USER", "UPSTREAM", "PURGE_DATA", "PATH", "PYTHONUNBUFFERED"),
    *(f"SCOREKEEPER_{name}" for name in ("IMAGE", "PULL", "USER", "DATA", "BACKUPS", "BIND")),
    *("PGHOST", "PGUSER", "PGDATABASE", "PGPASSWORD", "TZ", "BACKUPS"),
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
    assert [volume for volume in volumes if volume.startswith(".") and not (DEPLOY / volume).is_file()] == []


def test_compose_fits_the_container() -> None:
    service, image = COMPOSE["services"]["scorekeeper"], TEXTS["Containerfile"]
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).samefile(DEPLOY / "Containerfile")
    assert yaml.safe_load(re.findall(r"HEALTHCHECK.*\\\n *CMD (.*)", image)[0]) == service["healthcheck"]["test"][1:]
    (made,) = re.findall("install --directory --owner scorekeeper .* --mode 0700 (.*)", image)
    assert [volume.partition(":")[2] for volume in service["volumes"]] == made.split()
    port = re.findall(r"^EXPOSE (\d+)", image, re.MULTILINE)[0]
    assert COMPOSE["services"]["caddy"]["environment"]["UPSTREAM"] == f"scorekeeper:{port}"
    assert service["user"] == re.findall("^USER (.*)$", image, re.MULTILINE)[0]
    optional = {name for name, each in COMPOSE["services"].items() if "profiles" in each}
    assert optional == {"backup", "backup-postgresql", "postgresql", "redis"}
    override = yaml.safe_load(re.sub(DEFAULTED, r"\1", TEXTS["compose.own-proxy.yml"]))["services"]
    assert override == {"caddy": {"profiles": ["never"]}, "scorekeeper": {"ports": [f"127.0.0.1:8000:{port}"]}}


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


@pytest.mark.parametrize("database, kept", [("sqlite", ".sqlite3"), ("postgresql", ".dump")])
def test_the_backup_service_keeps_a_verified_copy_with_its_key(database: str, kept: str, tmp_path: Path) -> None:
    """With programs that only write what they should; one that fails leaves the old copies and the time of the last."""
    folder, instance, programs = (tmp_path / name for name in ("backups", "data", "bin"))
    for made in (folder, instance, programs):
        made.mkdir()
    (instance / "secret_key").write_text("key")
    old = folder / f"2020-01-01T000000{kept}"
    environ = {"PATH": f"{programs}:/usr/bin:/bin", "BACKUPS": str(folder), "SCOREKEEPER_INSTANCE": str(instance)}

    def run(verified: str) -> int:
        old.touch()
        os.utime(old, (0, 0))
        dump = f'touch "${{2#*=}}" && {verified}'
        fake = {"scorekeeper": f'case "$1" in backup) touch "$2";; *) {verified};; esac', "pg_dump": dump}
        for name, script in fake.items():
            (programs / name).write_text(f"#!/bin/sh\n{script}\n")
            (programs / name).chmod(0o700)
        return subprocess.run([DEPLOY / "backup-loop.sh", database, "once"], env=environ, check=False).returncode

    assert run(verified="false") == 1
    assert (old.exists(), (folder / "last_good").exists()) == (True, False)
    assert run(verified="true") == 0
    assert not old.exists()
    names = {path.name for path in folder.iterdir()}
    assert {"secret_key", "last_good"} <= names
    assert [name for name in names if name.endswith(kept)]


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
