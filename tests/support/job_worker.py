"""A worker of the tests: does what waits in the queue, in this process and now."""

from flask import Flask

from scorekeeper.jobs.queue import queue_of


def work_off(app: Flask) -> int:
    """Do all jobs that wait, as a worker would; answers how many messages there were."""
    queue, done = queue_of(app), 0
    while (task := queue.dequeue()) is not None:
        queue.execute(task)
        done += 1
    return done
