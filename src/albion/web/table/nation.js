/** The key to the counters, and what else a game keeps beside its board. */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Counter, Token, hatched } from "../look/counters.js";

/** @param {any} p */
export function Key({ view, look, words, shown }) {
  const kinds = [...new Set((view?.pieces ?? []).map((/** @type {any} */ p) => p.kind))];
  const sample = (/** @type {string} */ kind) => view.pieces.find((/** @type {any} */ p) => p.kind === kind);
  const seats = Object.entries(look.seats);
  return html`<details class=${`card key ${shown}`}><summary><h2>${t("key.title")}</h2></summary>
    <div class="key-grid">
      ${kinds.map((kind) => html`<span key=${kind}><svg width="28" height="28" viewBox="-15 -15 31 31" aria-hidden="true"><${Counter} look=${look} piece=${{ ...sample(kind), name: null }} count=${1} /></svg> ${words.name(kind).toLowerCase()}</span>`)}
      ${kinds.length ? html`<span><svg width="30" height="30" viewBox="-15 -16 33 33" aria-hidden="true"><${Counter} look=${look} piece=${{ ...sample(/** @type {string} */ (kinds[0])), name: null }} count=${3} /></svg> ${t("key.stack")}</span>` : null}
      ${seats.map(([id, s]) => html`<span key=${id}><i class="swatch wide" style=${`background:${hatched(s.colour, s.hatch)}`}></i> ${words.name(id).toLowerCase()}</span>`)}
      ${(look.key ?? []).map((/** @type {any} */ k) => html`<span key=${k.word}><i class="swatch wide" style=${k.style}></i> ${t(k.word)}</span>`)}
    </div>
    <div class="key-factions">${Object.keys(view?.factions ?? {}).map((id) => html`<span key=${id}><${Token} look=${look} id=${id} size=${18} /> ${words.name(id)}</span>`)}</div>
  </details>`;
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
