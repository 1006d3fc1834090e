/** One socket for the whole page: it comes back by itself and subscribes again where it left off. */

/** @import { Message } from "./shapes.js" */
import { BASE } from "./base.js";
import { LOST } from "./errors.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;
const QUIET = 25000;
/** Milliseconds after which a subscription that was refused is asked for again. */
export const RETRY = 3000;
/** What a server answers that is too busy, or failed: it may well work in a moment. */
export const PASSES = new Set([429, 500, 503]);

class Line {
  constructor() {
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open = false;
    /** Whether the connection was lost and has not come back. */
    this.lost = false;
    this.wait = FIRST_WAIT;
    this.id = 0;
    /** @type {Map<number, {resolve: (message: Message) => void, reject: (failed: unknown) => void}>} */
    this.waiting = new Map();
    /** @type {Set<(message: Message) => void>} */
    this.listeners = new Set();
    /** @type {Set<(open: boolean) => void>} */
    this.watchers = new Set();
    this.timer = 0;
    /** @type {string | undefined} */
    this.match = undefined;
  }

  /** @param {string} [match] the match it is for, so that the server process that has it gets the connection */
  connect(match) {
    this.match = match ?? this.match;
    if (this.socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${BASE}/api/socket${this.match ? `?match=${this.match}` : ""}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.lost = false;
      this.tell(true);
      this.timer = window.setInterval(() => this.send({ do: "ping", id: 0 }), QUIET);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.closed();
  }

  closed() {
    clearInterval(this.timer);
    this.socket = null;
    this.lost = true;
    this.tell(false);
    for (const { reject } of this.waiting.values()) reject(new Error(LOST));
    this.waiting.clear();
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  /** Connect again, for a fresh identity. */
  restart() {
    if (this.open) this.socket?.close();
  }

  /** @param {boolean} open */
  tell(open) {
    this.open = open;
    this.watchers.forEach((watch) => watch(open));
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    if (this.open && this.socket) this.socket.send(JSON.stringify(message));
  }

  /** Send a command and wait for its acknowledgement. @param {Record<string, unknown>} message @returns {Promise<Message>} */
  ask(message) {
    if (!this.open) return Promise.reject(new Error(LOST));
    const id = ++this.id;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ ...message, id });
    });
  }

  /** @param {Message} message */
  receive(message) {
    const { id } = message;
    const waiting = id ? this.waiting.get(id) : null;
    if (id && waiting) {
      this.waiting.delete(id);
      if (message.type === "refused") waiting.reject(message);
      else waiting.resolve(message);
    }
    this.listeners.forEach((listen) => listen(message));
  }
}

export const line = new Line();
