/** The rounds as a timeline: what is past, who comes when, when it scores. */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Token } from "../look/counters.js";

const MOST = 6;

/** Those who come with armies or a leader; a nation that only grows is no news. @param {any} round */
const arrivals = (round) => (round.arrivals ?? []).filter((/** @type {any} */ a) => a.count || a.leader);

/** @param {any} p */
export function Rounds({ view, look, words, shown, onRound }) {
  const round = view?.round;
  if (!round?.of || round.of < 2) return null;
  const list = view.timeline ?? Array.from({ length: round.of }, (_, i) => ({ number: i + 1 }));
  const coming = list.filter((/** @type {any} */ r) => r.number > round.number).flatMap((/** @type {any} */ r) => arrivals(r).map((/** @type {any} */ a) => ({ ...a, round: r.number })));
  return html`<section class=${`card rounds ${view.timeline ? "" : "bare"} ${shown}`} aria-label=${t("rounds.title")}>
    <h2>${t("rounds.title")} <small>${view.timeline ? t("rounds.key") : (round.name ?? "")}</small></h2>
    <ol>${list.map((/** @type {any} */ r) => html`<${Round} key=${r.number} r=${r} now=${round.number} look=${look} words=${words} onRound=${onRound} />`)}</ol>
    ${coming.length ? html`<div class="to-come" tabindex="0" role="group" aria-label=${t("rounds.to-come")}><b>${t("rounds.to-come")}</b>${coming.slice(0, 7).map((/** @type {any} */ a, /** @type {number} */ i) => html`<span key=${i}><${Token} look=${look} id=${a.faction} size=${16} /> ${arrival(a, words)}</span>`)}</div>` : null}
  </section>`;
}

/** @param {any} a @param {any} words */
function arrival(a, words) {
  const leader = a.leader ? `${words.name(a.leader)}, ` : "";
  const force = a.count ? `${a.count} ` : "";
  return `${a.round}: ${leader}${force}${words.name(a.faction)}${a.place ? `, ${words.name(a.place)}` : ""}`;
}

/** @param {any} p */
function Round({ r, now, look, words, onRound }) {
  const state = r.number < now ? "past" : r.number === now ? "now" : "next";
  const comers = [...new Set(arrivals(r).map((/** @type {any} */ a) => a.faction))];
  const title = arrivals(r).map((/** @type {any} */ a) => arrival({ ...a, round: r.number }, words)).join("\n");
  const year = r.name ?? (r.years ? r.years[0] : "");
  return html`<li class=${state} title=${title} aria-current=${state === "now" ? "step" : null}>
    <span class="marks">${r.final ? html`<span title=${t("rounds.final")}>♛</span>` : r.scoring && r.scoring !== true ? "★" : ""}${arrivals(r).some((/** @type {any} */ a) => a.leader) ? html`<span title=${t("rounds.leader")}>♞</span>` : null}</span>
    <button class="disc" disabled=${state === "next"} aria-label=${t("rounds.number", { n: r.number, year })} onClick=${() => onRound(r.number)}>${r.number}</button>
    <small>${year}</small>
    <span class="invaders">${comers.slice(0, MOST).map((id) => html`<${Token} key=${id} look=${look} id=${id} size=${14} />`)}${comers.length > MOST ? "…" : ""}</span>
  </li>`;
}
