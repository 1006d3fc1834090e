/** When no battle is in question: the card of the nation on turn, and the key to the counters. */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Counter, Token, hatched } from "../look/counters.js";

const WORTH = 24;

/** @param {any} p */
export function NationCard({ view, look, words, shown, onPlace }) {
  const id = view?.active?.faction;
  const nation = id && view.factions?.[id] ? { ...view.cards?.[id], ...view.factions[id] } : null;
  if (!nation || (look.panels && !nation.values)) return null;
  const values = Object.entries(nation.values ?? {}).sort((a, b) => Number(b[1]) - Number(a[1]) || a[0].localeCompare(b[0]));
  const facts = Object.entries(nation).filter(([k, v]) => (typeof v === "number" || typeof v === "string") && !["name", "seat", "points", "if_scored_now", "id"].includes(k));
  return html`<section class=${`card nation ${shown}`} tabindex="0" aria-label=${t("nation.title", { name: words.name(id) })}>
    <h2>${t("nation.title", { name: words.name(id) })} <small>${t("nation.points", { n: nation.points ?? 0 })}</small></h2>
    ${facts.length ? html`<ul class="facts">${facts.map(([k, v]) => html`<li key=${k}>${label(k, words)} <b>${words.name(v)}</b></li>`)}</ul>` : null}
    ${values.length ? html`<p class="worth-title">${t("nation.worth")}</p><ul class="worth">${values.slice(0, WORTH).map(([area, n]) => html`<li key=${area} class=${holds(view, id, area) ? "held" : ""}>${words.name(area)}${(nation.centers ?? []).includes(area) ? "★" : ""} <b>${String(n)}</b></li>`)}</ul>` : null}
  </section>`;
}

/** @param {string} key @param {any} words */
function label(key, words) {
  const own = t(`scores.${key}`);
  return own === `scores.${key}` ? words.name(key).toLowerCase() : own;
}

/** @param {any} view @param {string} id @param {string} area */
const holds = (view, id, area) => view.pieces.some((/** @type {any} */ p) => p.place === area && p.faction === id);

/** @param {any} p */
export function Key({ view, look, words, shown }) {
  const kinds = [...new Set((view?.pieces ?? []).map((/** @type {any} */ p) => p.kind))];
  const sample = (/** @type {string} */ kind) => view.pieces.find((/** @type {any} */ p) => p.kind === kind);
  const seats = Object.entries(look.seats);
  return html`<section class=${`card key ${shown}`} tabindex="0" aria-label=${t("key.title")}>
    <h2>${t("key.title")}</h2>
    <div class="key-grid">
      ${kinds.map((kind) => html`<span key=${kind}><svg width="28" height="28" viewBox="-15 -15 31 31" aria-hidden="true"><${Counter} look=${look} piece=${{ ...sample(kind), name: null }} count=${1} /></svg> ${words.name(kind).toLowerCase()}</span>`)}
      ${kinds.length ? html`<span><svg width="30" height="30" viewBox="-15 -16 33 33" aria-hidden="true"><${Counter} look=${look} piece=${{ ...sample(/** @type {string} */ (kinds[0])), name: null }} count=${3} /></svg> ${t("key.stack")}</span>` : null}
      ${seats.map(([id, s]) => html`<span key=${id}><i class="swatch wide" style=${`background:${hatched(s.colour, s.hatch)}`}></i> ${words.name(id).toLowerCase()}</span>`)}
      ${(look.key ?? []).map((/** @type {any} */ k) => html`<span key=${k.word}><i class="swatch wide" style=${k.style}></i> ${t(k.word)}</span>`)}
    </div>
    <div class="key-factions">${Object.keys(view?.factions ?? {}).map((id) => html`<span key=${id}><${Token} look=${look} id=${id} size=${18} /> ${words.name(id)}</span>`)}</div>
  </section>`;
}

/** Whatever else a game keeps beside its board, as its look lists it: {title, note?, body?, rows?: [name, value][]}. @param {any} p */
export function Panels({ view, decision, look, words, odds, shown }) {
  const panels = look.panels?.(view, words, decision, odds) ?? [];
  return panels.map((/** @type {any} */ panel) => html`<section key=${panel.title} class=${`card panel ${shown}`} tabindex="0" aria-label=${panel.title}>
    <h2>${panel.title} <small>${panel.note ?? ""}</small></h2>
    ${panel.body ?? null}
    ${panel.rows?.length ? html`<ul class="rows">${panel.rows.map((/** @type {[string, any]} */ [name, value], /** @type {number} */ i) => html`<li key=${i}><span>${name}</span> <b>${value}</b></li>`)}</ul>` : null}
  </section>`);
}
