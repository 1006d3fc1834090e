/** A match as this page knows it: the table, the answers in effect, chat; kept up to date by the socket. */
/** @import { ChatLine, Entry, Message, MessageOf, Reach, Table } from "./shapes" */
import { api, chance, query, Refused } from "./api.js";
import { Told } from "./brief.js";
import { patiently } from "./patience.js";
import { line, PASSES, RETRY } from "./socket.js";

const KEPT_POSITIONS = 400;
const PAGE = 5000;

/** Milliseconds after the newest answers are on the screen until the older ones are requested. */
const PAUSE = 400;
/** While others answer, the page is redrawn at this interval, in milliseconds. */
const BEAT = 120;

export class MatchSession {
  /** @param {string} id @param {string | null} watch */
  constructor(id, watch) {
    this.id = id;
    this.watch = watch;
    /** There once `open` is done, before anything is shown. @type {Table} */
    this.table = /** @type {any} */ (null); // `any`, so that nobody need ask for null: it is null only until the match is open
    /** Answers in effect, by n; entry 0 is the setup. @type {Entry[]} */
    this.entries = [];
    /** Of a variation: what happened before it began, in the match it was taken from, as far as this player may know. @type {Entry[]} */
    this.before = [];
    /** @type {ChatLine[]} */
    this.chat = [];
    this.seq = 0;
    /** Whether the table is here, so that changes to it can be heard. */
    this.begun = false;
    this.gone = false;
    this.due = 0;
    this.filling = 0;
    this.again = 0;
    /** What the server has told since it was subscribed to, to which it tells changes. */
    this.told = new Told({ view: { pieces: [] } });
    /** @type {Map<string, Promise<Table>>} */
    this.positions = new Map();
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    this.stops = [
      this.on(line.listeners, (/** @type {Message} */ m) => m.match === this.id && this.hear(m)),
      this.on(line.watchers, (/** @type {boolean} */ open) => open && this.subscribe()),
    ];
  }

  /** @template T @param {Set<T>} set @param {T} listener */
  on(set, listener) {
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  }

  /** @param {() => void} tell */
  onChange(tell) {
    return this.on(this.watchers, tell);
  }

  /** Notify the listeners: at once when somebody here must answer, else now and then, because bots outrun the eye. */
  changed() {
    const urgent = this.table?.decision?.mine || this.table?.status === "over";
    if (urgent) {
      clearTimeout(this.due);
      this.due = 0;
      this.watchers.forEach((show) => show());
    } else if (!this.due) {
      this.due = window.setTimeout(() => {
        this.due = 0;
        this.watchers.forEach((show) => show());
      }, BEAT);
    }
  }

  /** Take the table, the newest answers and what was said; from then on every change is heard. */
  async open() {
    line.connect(this.id);
    const { table, log, chat } = await api.get(`/matches/${this.id}/opening${query({ watch: this.watch })}`);
    this.table = table;
    this.chat = chat;
    for (const entry of log.entries) this.entries[entry.n] = entry;
    this.seq = table.seq;
    this.begun = true;
    this.subscribe();
    this.addChance();
    if (log.more) this.fillIn(log.entries[0].seq);
    if (table.fork_of && table.fork_at) this.filling = window.setTimeout(() => this.loadBefore(table.fork_of, table.fork_at), PAUSE);
  }

  /** Whoever was seated by others, as in an event, adds to the seed of the dice on their first visit. */
  addChance() {
    const { you, rated, status, chance: added } = this.table;
    if (!rated || status === "over" || !you.seats.length || added.some((c) => you.seats.includes(c.seat))) return;
    api.post(`/matches/${this.id}/chance`, { chance: chance() }).catch(() => null); // too late: they have answered already
  }

  /** Get what was answered before an entry, soon; without a connection once more. @param {number} before */
  fillIn(before, wait = PAUSE) {
    this.filling = window.setTimeout(() => this.loadOlder(before).catch((failed) => failed instanceof Refused || this.fillIn(before, RETRY)), wait);
  }

