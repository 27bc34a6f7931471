"""Settings: environment variables with defaults that suit a single table, validated when the application starts.

`create_app` also takes settings as a mapping by name, which overrides the environment; tests use that. The instance
folder is readable by its owner only, and has the key that signs links and cookies.
"""

import os
import re
import secrets
import stat
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def whole_number(text: str) -> int:
    """Returns 10 for `"10"`. Raises ValueError for anything but digits."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError("must be a whole number, 0 or more")
    return int(text)


def flag(text: str) -> bool:
    """Returns True for `"1"`, False for `"off"`. Raises ValueError for other words."""
    if text.lower() not in FLAGS:
        raise ValueError("must be 1 or 0")
    return FLAGS[text.lower()]


def one_of(*choices: str) -> Callable[[str], str]:
    """Returns a parser that accepts one of the given words in any case and returns the word as given."""
    by_lower = {choice.lower(): choice for choice in choices}

    def read(text: str) -> str:
        if text.lower() not in by_lower:
            raise ValueError(f"must be {', '.join(choices[:-1])} or {choices[-1]}")
        return by_lower[text.lower()]

    return read


def database_url(text: str) -> str:
    """Returns the URL for SQLAlchemy: `postgres://` and `postgresql://` become `postgresql+psycopg://`."""
    scheme, separator, rest = text.partition("://")
    if scheme in {"postgres", "postgresql"}:
        scheme = "postgresql+psycopg"
    return scheme + separator + rest


def base_url(text: str) -> str:
    """Returns the URL without a trailing slash. Raises ValueError unless empty or starting with http(s)://."""
    if text and not text.startswith(("https://", "http://")):
        raise ValueError("must begin with https://")
    return text.rstrip("/")


def one_line(text: str) -> str:
    """Returns the text without spaces around it. Raises ValueError if it has several lines."""
    if not text.isprintable():
        raise ValueError("must be one line")
    return text.strip()


def mail_address(text: str) -> str:
    """Returns the e-mail address; empty if empty. Raises ValueError for other texts."""
    if text and not re.fullmatch(r"[!-?A-~]+@[\w.-]+", text, re.ASCII):
        raise ValueError("must be an e-mail address")
    return text


def web_address(text: str) -> str:
    """Returns the address of a page; empty if empty. Raises ValueError unless it begins with https://."""
    if text and not re.fullmatch(r"https://[!-~]+", text):
        raise ValueError("must begin with https://")
    return text


def contact(text: str) -> str:
    """Returns the URI of a contact: an address with https:// unchanged, an e-mail address with mailto: in front."""
    if text.startswith("https:"):
        return web_address(text)
    return text and f"mailto:{mail_address(text)}"


def android_app(text: str) -> tuple[str, list[str]]:
    """Returns package name and SHA-256 fingerprints of `org.example.cards 14:6D:…`; empty if empty.

    Raises ValueError for other texts.
    """
    package, *fingerprints = text.split() or [""]
    is_good = [re.fullmatch(r"[0-9A-F]{2}(:[0-9A-F]{2}){31}", each) for each in fingerprints]
    if package and not (re.fullmatch(r"\w+(\.\w+)+", package, re.ASCII) and is_good and all(is_good)):
        raise ValueError("must be a package name and its SHA-256 fingerprints, such as org.example.cards 14:6D:…")
    return package, fingerprints


def set_up_code(text: str) -> str:
    """Returns the code; empty if empty. Raises ValueError if it could be guessed."""
    letters = text.replace("-", "").replace(" ", "")
    if text and (len(letters) < SHORTEST_CODE or len(set(letters)) < FEWEST_LETTERS):
        raise ValueError(f"must be at least {SHORTEST_CODE} random letters, for example from `openssl rand -hex 8`")
    return text


def prefix(text: str) -> str:
    """Returns the path without a trailing slash; empty if empty. Raises ValueError for an invalid path."""
    path = text.rstrip("/")
    if path and (not path.startswith("/") or "//" in path or not re.fullmatch(r"[\w./-]+", path, re.ASCII)):
        raise ValueError("must be a path such as /cards")
    return path


