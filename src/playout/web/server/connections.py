"""One page's socket: messages that are sent in order, and messages of which only the latest counts."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field

from pydantic import BaseModel
from starlette.websockets import WebSocket, WebSocketDisconnect

from playout.web.matches.links import Guest

__all__ = ["Connection"]

MOST_WAITING = 500
"""The most ordered messages that may wait for a page. A slower page is disconnected, and may come back."""


@dataclass(eq=False)
class Connection:
    """A socket with its outbox. Ordered messages are never dropped; of the others a slow page gets only the latest."""

    socket: WebSocket
    rate: float
    """The most messages of one kind a second, for messages of which only the latest counts."""
    match: str | None = None
    tournament: str | None = None
    asked: int | str = "auto"
    """The seat whose view the page asks for."""
    guest: Guest | None = None
    """The guest whose link opened the page; None: a page of the host."""
    token: str = ""
    """The token of the guest's link."""
    opened: float = field(default_factory=time.monotonic)
    closing: str = "too slow: come back for a snapshot"
    """Why the server closes the socket."""
    nodes: dict[int, dict[tuple[int, ...], int]] = field(default_factory=dict)
    """For each slot: the tree nodes that are open on the page, and the number of children that it wants of each."""
    draws: bool = False
    """Whether the page shows pictures of trees as they grow."""
    _ordered: deque[str] = field(default_factory=deque)
    _latest: dict[str, BaseModel] = field(default_factory=dict)
    _sent: dict[str, float] = field(default_factory=dict)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _closed: bool = False

    def send(self, message: BaseModel) -> None:
        """Send a message that must arrive, in order."""
        if len(self._ordered) >= MOST_WAITING:
            self._closed = True
        else:
            self._ordered.append(message.model_dump_json())
        self._wake.set()

    def show(self, kind: str, message: BaseModel) -> None:
        """Send a message of which only the latest counts."""
        self._latest[kind] = message
        self._wake.set()

    def dismiss(self, message: BaseModel) -> None:
        """Send the reason, then close the socket."""
        self._latest.clear()
        self._ordered.append(message.model_dump_json())
        self._closed, self.closing = True, "dismissed"
        self._wake.set()

    def forget(self) -> None:
        """Forget the match that the page has left: its latest messages, its open nodes, its pictures of trees."""
        self._latest.clear()
        self.nodes.clear()
        self.draws = False

    async def deliver(self) -> None:
        """Send the waiting messages for as long as the socket is open."""
        try:
            while not self._closed:
                await self._wake.wait()
                self._wake.clear()
                while self._ordered:
                    await self.socket.send_text(self._ordered.popleft())
                pause = await self._send_latest()
                if pause is not None:
                    asyncio.get_running_loop().call_later(pause, self._wake.set)
            await self.socket.close(1013, self.closing)
        except (WebSocketDisconnect, RuntimeError):
            self._closed = True

    async def _send_latest(self) -> float | None:
        """Send the latest messages that are due; returns the seconds until the next is due, or None if none waits."""
        pause = None
        for kind in list(self._latest):
            due = self._sent.get(kind, 0.0) + 1.0 / self.rate
            now = time.monotonic()
            if now >= due:
                message = self._latest.pop(kind)
                self._sent[kind] = now
                await self.socket.send_text(message.model_dump_json())
            else:
                pause = due - now if pause is None else min(pause, due - now)
        return pause
