"""The Debian package: `python -m tools.deb` builds it in `dist/`, `python -m tools.deb.check` tries it out."""
