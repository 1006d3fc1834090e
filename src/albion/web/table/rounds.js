/** The rounds as a timeline: what is past, who comes when, when it scores. */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Arrival, Round, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Token } from "../look/counters.js";
import { roundName } from "../look/look.js";

const MOST = 6;
const MARKS = ["scoring", "bretwalda", "king", "rex_anglorum"];
/** @type {Record<string, string>} */
const SIGNS = {
  scoring: "M0-6.6L1.9-2.2L6.6-1.8L3 1.3L4.100 6L0 3.500L-4.100 6L-3 1.300L-6.600-1.800L-1.900-2.200Z",
  bretwalda: "M-5 6V-1A5 5 0 0 1 5-1V6H2V1H-2V6ZM-.7-6H.7V-1H-.7Z",
  king: "M-6 5L-6.600-4L-3-.6L0-5.600L3-.6L6.600-4L6 5Z",
  rex_anglorum: "M-6 5L-6.600-4L-3-.6L0-5.600L3-.6L6.600-4L6 5Z",
};

/** @typedef {{round: number, kind: string, faction: string}} Title a title and who has it */

/** @param {Title} title @param {GameWords} words */
const chosen = ({ kind, faction }, words) => t("rounds.chosen", { title: t(`rounds.key.${kind}`), name: words.name(faction) });

/** Who was chosen in each round, as the log tells. @param {import("../lib/shapes").Entry[]} entries @param {{n: number, number: number | null}[]} marks where rounds begin @param {number} upTo @returns {Title[]} */
export function titlesIn(entries, marks, upTo) {
  return entries.slice(0, upTo + 1).flatMap((entry) => (entry?.events ?? []).filter((e) => e.kind === "score" && MARKS.includes(e.data.why)).map((e) => ({
    round: marks.filter((m) => m.n < entry.n).at(-1)?.number ?? 0, kind: e.data.why, faction: e.data.nation })));
}

/** What a round is marked with. @param {Round} r @returns {string[]} */
function marksOf(r) {
  return MARKS.filter((k) => (k === "scoring" ? r.scoring || r.final : r[/** @type {"king"} */ (k)]));
}

/** @param {{kind: string}} p */
const RoundMark = ({ kind }) => html`<svg class=${`round-mark ${kind}`} width="13" height="13" viewBox="-7 -7 14 14" role="img" aria-label=${t(`rounds.key.${kind}`)}><path d=${SIGNS[kind]} /></svg>`;

/** Those who come with armies or a leader; a nation that only grows is no news. @param {Round} round */
const arrivals = (round) => (round.arrivals ?? []).filter((a) => a.count || a.leader);

/** @param {{view: View, look: Look, words: GameWords, shown: string, titles: Title[], onRound: (n: number) => void}} p `titles`: who was chosen
 */
export function Rounds({ view, look, words, shown, titles, onRound }) {
  const round = view?.round;
  if (!round?.of || round.of < 2) return null;
  const list = view.timeline ?? Array.from({ length: round.of }, (_, i) => ({ number: i + 1 }));
  const coming = list.filter((r) => r.number > round.number).flatMap((r) => arrivals(r).map((a) => ({ ...a, round: r.number })));
  const title = t(look.history?.round === "turn" ? "rounds.turns" : "rounds.title");
  const keys = MARKS.filter((k) => list.some((/** @type {Round} */ r) => marksOf(r).includes(k)));
  return html`<section class=${`card rounds ${view.timeline ? "" : "bare"} ${shown}`} aria-label=${title}>
    <h2>${title} ${view.timeline ? html`<small class="round-keys">${keys.map((k) => html`<span key=${k}><${RoundMark} kind=${k} /> ${t(`rounds.key.${k}`)}</span>`)}</small>` : html`<small>${roundName(round)}</small>`}</h2>
    <ol>${list.map((r) => html`<${Round} key=${r.number} r=${r} now=${round.number} look=${look} words=${words} titles=${titles.filter((x) => x.round === r.number)} onRound=${onRound} />`)}</ol>
    ${nextTitle(view, list, words)}
    ${coming.length ? html`<div class="to-come" tabindex="0" role="group" aria-label=${t("rounds.to-come")}><b>${t("rounds.to-come")}</b>${coming.slice(0, 7).map((a, /** @type {number} */ i) => html`<span key=${i}><${Token} look=${look} id=${a.faction} size=${16} /> ${arrival(a, words)}</span>`)}</div>` : null}
  </section>`;
}

/** This many nations are named with their areas of England. */
const MOST_NAMED = 3;

/** The next Bretwalda or King, and who would be chosen now. @param {View} view @param {Round[]} list @param {GameWords} words */
function nextTitle({ england, round }, list, words) {
  const next = list.find((r) => r.number >= (round?.number ?? 0) && (r.bretwalda || r.king));
  const held = /** @type {[string, number][]} */ (Object.entries(england ?? {})).sort((a, b) => b[1] - a[1]);
  if (!next || next.final || !held.length) return null;
  const of = held.reduce((sum, [, n]) => sum + n, 0);
  const now = held.slice(0, MOST_NAMED).map(([id, n]) => `${words.name(id)} ${n}`).join(", ");
  return html`<p class="note next-title">${t(`rounds.next.${next.bretwalda ? "bretwalda" : "king"}`, { round: next.number, need: Math.floor(of / 2) + 1, of, now })}</p>`;
}

/** @param {Arrival & {round: number}} a @param {GameWords} words */
function arrival(a, words) {
  const leader = a.leader ? `${words.name(a.leader)}, ` : "";
  const force = a.count ? `${a.count} ` : "";
  return `${a.round}: ${leader}${force}${words.name(a.faction)}${a.place ? `, ${words.name(a.place)}` : ""}`;
}

/** @param {{r: Round, now: number, look: Look, words: GameWords, titles: Title[], onRound: (n: number) => void}} p */
function Round({ r, now, look, words, titles, onRound }) {
  const state = r.number < now ? "past" : r.number === now ? "now" : "next";
  const comers = [...new Set(arrivals(r).map((a) => a.faction))];
  const title = arrivals(r).map((a) => arrival({ ...a, round: r.number }, words)).join("\n");
  const year = r.name ?? (r.years ? r.years[0] : "");
  return html`<li class=${state} title=${title} aria-current=${state === "now" ? "step" : null}>
    <span class="marks">${marksOf(r).map((k) => html`<${RoundMark} key=${k} kind=${k} />`)}</span>
    <button class="disc" disabled=${state === "next"} aria-label=${t("rounds.number", { n: r.number, year })} onClick=${() => onRound(r.number)}>${r.number}</button>
    <small>${year}</small>
    ${titles.map((x) => html`<span key=${x.kind} class="titled" role="img" title=${chosen(x, words)} aria-label=${chosen(x, words)}><${RoundMark} kind=${x.kind} /><${Token} look=${look} id=${x.faction} size=${14} /></span>`)}
    <span class="invaders">${comers.slice(0, MOST).map((id) => html`<${Token} key=${id} look=${look} id=${id} size=${14} />`)}${comers.length > MOST ? "…" : ""}</span>
  </li>`;
}
