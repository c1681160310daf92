"""What a page asks, over HTTP and its socket, and who may ask it.

Start at `app.py`, which puts the addresses together; `commands.py` has what is asked over the socket.
"""
