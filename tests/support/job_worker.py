"""A worker for tests: runs the waiting jobs in this process, at once."""

from flask import Flask

from scorekeeper.jobs.working import claim, work


def work_off(app: Flask) -> int:
    """Runs all waiting jobs as a worker would; returns their number."""
    done = 0
    with app.app_context():
        while (job := claim()) is not None:
            work(app, job)
            done += 1
    return done
