#!/opt/scorekeeper/bin/python -I
"""`/usr/bin/scorekeeper` of the Debian package.

Run by root, it becomes the service's user and takes the service's settings: root's files in the service's folder would
stop the service. Other users have settings and a folder of their own, as without the package.
"""

import os
import pwd
import re
import sys
from pathlib import Path

USER = "scorekeeper"
PROGRAM = "/opt/scorekeeper/bin/scorekeeper"
UNIT = Path("/usr/lib/systemd/system/scorekeeper.service")
SETTINGS = Path("/etc/scorekeeper/environment")


def service_settings(unit: str, settings: str) -> dict[str, str]:
    """Returns the variables of the unit and of its environment file, which overrides the unit's."""
    words = [word for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE) for word in line.split()]
    lines = [line.strip() for line in settings.splitlines()]
    pairs = [line.partition("=") for line in (*words, *lines) if "=" in line and not line.startswith(("#", ";"))]
    return {name.strip(): _unquoted(value.strip()) for name, _sign, value in pairs}


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value


def main() -> None:
    """Replaces this process by the program."""
    if os.geteuid() == 0:
        account = pwd.getpwnam(USER)
        os.environ.update(service_settings(UNIT.read_text("utf-8"), SETTINGS.read_text("utf-8")), HOME=account.pw_dir)
        os.umask(0o077)
        os.initgroups(USER, account.pw_gid)
        os.setgid(account.pw_gid)
        os.setuid(account.pw_uid)
    os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])  # noqa: S606 (our own program)


if __name__ == "__main__":
    main()