def limit_storage(text: str) -> str:
    """Returns the address of the storage for rate limits. Raises ValueError for `database://`, which was removed."""
    if text.startswith("database:"):
        raise ValueError(
            "rate limits are no longer counted in the database; use redis://…, or memory:// for one process"
        )
    return text


def words(text: str) -> list[str]:
    """Splits a text at its commas and returns the list of words."""
    return [part for part in (part.strip() for part in text.split(",")) if part]


KNOWN_KEYS = ("secret", "change", "scorekeeper", "default", "password", "example")  # words in copied examples
SHORTEST_KEY = 20
SHORTEST_CODE = 12
FEWEST_LETTERS = 8  # different letters in a key or a code


def close_to_others(instance: Path, *, usual: bool) -> None:
    """Makes the instance folder and its files accessible to their owner only.

    Skipped are files of other users or on a read-only disk, and a folder that others may use: one with the sticky
    bit, like /tmp, or one that is not the `usual` one and contains only files of other programs.
    """
    files = [instance / "secret_key", instance / "scorekeeper.sqlite3"]
    is_ours = usual or any(file.exists() for file in files) or not any(instance.iterdir())
    if not is_ours or instance.stat().st_mode & stat.S_ISVTX:
        return
    backups = instance / "backups"
    for path in (instance, instance / "cache", backups, *files, *(backups.iterdir() if backups.is_dir() else ())):
        try:
            mode = path.stat().st_mode
            if mode & 0o077:
                path.chmod(mode & 0o700)
        except OSError:
            continue


def secret_key(path: Path) -> str:
    """Returns the key stored at `path`; creates it if missing, readable by its owner only.

    Processes that start at the same time get the same key: only one of them can link its file into place.
    """
    if not path.exists():
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")  # mode 0600
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32))
        try:
            os.link(temporary, path)
        except FileExistsError:
            pass  # another process was first
        finally:
            os.unlink(temporary)
    return path.read_text(encoding="ascii").strip()


def strong_key(text: str) -> str:
    """Returns the key. Raises ValueError if it could be guessed, because with it anybody could forge links."""
    letters = text.lower()
    for word in KNOWN_KEYS:
        letters = letters.replace(word, "")
    if text and (len(letters) < SHORTEST_KEY or len(set(letters)) < FEWEST_LETTERS):
        raise ValueError(
            f"this key is easily guessed; use at least {SHORTEST_KEY} random letters, for example from "
            "`openssl rand -hex 32`, or leave it out and one is generated"
        )
    return text


PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent


class Setting(NamedTuple):
    """A setting: its name, its default and its parser.

    `default` is the text of the variable that would have the same effect; `read` parses and validates it.
    """

    name: str
    variable: str
    default: str
    meaning: str
    read: Callable[[str], object] = str


class BadSetting(ValueError):
    """Raised for an invalid value of a setting; the message names the setting and the allowed values."""


