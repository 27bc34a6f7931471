"""A worker for tests: runs the queued jobs in this process, at once."""

from flask import Flask

from scorekeeper.jobs.queue import queue_of


def work_off(app: Flask) -> int:
    """Runs all queued jobs as a worker would; returns the number of messages."""
    queue, done = queue_of(app), 0
    while (task := queue.dequeue()) is not None:
        queue.execute(task)
        done += 1
    return done
