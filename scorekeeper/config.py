"""Settings: environment variables with defaults that suit a single table, validated when the application starts.

`create_app` takes the same names (without the prefix) as a mapping, which takes precedence over the environment; that
is how tests set theirs.
"""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from scorekeeper.instance_folder import close_to_others, secret_key, strong_key

FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def whole_number(text: str) -> int:
    """`"10"` as 10."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError("a whole number from 0 on is wanted")
    return int(text)


def flag(text: str) -> bool:
    """`"1"` as True, `"off"` as False."""
    if text.lower() not in FLAGS:
        raise ValueError("1 or 0 is wanted")
    return FLAGS[text.lower()]


def one_of(*choices: str) -> Callable[[str], str]:
    """What reads one of these words, in small letters or capitals, as it is written here."""
    written = {choice.lower(): choice for choice in choices}

    def read(text: str) -> str:
        if text.lower() not in written:
            raise ValueError(f"{', '.join(choices[:-1])} or {choices[-1]} is wanted")
        return written[text.lower()]

    return read


def database_url(text: str) -> str:
    """Name the driver, as SQLAlchemy wants it: hosting services give out `postgres://…`."""
    scheme, separator, rest = text.partition("://")
    if scheme in {"postgres", "postgresql"}:
        scheme = "postgresql+psycopg"
    return scheme + separator + rest


def base_url(text: str) -> str:
    """An address without a slash at its end, or nothing."""
    if text and not text.startswith(("https://", "http://")):
        raise ValueError("an address that begins with https:// is wanted")
    return text.rstrip("/")


def prefix(text: str) -> str:
    """A path without a slash at its end, or nothing."""
    path = text.rstrip("/")
    if path and (not path.startswith("/") or "//" in path or not re.fullmatch(r"[\w./-]+", path, re.ASCII)):
        raise ValueError("a path such as /cards is wanted")
    return path


def limit_storage(text: str) -> str:
    """Returns the address of the storage for rate limits. Raises ValueError for `database://`, which was removed."""
    if text.startswith("database:"):
        raise ValueError(
            "rate limits are no longer counted in the database; use redis://…, or memory:// for one process"
        )
    return text


def words(text: str) -> list[str]:
    """What stands between commas."""
    return [part for part in (part.strip() for part in text.split(",")) if part]


PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent


class Setting(NamedTuple):
    """One setting.

    `default` is the text of the variable that would have the same effect; `read` parses and validates it.
    """

    name: str
    variable: str
    default: str
    meaning: str
    read: Callable[[str], object] = str


class BadSetting(ValueError):
    """A setting has an invalid value; the text says which, and what is wanted."""


SETTINGS = (
    Setting(
        "INSTANCE_PATH", "SCOREKEEPER_INSTANCE", "",
        "Folder of database and secret key. Default: `instance/` of a checkout, or `~/.local/share/scorekeeper`.",
    ),
    Setting(
        "DATABASE_URL", "DATABASE_URL", "",
        "SQLite or PostgreSQL. Default: `scorekeeper.sqlite3` in the instance folder.",
        database_url,
    ),
    Setting(
        "SECRET_KEY", "SECRET_KEY", "",
        "Signs links and cookies; a new one ends every link. Default: made on first run, kept in the instance folder.",
        strong_key,
    ),
    Setting(
        "SECRET_KEY_FALLBACKS", "SECRET_KEY_FALLBACKS", "",
        "Earlier keys, separated by commas, whose links and cookies are still good.",
        words,
    ),
    Setting(
        "SQLITE_SYNCHRONOUS", "SCOREKEEPER_SQLITE_SYNCHRONOUS", "FULL",
        "FULL: a saved hand survives a power cut. NORMAL: faster, and a power cut may take the last hands.",
        one_of("FULL", "NORMAL"),
    ),
    Setting(
        "SQLITE_BUSY_SECONDS", "SCOREKEEPER_SQLITE_BUSY_SECONDS", "10",
        "How long a write waits for another one before it gives up.",
        whole_number,
    ),
    Setting(
        "TRUSTED_PROXIES", "SCOREKEEPER_TRUSTED_PROXIES", "0",
        "How many reverse proxies stand in front and set X-Forwarded-For, -Proto and -Host.",
        whole_number,
    ),
    Setting(
        "RATELIMIT_STORAGE_URI", "SCOREKEEPER_RATELIMIT_STORAGE", "memory://",
        "Where rate limits are counted: in the memory of each process, or for all processes together in `redis://…`.",
        limit_storage,
    ),
    Setting(
        "QUEUE_URL", "SCOREKEEPER_QUEUE", "",
        "Where long work waits its turn, such as `redis://…`. Default: in the PostgreSQL of DATABASE_URL, else a file.",
    ),
    Setting(
        "RATELIMIT_ENABLED", "SCOREKEEPER_RATELIMITS", "1",
        "0 where something in front limits how often anybody may ask, or to measure what the server can do.",
        flag,
    ),
    Setting(
        "STARTS", "SCOREKEEPER_STARTS", "everyone",
        "everyone: whoever comes opens a table. members: only accounts of clubs, and everybody at a club's tables.",
        one_of("everyone", "members"),
    ),
    Setting(
        "TABLES_A_DAY", "SCOREKEEPER_TABLES_A_DAY", "200",
        "How many tables one network may open a day without an account; 0: as many as it likes.",
        whole_number,
    ),
    Setting(
        "MATCHES_A_DAY", "SCOREKEEPER_MATCHES_A_DAY", "1000",
        "How many matches one network may start a day at tables that belong to no club; 0: as many as it likes.",
        whole_number,
    ),
    Setting(
        "SESSION_COOKIE_SECURE", "SCOREKEEPER_HTTPS_ONLY", "0",
        "1 where the application is reached by https only: cookies are then never sent without it.",
        flag,
    ),
    Setting(
        "SMTP_HOST", "SCOREKEEPER_SMTP_HOST", "",
        "Mail server for forgotten passwords and notices of changed accounts. Default: no mail is sent.",
    ),
    Setting("SMTP_PORT", "SCOREKEEPER_SMTP_PORT", "587", "Its port.", whole_number),
    Setting(
        "SMTP_SECURITY", "SCOREKEEPER_SMTP_SECURITY", "starttls",
        "starttls, tls from the first byte, or none, for a mail server on the same machine.",
        one_of("starttls", "tls", "none"),
    ),
    Setting("SMTP_USER", "SCOREKEEPER_SMTP_USER", "", "Name at the mail server, where it asks for one."),
    Setting("SMTP_PASSWORD", "SCOREKEEPER_SMTP_PASSWORD", "", "Password at the mail server."),
    Setting("MAIL_FROM", "SCOREKEEPER_MAIL_FROM", "", "Sender of mails. Needed with a mail server."),
    Setting(
        "PUBLIC_URL", "SCOREKEEPER_PUBLIC_URL", "",
        "Where people reach it, such as https://cards.example.org: links, QR codes and mails begin so. "
        "Needed with a mail server.",
        base_url,
    ),
    Setting(
        "NAMES", "SCOREKEEPER_TRUSTED_HOSTS", "",
        "Names that it answers to besides that of the public URL, separated by commas; `.example.org` stands for all "
        "below it. Default: any.",
        words,
    ),
    Setting(
        "PREFIX", "SCOREKEEPER_PREFIX", "",
        "The path that a reverse proxy has it under, such as /cards. Default: none, as phones without a network need.",
        prefix,
    ),
    Setting(
        "LOG", "SCOREKEEPER_LOG", "text",
        "text: failures and security events are written. json: a line for each request too. No name, link or address.",
        one_of("text", "json"),
    ),
)  # fmt: skip


def settings(given: Mapping[str, object] | None = None, environ: Mapping[str, str] = os.environ) -> dict[str, object]:
    """All settings by name: from `given`, else from the environment, else the default.

    Creates the instance folder and, on the first run, the secret key in it.
    Raises BadSetting for an invalid value.
    """
    found: dict[str, object] = {setting.name: _read(setting, environ) for setting in SETTINGS}
    found.update(given or {})
    instance = Path(str(found["INSTANCE_PATH"] or _usual_instance(environ))).absolute()
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    found["INSTANCE_PATH"] = str(instance)
    found["DATABASE_URL"] = found["DATABASE_URL"] or f"sqlite:///{instance / 'scorekeeper.sqlite3'}"
    found["SECRET_KEY"] = found["SECRET_KEY"] or _checked_file(instance / "secret_key")
    close_to_others(instance, usual=instance == _usual_instance(environ))
    _check_mail(found)
    return found


def _check_mail(found: Mapping[str, object]) -> None:
    """A mail server needs a sender, and a base URL that no visitor chooses; its password is never sent unencrypted."""
    if found["SMTP_HOST"] and not found["MAIL_FROM"]:
        raise BadSetting("SCOREKEEPER_MAIL_FROM: the sender of mails is wanted")
    if found["SMTP_HOST"] and not found["PUBLIC_URL"]:
        raise BadSetting("SCOREKEEPER_PUBLIC_URL: the address that links in mails begin with is wanted")
    if found["SMTP_PASSWORD"] and found["SMTP_SECURITY"] == "none":
        raise BadSetting("SCOREKEEPER_SMTP_SECURITY: a password is only sent with starttls or tls")


def _read(setting: Setting, environ: Mapping[str, str]) -> object:
    try:
        return setting.read(environ.get(setting.variable) or setting.default)
    except ValueError as error:
        raise BadSetting(f"{setting.variable}: {error}") from error


def _usual_instance(environ: Mapping[str, str]) -> Path:
    if (CHECKOUT / "templates").is_dir():
        return CHECKOUT / "instance"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scorekeeper"


def _checked_file(path: Path) -> str:
    try:
        return strong_key(secret_key(path) or "-")
    except ValueError as error:
        raise BadSetting(f"{path}: {error}") from error


def folder(name: str) -> Path:
    """`templates` or `static`: at the top of a checkout, inside the package once installed."""
    return next((place / name for place in (PACKAGE, CHECKOUT) if (place / name).is_dir()), CHECKOUT / name)