SETTINGS = (
    Setting(
        "INSTANCE_PATH", "SCOREKEEPER_INSTANCE", "",
        "Folder with database and secret key. Default: `instance/` of a checkout, else `~/.local/share/scorekeeper`.",
    ),
    Setting(
        "DATABASE_URL", "DATABASE_URL", "",
        "SQLite or PostgreSQL. Default: `scorekeeper.sqlite3` in the instance folder.",
        database_url,
    ),
    Setting(
        "SECRET_KEY", "SECRET_KEY", "",
        "Signs links and cookies; a new key ends all links. Default: generated, and stored in the instance folder.",
        strong_key,
    ),
    Setting(
        "SECRET_KEY_FALLBACKS", "SECRET_KEY_FALLBACKS", "",
        "Earlier keys, separated by commas; their links and cookies stay valid.",
        words,
    ),
    Setting(
        "SQLITE_SYNCHRONOUS", "SCOREKEEPER_SQLITE_SYNCHRONOUS", "FULL",
        "FULL: a saved hand survives a power cut. NORMAL: faster, but a power cut may lose the last hands.",
        one_of("FULL", "NORMAL"),
    ),
    Setting(
        "SQLITE_BUSY_SECONDS", "SCOREKEEPER_SQLITE_BUSY_SECONDS", "10",
        "How many seconds a write waits for others before it fails.",
        whole_number,
    ),
    Setting(
        "TRUSTED_PROXIES", "SCOREKEEPER_TRUSTED_PROXIES", "0",
        "Number of reverse proxies in front that set X-Forwarded-For, -Proto and -Host.",
        whole_number,
    ),
    Setting(
        "RATELIMIT_STORAGE_URI", "SCOREKEEPER_RATELIMIT_STORAGE", "memory://",
        "Where rate limits are counted: in the memory of each process, or for all processes together in `redis://…`.",
        limit_storage,
    ),
    Setting(
        "RATELIMIT_ENABLED", "SCOREKEEPER_RATELIMITS", "1",
        "0: no rate limits, because a proxy in front has its own, or to measure the server. Without a trusted proxy, "
        "400 connections of one network stay the most.",
        flag,
    ),
    Setting(
        "SET_UP_CODE", "SCOREKEEPER_SETUP_CODE", "",
        "The code that sets up the first club at `/club/set-up`, for those who cannot read the server's log: at least "
        "12 random letters. Useless once there is an account. Default: generated, and printed when the server starts.",
        set_up_code,
    ),
    Setting(
        "STARTS", "SCOREKEEPER_STARTS", "everyone",
        "everyone: anybody can open a table. members: only accounts of clubs can; a club's tables stay open to all.",
        one_of("everyone", "members"),
    ),
    Setting(
        "TABLES_A_DAY", "SCOREKEEPER_TABLES_A_DAY", "200",
        "Tables that one network may open a day without an account; 0: no limit.",
        whole_number,
    ),
    Setting(
        "MATCHES_A_DAY", "SCOREKEEPER_MATCHES_A_DAY", "1000",
        "Matches that one network may start a day at tables that belong to no club; 0: no limit.",
        whole_number,
    ),
    Setting(
        "MEGABYTES_A_DAY", "SCOREKEEPER_MEGABYTES_A_DAY", "100",
        "What one network may store a day without an account, at the tables of each club separately; 0: no limit.",
        whole_number,
    ),
    Setting(
        "SESSION_COOKIE_SECURE", "SCOREKEEPER_HTTPS_ONLY", "0",
        "1: the application is only reached by https, and cookies are never sent without it.",
        flag,
    ),
    Setting(
        "SMTP_HOST", "SCOREKEEPER_SMTP_HOST", "",
        "Mail server for forgotten passwords and notices of account changes. Default: no mail is sent.",
    ),
    Setting("SMTP_PORT", "SCOREKEEPER_SMTP_PORT", "587", "Port of the mail server.", whole_number),
    Setting(
        "SMTP_SECURITY", "SCOREKEEPER_SMTP_SECURITY", "starttls",
        "starttls, tls (from the first byte), or none (for a mail server on the same machine).",
        one_of("starttls", "tls", "none"),
    ),
    Setting("SMTP_USER", "SCOREKEEPER_SMTP_USER", "", "User name at the mail server, if it requires one."),
    Setting("SMTP_PASSWORD", "SCOREKEEPER_SMTP_PASSWORD", "", "Password at the mail server."),
    Setting("MAIL_FROM", "SCOREKEEPER_MAIL_FROM", "", "Sender of mails. Required with a mail server."),
    Setting(
        "PUBLIC_URL", "SCOREKEEPER_PUBLIC_URL", "",
        "Public address, such as https://cards.example.org: links, QR codes and mails begin with it. "
        "Required with a mail server.",
        base_url,
    ),
    Setting(
        "NAMES", "SCOREKEEPER_TRUSTED_HOSTS", "",
        "Host names that are served besides that of the public URL, separated by commas; `.example.org` includes all "
        "subdomains. Default: any.",
        words,
    ),
    Setting(
        "PREFIX", "SCOREKEEPER_PREFIX", "",
        "Path under which a reverse proxy serves it, such as /cards. Default: none.",
        prefix,
    ),
    Setting(
        "WEBHOOKS", "SCOREKEEPER_WEBHOOKS", "1",
        "0: clubs cannot have results sent to other addresses (webhooks), and nothing is sent.",
        flag,
    ),
    Setting(
        "EXTRA_GAMES", "SCOREKEEPER_EXTRA_GAMES", "1",
        "0: games that installed packages bring are not listed. Only read from the environment.",
        flag,
    ),
    Setting(
        "OPERATOR", "SCOREKEEPER_OPERATOR", "",
        "Name of the person or association that runs this server, for the privacy page. "
        "Default: the page says that no name was given.",
        one_line,
    ),
    Setting(
        "OPERATOR_ADDRESS", "SCOREKEEPER_OPERATOR_ADDRESS", "", "Postal address of the operator, in one line.", one_line
    ),
    Setting(
        "OPERATOR_EMAIL", "SCOREKEEPER_OPERATOR_EMAIL", "",
        "E-mail address of the operator, for questions about data, accessibility and security.",
        mail_address,
    ),
    Setting(
        "SECURITY_CONTACT", "SCOREKEEPER_SECURITY_CONTACT", "",
        "Where to report vulnerabilities: an e-mail address, or a page that begins with https://, for "
        "`/.well-known/security.txt`. Default: the operator's e-mail address.",
        contact,
    ),
    Setting(
        "SECURITY_POLICY", "SCOREKEEPER_SECURITY_POLICY", "",
        "Page with the rules for such reports, in the same file. Begins with https://.",
        web_address,
    ),
    Setting(
        "SEARCHABLE", "SCOREKEEPER_SEARCHABLE", "0",
        "1: search engines may list the home page, the rules and the help (`/robots.txt`, `/sitemap.xml`). All other "
        "pages are never listed.",
        flag,
    ),
    Setting(
        "ANDROID_APP", "SCOREKEEPER_ANDROID_APP", "",
        "An Android app that shows this server without an address bar, for `/.well-known/assetlinks.json`: its package "
        "name and the SHA-256 fingerprints of its certificates, separated by spaces.",
        android_app,
    ),
    Setting(
        "BACKUP_DAYS", "SCOREKEEPER_BACKUP_DAYS", "30",
        "Days for which backups are kept: the privacy page says so, and the unit for systemd deletes older ones.",
        whole_number,
    ),
    Setting(
        "LOG", "SCOREKEEPER_LOG", "text",
        "text: errors and security events; tracebacks may quote what was entered. json: also each request, without "
        "names, links or addresses.",
        one_of("text", "json"),
    ),
)  # fmt: skip