  /** Some of the answers in effect. @param {Record<string, string | number | boolean | null>} which */
  page(which) {
    return api.get(`/matches/${this.id}/entries${query({ watch: this.watch, effective: true, ...which })}`);
  }

  /** @param {number} before */
  async loadOlder(before) {
    for (let since = null, more = true; more; ) {
      const page = await this.page({ since, before, limit: PAGE });
      const entries = [...this.entries];
      for (const entry of page.entries) {
        if (entry.n < entries.length) entries[entry.n] ??= entry; // what was taken back meanwhile stays away
      }
      this.entries = entries;
      since = page.entries.at(-1)?.seq;
      more = page.more;
    }
    this.changed();
  }

  /** What led to a variation; where the match it was taken from is gone or not shown to this player, nothing. @param {string} origin @param {number} at */
  async loadBefore(origin, at) {
    try {
      for (let since = null, more = true; more && this.before.length <= at; ) {
        const page = await api.get(`/matches/${origin}/entries${query({ effective: true, since, limit: PAGE })}`);
        this.before = [...this.before, ...page.entries.filter((/** @type {Entry} */ e) => e.n <= at)];
        since = page.entries.at(-1)?.seq;
        more = page.more;
      }
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
    }
    this.changed();
  }

  subscribe() {
    if (!this.begun) return;
    const message = { do: "subscribe", match: this.id, since: this.seq, brief: true };
    line.send(this.watch ? { ...message, watch: this.watch } : message);
  }

  close() {
    clearTimeout(this.due);
    clearTimeout(this.filling);
    clearTimeout(this.again);
    this.stops.forEach((stop) => stop());
    line.send({ do: "unsubscribe", match: this.id });
  }

  /** @param {Message} m */
  hear(m) {
    if (m.type === "table") {
      if (!this.caughtUp(m)) return;
    } else if (m.type === "update") this.update(m);
    else if (m.type === "seats") this.seated(m);
    else if (m.type === "chat") this.chat = [...this.chat.filter((c) => c.id !== m.line.id), m.line];
    else if (m.type === "gone") this.gone = true;
    else if (m.type === "refused" && m.table) this.table = m.table;
    else {
      // Answers have numbers: without one it was the subscription, and a table that is not followed would stand still.
      if (m.type === "refused" && m.id === null && PASSES.has(m.status)) this.again = window.setTimeout(() => this.subscribe(), RETRY);
      return;
    }
    this.changed();
  }

  /** Who sits where has changed, or what is proposed; a match that rested may go on. @param {MessageOf<"seats">} m */
  seated(m) {
    if (this.table.outdated && !m.proposal) this.subscribe();
    this.table = { ...this.table, seats: m.seats, title: m.title ?? this.table.title, public: m.public, proposal: m.proposal };
  }

  /** The table again after subscribing; whether it tells anything new. @param {MessageOf<"table">} m */
  caughtUp(m) {
    const known = this.table;
    this.take(m.entries ?? []);
    this.table = m.table;
    this.told = new Told(m.table);
    this.seq = Math.max(this.seq, m.table.seq);
    if (known.seq !== m.table.seq || known.outdated !== m.table.outdated || JSON.stringify(known.seats) !== JSON.stringify(m.table.seats)) return true;
    this.table.view = this.told.view = known.view; // what is shown already need not be drawn again
    return false;
  }

  /** @param {MessageOf<"update">} m */
  update(m) {
    const { type, id, match, entries, ...rest } = this.told.read(m);
    if (entries.length && entries[0].seq > this.seq + 1) {
      this.subscribe();
      return;
    }
    this.take(entries);
    this.table = { ...this.table, ...rest, at: m.n };
    this.seq = Math.max(this.seq, m.seq);
  }

