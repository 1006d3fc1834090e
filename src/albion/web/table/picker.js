/** Who goes: the units of a stack that is about to move, of which some may be left behind. */
/** @import { Piece, Reached, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Counter } from "../look/counters.js";
import { kindOf } from "../look/look.js";

/**
 * Like units of a stack: the answers that take them along, one for each.
 * @typedef {{piece: Piece, takes: string[]}} Units
 * @typedef {{before: string[], all: string, together: boolean, units: Units[], going: number[]}} Party
 * `before`: the answers that lead to the choice; `all`: the one that takes everybody; `together`: whether all may go; `going`: how many of each go
 */

/** This many of a kind are chosen by pressing their number. */
const MOST = 12;

/** @param {Piece} p */
const typed = (p) => [p.faction, p.kind, ...(p.state === "reduced" ? ["reduced"] : [])].join(":");
/** @param {Piece} p */
const alike = (p) => [p.faction, p.kind, p.kind === "leader" ? p.id : "", p.state, p.strength, p.cavalry].join("|");

/** Somebody who may be picked though the view shows them as part of others. @param {{noun?: unknown}} a @param {string | null} place @returns {Piece} */
function unlisted({ noun }, place) {
  const [faction, kind = "leader", state] = String(noun).split(":");
  return { place: place ?? "", faction, kind, count: 1, ...(state ? { state } : {}), ...(String(noun).includes(":") ? {} : { id: String(noun) }) };
}

/** The choice among those who stand somewhere: all of them at first, or those of one kind where all may not go together. @param {string[]} before @param {Reached} question @param {string} all @param {View} view @param {string | null} place @returns {Party} */
export function partyOf(before, question, all, view, place) {
  const here = view.pieces.filter((p) => p.place === place);
  const verb = all.split(" ")[0];
  /** @type {Map<string, Units>} */
  const units = new Map();
  for (const a of question.answers.filter((x) => x.verb === verb && x.action !== all)) {
    const piece = here.find((p) => p.id === a.noun) ?? here.find((p) => typed(p) === a.noun) ?? unlisted(a, place);
    const group = units.get(alike(piece)) ?? { piece, takes: [] };
    units.set(alike(piece), { piece, takes: [...group.takes, ...Array.from({ length: piece.id ? 1 : (piece.count ?? 1) }, () => a.action)] });
  }
  const found = [...units.values()];
  const whole = question.answers.some((a) => a.action === all);
  return { before, all, together: whole, units: found, going: found.map((u, i) => (whole || i === 0 ? u.takes.length : 0)) };
}

/** Whether there is anything to choose. @param {Party} party */
export const isChoice = ({ units }) => units.reduce((n, u) => n + u.takes.length, 0) > 1;

/** The answers that set some of them out. @param {Party} party @param {number[]} going @param {string | undefined} picked the answer that ends the choice */
export function planOf({ before, all, together, units }, going, picked) {
  if (together && units.every((u, i) => u.takes.length === going[i])) return [...before, all];
  return [...before, ...units.flatMap((u, i) => u.takes.slice(0, going[i])), ...(picked ? [picked] : [])];
}

/** Everybody of one kind and nobody else. @param {Party} party @param {number} i */
const alone = ({ units }, i) => units.map((u, k) => (k === i ? u.takes.length : 0));

/** The same; once more: all. @param {Party} party @param {number} i */
const aloneOr = (party, i) => (isAlone(party.going, i) ? party.units.map((u) => u.takes.length) : alone(party, i));

/** @param {number[]} going @param {number} i */
const isAlone = (going, i) => going.every((n, k) => (k === i ? n > 0 : n === 0));

/** Who would go if something were let go on a part of the picker: a number of a kind, or one kind alone. @param {Party} party @param {Element} target @returns {number[] | null} */
export function goingAt(party, target) {
  const part = /** @type {HTMLButtonElement | null} */ (target.closest("[data-only], [data-pick]"));
  if (!part || part.disabled) return null;
  const { only, pick = "" } = part.dataset;
  const i = party.units.findIndex((u) => (only ? u.takes[0] === only : pick.startsWith(`${u.takes[0]} `)));
  return only ? alone(party, i) : party.going.map((n, k) => (k === i ? Number(pick.split(" ").at(-1)) : n));
}

/** @param {Piece} piece @param {Look} look @param {GameWords} words */
const nameOf = (piece, look, words) => words.title(piece.name ?? (piece.kind === "leader" ? (piece.id ?? piece.kind) : kindOf(look, piece)));

/** @param {{party: Party, look: Look, words: GameWords, busy: boolean, onGo: (going: number[]) => void}} p */
export function Picker({ party, look, words, busy, onGo }) {
  const { units, going } = party;
  const set = (/** @type {number} */ i, /** @type {number} */ to) => onGo(going.map((n, k) => (k === i ? to : n)));
  const total = going.reduce((a, b) => a + b, 0);
  return html`<div class="picker" role="group" aria-label=${t("picker.title")}><h3 class="stacks-title">${t("picker.title")} <small>${t("picker.how", { n: total })}</small></h3>
    ${units.map(({ piece, takes }, i) => {
      const plain = nameOf(piece, look, words);
      const namesakes = units.filter((u) => u.piece !== piece && nameOf(u.piece, look, words) === plain);
      const apart = namesakes.some((u) => u.piece.faction !== piece.faction) ? words.name(piece.faction) : "";
      const name = namesakes.length ? [apart, plain, look.draw?.(piece, [piece])?.foot].filter(Boolean).join(" ") : plain;
      return html`<div key=${alike(piece)} class=${`picked ${going[i] ? "" : "stays"}`}>
        <button class="only" data-only=${takes[0]} data-takes=${takes.join(", ")} aria-pressed=${isAlone(going, i) ? "true" : "false"} disabled=${busy || units.length < 2} title=${t("picker.only", { name })} onClick=${() => onGo(aloneOr(party, i))}><svg width="30" height="30" viewBox="-15 -15 31 31" aria-hidden="true"><${Counter} look=${look} piece=${{ ...piece, name: null }} count=${1} /></svg><span>${name}</span><span class="visually-hidden">: ${t("picker.only", { name })}</span></button>
        ${takes.length > MOST
          ? html`<button aria-label=${t("picker.fewer", { name })} data-leave=${takes[0]} disabled=${busy || !going[i] || total < 2} onClick=${() => set(i, going[i] - 1)}>−</button><b>${t("picker.of", { n: going[i], of: takes.length })}</b>
            <button aria-label=${t("picker.more", { name })} data-take=${takes[0]} disabled=${busy || going[i] === takes.length} onClick=${() => set(i, going[i] + 1)}>+</button>`
          : html`<span class="numbers" role="radiogroup" aria-label=${t("picker.number", { name })}>${Array.from({ length: takes.length + 1 }, (_, n) => html`<button key=${n} role="radio" data-pick=${`${takes[0]} ${n}`} aria-checked=${n === going[i] ? "true" : "false"} disabled=${busy || (n === 0 && total === going[i])} onClick=${() => set(i, n)}>${n}</button>`)}</span>`}</div>`;
    })}
  </div>`;
}
