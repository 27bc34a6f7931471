"""The server between granian and Flask: reads requests within bounds, runs the application in threads, sends answers.

Four rules. A request takes no thread before it is complete; a slow reader holds no thread while its answer is sent;
every wait has a deadline; everything held for a client is bounded in bytes and in number.
"""
