/** What the log of a match tells: groups by nation turn, where rounds begin, which phase is on. */
/** @import { Entry, Facts, GameEvent } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
import { has, t } from "../lib/words.js";

/** @typedef {{key: string, faction: string | null, seat: string | null, round: number | null, n: number, named: boolean, lines: {n: number, event: GameEvent, entry: Entry}[]}} Turn */

/** @param {Facts} data */
export const factionIn = (data) => data.nation ?? data.faction ?? data.who ?? null;

/** What a log calls the beginning of a round and of somebody's turn, unless the board's look says otherwise. */
/** @type {{round: string, turn: string, pass?: string}} */
const USUAL = { round: "round", turn: "turn" };

/** @param {Facts} data */
const numberIn = (data) => data.number ?? data.round ?? data.turn ?? null;

/** A move as an arrow, if the event is one that leads from one place to another.
 * @param {{data: Facts}} event @returns {{from: string, to: string, faction: string, count: number | null} | null} */
export function moveOf({ data }) {
  const to = data.to ?? (data.from || data.place ? data.area : null);
  const from = data.from ?? data.place ?? (data.to ? data.area : null);
  if (typeof from !== "string" || typeof to !== "string" || from === to) return null;
  return { from, to, faction: factionIn(data) ?? "", count: data.n ?? data.count ?? null };
}

/** Whether a throw is told once more with what it did. @param {GameEvent} event @param {GameEvent | undefined} next */
const toldNext = (event, next) => event.kind === "roll" && next?.kind !== "roll" && Array.isArray(next?.data.dice) && String(next.data.dice) === String(event.data.dice);

/** The log as turns of nations, oldest first: {key, faction, round, n, lines: [{n, event, entry}]}.
 * @param {Entry[]} entries @param {number} upTo @param {{round: string, turn: string, pass?: string}} [called] @returns {Turn[]} */
export function turns(entries, upTo, called = USUAL) {
  /** @type {Turn[]} */
  const groups = [];
  /** @type {number | null} */
  let round = null;
  const open = (/** @type {string | null} */ faction, /** @type {Entry} */ entry, /** @type {boolean} */ named) => {
    const last = groups.at(-1);
    const before = last?.n === entry.n ? last.key : "";
    groups.push({ key: `${before}${entry.n}.`, faction, seat: entry.seat, round, n: entry.n, named, lines: [] });
  };
  for (const entry of entries.slice(0, upTo + 1)) {
    if (!entry) continue;
    for (const [i, event] of entry.events.entries()) {
      if (event.kind === called.round) round = numberIn(event.data) ?? round;
      const begins = event.kind === called.turn || event.kind === called.pass;
      if (begins || event.kind === called.round) open(begins ? (factionIn(event.data) ?? event.data.seat) : null, entry, true);
      else if (!groups.length || (!groups[groups.length - 1].named && entry.seat !== groups[groups.length - 1].seat)) open(null, entry, false);
      if (event.text && event.kind !== called.turn && event.kind !== "phase" && !toldNext(event, entry.events[i + 1])) groups[groups.length - 1].lines.push({ n: entry.n, event, entry });
    }
  }
  return groups.filter((g) => g.lines.length);
}

/** Where each round begins: [{n, number}]. @param {Entry[]} entries @param {{round: string, turn: string}} [called] */
export function roundMarks(entries, called = USUAL) {
  const marks = [];
  for (const entry of entries) {
    const round = entry?.events.find((e) => e.kind === called.round);
    if (round) marks.push({ n: entry.n, number: numberIn(round.data) });
  }
  return marks;
}

/**
 * The phase that is on, from the last event that named one; a turn that has just begun is in its first phase.
 * @param {Entry[]} entries @param {number} n @param {import("../look/look.js").Look} look
 */
export function phaseAt(entries, n, look) {
  const { turn } = look.history ?? USUAL;
  for (let i = n; i >= 0; i--) {
    const events = entries[i]?.events ?? [];
    for (let k = events.length - 1; k >= 0; k--) {
      if (events[k].kind === "phase") return events[k].data.phase;
      if (events[k].kind === turn) return look.phases?.[0] ?? null;
    }
  }
  return null;
}

const ROMAN = /** @type {[number, string][]} */ ([[10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]]);

/** @param {number} n */
export function roman(n) {
  let rest = n;
  let text = "";
  for (const [value, letters] of ROMAN) {
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  }
  return text;
}

/** An answer in the page's own words where its own say no more than a place. @param {string | null | undefined} action @param {string | null | undefined} text @param {GameWords} words */
export function deedOf(action, text, words) {
  const [verb, noun] = (action ?? "").split(" ");
  if (!noun || !has(`deed.${verb}`)) return null;
  const place = words.name(noun);
  return [place, `from ${place}`].some((bare) => bare.toLowerCase() === text?.toLowerCase()) ? t(`deed.${verb}`, { place }) : null;
}
