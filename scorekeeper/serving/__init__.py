"""The server between granian and Flask: reads requests within bounds, runs the application in threads, sends responses.

Four rules: a request gets a thread when it is complete; sending a response takes no thread; every wait for a client has
a deadline; everything in memory for clients is bounded in bytes and in number.
"""
