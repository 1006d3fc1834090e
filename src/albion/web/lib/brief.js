/** Updates in brief, as the server tells them: what this page was told before is named by a number, or left out. */
/** @import { Answer, Brief, BriefAnswers, BriefDecision, BriefEntry, BriefEvent, Change, Decision, Entry, GameEvent, Progress, Table, View } from "./shapes" */
/** @import { Operation } from "./patch.js" */
import { patched } from "./patch.js";

const ENTRY = { kind: /** @type {const} */ ("play"), forced: false, undone: false, plan: null, ordered: false };
const DECISION = { mine: false, secret: false, step: null, question: null, about: null, actions: null, disarmed: null };

/** The fields of a table or an update that say how the match stands. @param {Partial<Progress>} of @returns {Partial<Progress>} */
const progress = ({ status, perspective, turn, undo, seed, outcome, clock }) => ({ status, perspective, turn, undo, seed, outcome, clock });

/** What the server has told about a match since it was subscribed to; its counterpart is `server/brief.py`. */
export class Told {
  /** @param {Partial<Table> & {view: View}} table the one that came with the subscription */
  constructor(table) {
    this.view = table.view;
    this.time = "";
    /** By the numbers under which they were told. @type {Answer[]} */
    this.answers = [...(table.decision?.actions ?? [])];
    /** @type {Map<string, string[]>} */
    this.cites = new Map();
    this.last = progress(table);
    /** @type {Decision | null} */
    this.asked = table.decision ?? null;
    if (this.asked) this.cites.set(`question ${this.asked.step ?? ""}`, this.asked.cite);
  }

  /** The whole update. @param {Brief} m */
  read(m) {
    const { new: more = [], changes = [], entries = [], decision = null, undo, ...rest } = m;
    // Entries name only what was known before them.
    const log = this.entries(entries);
    this.answers.push(...more.flatMap(answers));
    this.last = progress({ ...this.last, ...rest });
    if (undo !== undefined) this.last.undo = { possible: !!undo, to: undo?.[0] ?? null, text: undo?.[1] ?? null };
    this.view = patched(this.view, changes.map(operation));
    this.asked = decision && this.decision(decision);
    return { ...rest, ...this.last, entries: log, view: this.view, decision: this.asked };
  }

  /** @param {BriefEntry[]} entries @returns {Entry[]} */
  entries(entries) {
    const { seat = null, step = null } = this.asked ?? {};
    return entries.map(({ answer, events = [], ...entry }) => {
      // Of a moment only the end is told in which it differs from the last one.
      const time = this.time = this.time.slice(0, this.time.length - (entry.time?.length ?? 0)) + (entry.time ?? "");
      const { action, text } = answer === undefined ? entry : this.answers[answer];
      return { ...ENTRY, seat, step, ...entry, action: action ?? null, text: text ?? null, time, events: events.map((e) => this.event(e)) };
    });
  }

  /** @param {BriefEvent} e @returns {GameEvent} */
  event(e) {
    return { kind: e.kind, cite: this.cite(`event ${e.kind}`, e.cite), data: e.data ?? {}, text: e.text ?? "", final: e.final ?? false };
  }

  /** @param {BriefDecision} d @returns {Decision} */
  decision(d) {
    const named = (/** @type {string | Answer} */ a) => typeof a === "string" ? this.run(a) : [a];
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

/** @param {BriefAnswers} told a verb, a text and a warning, in which {} stands for the noun, then the nouns @returns {Answer[]} */
function answers([verb, text, warning, ...nouns]) {
  return nouns.map((noun) => {
    const said = (/** @type {string} */ template) => noun === null ? template : template.replaceAll("{}", String(noun));
    return { action: noun === null ? verb : `${verb} ${noun}`, verb, noun, text: said(text), ...(warning && { warning: said(warning) }) };
  });
}

/** @param {Change} change @returns {Operation} */
function operation([path, value, before]) {
  return value === undefined ? { op: "remove", path } : { op: before ? "add" : "replace", path, value };
}
