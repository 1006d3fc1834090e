/** Cards in hand: what the game says about each, and a glow on those that answer the question. */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";

/** @param {any} card */
const idOf = (card) => (typeof card === "object" && card !== null ? card.id : card);

/** @param {any} p */
export function Hand({ view, decision, words, chosen, shown, onAnswer, onSeveral }) {
  const cards = Array.isArray(view?.hand) ? view.hand : [];
  if (!cards.length) return null;
  const answers = decision?.actions ?? [];
  return html`<section class=${`card ${shown}`} aria-label=${t("hand.title")}>
    <h2>${t("hand.title")} <small>${t("hand.count", { n: cards.length })}</small></h2>
    <div class="hand">${cards.map((/** @type {any} */ card, /** @type {number} */ i) => {
      const id = idOf(card);
      const found = answers.filter((/** @type {any} */ a) => a.noun === id || (typeof a.noun === "string" && a.noun.split(/[/+:.]/).includes(String(id))));
      const text = card.text ?? words.parts.term?.[id] ?? "";
      return html`<button key=${`${id}${i}`} class=${`hand-card ${found.length ? "can" : ""} ${found.some((/** @type {any} */ a) => a.action === chosen) ? "chosen" : ""}`} disabled=${!found.length} onClick=${() => (found.length > 1 ? onSeveral(id, found) : onAnswer(found[0]))}>
        <b>${words.name(id)}</b>${text}${Object.entries(typeof card === "object" ? card : {}).filter(([k]) => !["id", "text", "name"].includes(k)).map(([k, v]) => html`<div key=${k}>${words.name(k)}: ${words.name(v)}</div>`)}
      </button>`;
    })}</div>
  </section>`;
}