  /** @param {Entry[]} entries */
  take(entries) {
    for (const entry of entries) {
      if (entry.seq <= this.seq && entry.seq !== 0) continue;
      if (entry.kind === "undo") this.entries.length = Math.min(this.entries.length, entry.n + 1);
      else if (!entry.undone) {
        this.entries.length = Math.min(this.entries.length, entry.n);
        this.entries[entry.n] = entry;
      }
      this.positions.clear();
    }
  }

  /** The position after the first n answers. @param {number} n @returns {Promise<Table>} */
  position(n) {
    const key = `${n}`;
    let found = this.positions.get(key);
    if (!found) {
      found = api.get(`/matches/${this.id}${query({ watch: this.watch, at: n })}`);
      found.catch(() => this.positions.delete(key));
      if (this.positions.size > KEPT_POSITIONS) this.positions.clear();
      this.positions.set(key, found);
    }
    return found;
  }

  /** @param {Record<string, unknown>} command */
  async command(command) {
    try {
      return await line.ask({ ...command, match: this.id, seq: this.table.seq });
    } catch (/** @type {any} */ refusal) { // `any`, because anything can be thrown: here an Error, or the server's refusal
      if (refusal instanceof Error) throw refusal;
      throw new Refused(refusal, refusal.status);
    }
  }

  /** @param {string} action */
  play(action) {
    return this.command({ do: "play", action });
  }

  /** Several answers in order, all of them or none. @param {string[]} answers */
  plan(answers) {
    return answers.length === 1 ? this.play(answers[0]) : this.command({ do: "plan", answers });
  }

  undo() {
    return this.command({ do: "undo" });
  }

  /** Show the table as a command of this page has left it. @param {Table} table */
  adopt(table) {
    this.table = table;
    this.changed();
  }

  /** Ask the others to go back to a position; with nobody to ask it is done at once. @param {number} to */
  async askBack(to) {
    const { table } = await api.post(`/matches/${this.id}/undo`, { seq: this.table.seq, to });
    this.adopt(table);
  }

  /** Agree to what is proposed, decline it, or withdraw it. @param {number} proposal @param {boolean} agree */
  async consent(proposal, agree) {
    this.adopt(await api.post(`/matches/${this.id}/proposal`, { id: proposal, agree }));
  }

  /** Ask the others to go on under the present rules. */
  async migrate() {
    this.adopt(await api.post(`/matches/${this.id}/migrate`));
  }

  /** What could be done after some answers; after none, what the open question allows and refuses; `deep`: and what follows each answer; `through`: a verb to repeat.
   * @param {string[]} answers @param {boolean} [deep] @param {string | null} [through] @returns {Promise<Reach>} */
  async reach([action, ...then], deep = false, through = null) {
    const found = await patiently(() => api.post(`/matches/${this.id}/reach`, { action: action ?? null, then, deep, through }));
    for (const a of found.question?.answers ?? []) if (a.odds?.way) wayApart(a);
    return found;
  }

  /** The best answers to the open question. @returns {Promise<{seq: number, hints: import("./shapes").Hint[]}>} */
  hints() {
    return api.post(`/matches/${this.id}/hints`);
  }

  /** @param {string} text */
  say(text) {
    return api.post(`/matches/${this.id}/chat`, { text });
  }

  /** @param {string} action */
  explain(action) {
    return api.post(`/matches/${this.id}/explain`, { action });
  }

  /** @param {string | null} action @returns {Promise<{odds: import("./shapes").BattleOdds | null}>} */
  odds(action) {
    return api.post(`/matches/${this.id}/odds`, { action });
  }
}

/** What a way costs comes with the odds, and is none of them. @param {import("./shapes").ReachedAnswer} a */
function wayApart(a) {
  const { way, cost, mp, ...odds } = a.odds ?? {};
  a.way = { places: way.map(String), cost, of: mp };
  a.odds = odds.kind === "way" ? null : odds;
}
