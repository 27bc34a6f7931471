"""What `make run` and `make test` need, brought by themselves: Debian's packages, `.venv`, locked Python packages.

Runs before anything is installed, so it uses the standard library only, on Python 3.11 or newer.
"""
