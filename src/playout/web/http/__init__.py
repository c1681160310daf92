"""The requests of pages, over HTTP and the socket, and who may make them.

Start at `app.py`, which puts the addresses together; `commands.py` carries out the commands of the socket.
"""
