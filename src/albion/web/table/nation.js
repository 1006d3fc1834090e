/** The key to the counters, and what else a game keeps beside its board. */
/** @import { BattleOdds, Decision, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Counter, Token, hatched } from "../look/counters.js";

/** @param {{view: View, look: Look, words: GameWords, shown: string}} p */
export function Key({ view, look, words, shown }) {
  const kinds = [...new Set(view.pieces.map((p) => p.kind))];
  const sample = (/** @type {string} */ kind) => view.pieces.find((p) => p.kind === kind);
  const seats = Object.entries(look.seats);
  return html`<details class=${`card key ${shown}`}><summary><h2>${t("key.title")}</h2></summary>
    <div class="key-grid">
      ${kinds.map((kind) => html`<span key=${kind}><svg width="28" height="28" viewBox="-15 -15 31 31" aria-hidden="true"><${Counter} look=${look} piece=${{ ...sample(kind), name: null }} count=${1} /></svg> ${words.name(kind).toLowerCase()}</span>`)}
      ${kinds.length ? html`<span><svg width="30" height="30" viewBox="-15 -16 33 33" aria-hidden="true"><${Counter} look=${look} piece=${{ ...sample(kinds[0]), name: null }} count=${3} /></svg> ${t("key.stack")}</span>` : null}
      ${seats.map(([id, s]) => html`<span key=${id}><i class="swatch wide" style=${`background:${hatched(s.colour, s.hatch)}`}></i> ${words.name(id)}</span>`)}
      ${(look.key ?? []).map((k) => html`<span key=${k.word}><i class="swatch wide" style=${k.style}></i> ${t(k.word)}</span>`)}
    </div>
    <div class="key-factions">${Object.keys(view?.factions ?? {}).map((id) => html`<span key=${id}><${Token} look=${look} id=${id} size=${18} /> ${words.name(id)}</span>`)}</div>
  </details>`;
}

/** Whatever else a game keeps beside its board, as its look lists it; a battle stands first, small ones in the narrow column.
 * @param {{view: View, decision: Decision | null, look: Look, words: GameWords, odds: BattleOdds | null, shown: string, where: "first" | "narrow" | undefined}} p */
export function Panels({ view, decision, look, words, odds, shown, where }) {
  const panels = (look.panels?.(view, words, decision, odds) ?? []).filter((panel) => panel.stands === where);
  return panels.map((panel) => html`<section key=${panel.title} class=${`card panel ${shown}`} tabindex="0" aria-label=${panel.title}>
    <h2>${panel.title} <small>${panel.note ?? ""}</small></h2>
    ${panel.body ?? null}
    ${panel.rows?.length ? html`<ul class="rows">${panel.rows.map(([name, value], i) => html`<li key=${i}><span>${name}</span> <b>${value}</b></li>`)}</ul>` : null}
  </section>`);
}
