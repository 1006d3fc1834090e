/** What the log of a match tells: groups by nation turn, moves to draw as arrows, where rounds begin. */

/** @param {any} data */
export const factionIn = (data) => data.nation ?? data.faction ?? data.who ?? null;

/** A move as an arrow, if the event is one that leads from one place to another.
 * @param {any} event @returns {{from: string, to: string, faction: string, count: any} | null} */
export function moveOf({ data }) {
  const to = data.to ?? (data.from || data.place ? data.area : null);
  const from = data.from ?? data.place ?? (data.to ? data.area : null);
  if (typeof from !== "string" || typeof to !== "string" || from === to) return null;
  return { from, to, faction: factionIn(data) ?? "", count: data.n ?? data.count ?? null };
}

/** The log as turns of nations, oldest first: {key, faction, round, n, lines: [{n, event, entry}]}.
 * @param {any[]} entries @param {number} upTo */
export function turns(entries, upTo) {
  /** @type {any[]} */
  const groups = [];
  /** @type {number | null} */
  let round = null;
  /** @type {any} */
  let group = null;
  const open = (/** @type {any} */ faction, /** @type {any} */ entry, /** @type {boolean} */ named) => {
    group = { key: `${entry.n}-${groups.length}`, faction, seat: entry.seat, round, n: entry.n, named, lines: [] };
    groups.push(group);
  };
  for (const entry of entries.slice(0, upTo + 1)) {
    if (!entry) continue;
    for (const event of entry.events) {
      if (event.kind === "round") round = event.data.number ?? event.data.round ?? round;
      if (event.kind === "turn" || event.kind === "round") open(event.kind === "turn" ? factionIn(event.data) : null, entry, true);
      else if (!group || (!group.named && entry.seat !== group.seat)) open(null, entry, false);
      if (event.text && event.kind !== "turn") group.lines.push({ n: entry.n, event, entry });
    }
  }
  return groups.filter((g) => g.lines.length);
}

/** The moves to show as arrows at position n: those of the nation turn in progress, or since `from`.
 * @param {any[]} entries @param {number} n @param {number} from */
export function recentMoves(entries, n, from) {
  /** @type {any[]} */
  const moves = [];
  for (let i = n; i >= 0 && i > from && moves.length < 9; i--) {
    for (const event of [...(entries[i]?.events ?? [])].reverse()) {
      const move = moveOf(event);
      if (move) moves.unshift(move);
    }
  }
  return moves;
}

/** Where the nation turn that contains position n began. @param {any[]} entries @param {number} n */
export function turnStart(entries, n) {
  for (let i = n; i > 0; i--) {
    if (entries[i]?.events.some((/** @type {any} */ e) => e.kind === "turn" || e.kind === "round")) return i - 1;
  }
  return Math.max(0, n - 6);
}

/** Where each round begins: [{n, number}]. @param {any[]} entries */
export function roundMarks(entries) {
  const marks = [];
  for (const entry of entries) {
    const round = entry?.events.find((/** @type {any} */ e) => e.kind === "round");
    if (round) marks.push({ n: entry.n, number: round.data.number ?? round.data.round });
  }
  return marks;
}

/** The phase that is on, from the last event that named one. @param {any[]} entries @param {number} n */
export function phaseAt(entries, n) {
  for (let i = n; i >= 0; i--) {
    const events = entries[i]?.events ?? [];
    for (let k = events.length - 1; k >= 0; k--) {
      if (events[k].kind === "phase") return events[k].data.phase;
      if (events[k].kind === "turn") return null;
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
