/** The one WebSocket of a page. It reconnects by itself after an interruption; the listener then joins again. */

import { t } from "../i18n/index.svelte";
import { Refused } from "./http";
import { linkProtocols } from "./link";
import type { Message, Order } from "./types";

type Listener = (message: Message) => void;

interface Waiting {
  done: () => void;
  refused: (error: Refused) => void;
}

/** Milliseconds between attempts to reconnect. */
const PAUSES = [250, 500, 1000, 2000, 4000];

export class Connection {
  state = $state<"connecting" | "open" | "lost" | "closed">("connecting");
  #socket: WebSocket | null = null;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #attempt = 0;
  #timer = 0;
  #heartbeat = 0;

  constructor(
    readonly listen: Listener,
    readonly opened: () => void,
    /** Called when the connection was lost, and after each failed attempt to reconnect. */
    readonly lost: () => void = () => undefined,
  ) {
    this.#connect();
    this.#heartbeat = window.setInterval(() => {
      if (this.state === "open") this.send({ do: "ping" }).catch(() => this.#socket?.close());
    }, 20_000);
  }

  /** Send a command; resolves when it is done, rejects with the server's sentence. */
  send(order: Order): Promise<void> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused(t("match.lost"), "lost"));
    }
    const id = this.#next++;
    return new Promise((done, refused) => {
      this.#waiting.set(id, { done, refused });
      socket.send(JSON.stringify({ ...order, id }));
    });
  }

  close(): void {
    this.state = "closed";
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`, linkProtocols);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(String(event.data)) as Message));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  #receive(message: Message): void {
    if (message.type === "hello") {
      this.#attempt = 0;
      this.state = "open";
      this.opened();
    } else if (message.type === "done") {
      this.#waiting.get(message.id)?.done();
      this.#waiting.delete(message.id);
    } else if (message.type === "refused") {
      const error = Refused.of(message);
      if (message.id !== null) {
        this.#waiting.get(message.id)?.refused(error);
        this.#waiting.delete(message.id);
      }
    } else this.listen(message);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.state === "closed") return;
    this.state = "lost";
    this.lost();
    for (const waiting of this.#waiting.values()) waiting.refused(new Refused(t("match.lost"), "lost"));
    this.#waiting.clear();
    const pause = PAUSES[Math.min(this.#attempt++, PAUSES.length - 1)];
    this.#timer = window.setTimeout(() => this.#connect(), pause);
  }
}
