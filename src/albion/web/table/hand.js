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
      const face = { ...(view.card_texts?.[id] ?? {}), ...(typeof card === "object" ? card : {}) };
      return html`<button key=${`${id}${i}`} class=${`hand-card ${found.length ? "can" : ""} ${found.some((/** @type {any} */ a) => a.action === chosen) ? "chosen" : ""}`} disabled=${!found.length} onClick=${() => (found.length > 1 ? onSeveral(id, found) : onAnswer(found[0]))}>
        ${face.ap ? html`<i class="card-points">${face.ap}</i>` : null}
        <b>${face.title ?? words.name(id)}</b>
        ${face.kind ? html`<em>${face.kind}</em>` : null}
        <span>${face.text ?? words.parts.term?.[id] ?? ""}</span>
      </button>`;
    })}</div>
  </section>`;
}
