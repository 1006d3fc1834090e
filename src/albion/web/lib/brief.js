/** Updates in brief, as the server tells them: what this page was told before is named by a number, or left out. */
// Messages in brief are `any` here: lists and numbers whose meaning depends on what was told before. What `Told.read` returns is typed by `match.js`.
import { patched } from "./patch.js";

const ENTRY = { kind: "play", forced: false, undone: false, plan: null, ordered: false };
const DECISION = { mine: false, secret: false, step: null, question: null, about: null, actions: null, disarmed: null };
const PROGRESS = ["status", "perspective", "turn", "undo", "seed", "outcome", "clock"];

/** What the server has told about a match since it was subscribed to; its counterpart is `server/brief.py`. */
export class Told {
  /** @param {any} table the one that came with the subscription */
  constructor(table) {
    this.view = table.view;
    this.time = "";
    /** @type {any[]} */
    this.answers = [];
    /** @type {Map<string, string[]>} */
    this.cites = new Map();
    /** @type {Record<string, any>} */
    this.last = {};
    for (const field of PROGRESS) this.last[field] = table[field];
    this.answers.push(...(table.decision?.actions ?? []));
    /** @type {any} */
    this.asked = table.decision ?? null;
    if (this.asked) this.cites.set(`question ${this.asked.step ?? ""}`, this.asked.cite);
  }

  /** The whole update. @param {any} m */
  read(m) {
    const { new: more = [], changes = [], entries = [], decision = null, ...rest } = m;
    // Entries name only what was known before them.
    const log = this.entries(entries);
    this.answers.push(...more.flatMap(answers));
    for (const field of PROGRESS) if (field in rest) this.last[field] = rest[field];
    if ("undo" in rest) this.last.undo = { possible: !!rest.undo, to: rest.undo?.[0] ?? null, text: rest.undo?.[1] ?? null };
    this.view = patched(this.view, changes.map(operation));
    this.asked = decision && this.decision(decision);
    return { ...rest, ...this.last, entries: log, view: this.view, decision: this.asked };
  }

  /** @param {any[]} entries */
  entries(entries) {
    const { seat = null, step = null } = this.asked ?? {};
    return entries.map(({ answer, events = [], ...entry }) => {
      // Of a moment only the end is told in which it differs from the last one.
      const time = this.time = this.time.slice(0, this.time.length - (entry.time?.length ?? 0)) + (entry.time ?? "");
      const { action, text } = answer === undefined ? entry : this.answers[answer];
      return { ...ENTRY, seat, step, ...entry, action: action ?? null, text: text ?? null, time, events: events.map((/** @type {any} */ e) => this.event(e)) };
    });
  }

  /** @param {any} e */
  event(e) {
    return { kind: e.kind, cite: this.cite(`event ${e.kind}`, e.cite), data: e.data ?? {}, text: e.text ?? "", final: e.final ?? false };
  }

  /** @param {any} d */
  decision(d) {
    const named = (/** @type {any} */ a) => typeof a === "string" ? this.run(a) : [a];
    return { ...DECISION, ...d, cite: this.cite(`question ${d.step ?? ""}`, d.cite), actions: d.actions?.flatMap(named) ?? null };
  }

  /** Answers by their numbers. @param {string} runs such as 4-9 12 */
  run(runs) {
    return runs.split(" ").flatMap((run) => {
      const [first, last = first] = run.split("-").map(Number);
      return this.answers.slice(first, last + 1);
    });
  }

  /** @param {string} name @param {string[] | undefined} cite */
  cite(name, cite) {
    if (cite) this.cites.set(name, cite);
    return this.cites.get(name) ?? [];
  }
}

/** @param {any[]} told a verb, a text and a warning, in which {} stands for the noun, then the nouns */
function answers([verb, text, warning, ...nouns]) {
  return nouns.map((noun) => {
    const said = (/** @type {string} */ template) => noun === null ? template : template.replaceAll("{}", noun);
    return { action: noun === null ? verb : `${verb} ${noun}`, verb, noun, text: said(text), ...(warning && { warning: said(warning) }) };
  });
}

/** @param {any[]} change @returns {import("./patch.js").Operation} */
function operation([path, value, before]) {
  return value === undefined ? { op: "remove", path } : { op: before ? "add" : "replace", path, value };
}