def settings(
    overrides: Mapping[str, object] | None = None, environ: Mapping[str, str] = os.environ
) -> dict[str, object]:
    """Returns all settings by name: from `overrides`, else from the environment, else the default.

    Creates the instance folder and, on the first run, the secret key in it. Raises BadSetting for an invalid value.
    """
    values: dict[str, object] = {setting.name: _read(setting, environ) for setting in SETTINGS}
    values.update(overrides or {})
    instance = Path(str(values["INSTANCE_PATH"] or _usual_instance(environ))).absolute()
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    values["INSTANCE_PATH"] = str(instance)
    values["DATABASE_URL"] = values["DATABASE_URL"] or f"sqlite:///{instance / 'scorekeeper.sqlite3'}"
    values["SECRET_KEY"] = values["SECRET_KEY"] or _checked_file(instance / "secret_key")
    close_to_others(instance, usual=instance == _usual_instance(environ))
    _check_mail(values)
    return values


def _check_mail(values: Mapping[str, object]) -> None:
    """Raises BadSetting for a mail server without a sender, without a public URL, or without TLS for its password."""
    if values["SMTP_HOST"] and not values["MAIL_FROM"]:
        raise BadSetting("SCOREKEEPER_MAIL_FROM: required, the sender of mails")
    if values["SMTP_HOST"] and not values["PUBLIC_URL"]:
        raise BadSetting("SCOREKEEPER_PUBLIC_URL: required, the address that links in mails begin with")
    if values["SMTP_PASSWORD"] and values["SMTP_SECURITY"] == "none":
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
    """Returns the folder `templates`, `static` or `docs`: at the top of a checkout, or inside the installed package."""
    return next((parent / name for parent in (PACKAGE, CHECKOUT) if (parent / name).is_dir()), CHECKOUT / name)
