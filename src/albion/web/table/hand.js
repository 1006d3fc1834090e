/** Cards in hand: what each says, and at its foot what it may be played for now. */
/** @import { Answer, Decision, View } from "../lib/shapes" */
/** @import { GameWords } from "../lib/words.js" */
import { html } from "../lib/html.js";
import { has, t } from "../lib/words.js";

/** @typedef {{id: string, title?: string, text?: string, kind?: string, ap?: number | string}} Face */

/** @param {string | Face} card @param {View} view @returns {Face} */
function faceOf(card, view) {
  const id = typeof card === "object" ? card.id : card;
  return { id, ...(view.card_texts?.[id] ?? {}), ...(typeof card === "object" ? card : {}) };
}

/** @param {{view: View, decision: Decision | null, words: GameWords, chosen: string | null, shown: string, onAnswer: (a: Answer) => void}} p */
export function Hand({ view, decision, words, chosen, shown, onAnswer }) {
  const cards = Array.isArray(view.hand) ? view.hand : [];
  if (!cards.length) return null;
  const answers = decision?.actions ?? [];
  const speaksOf = (/** @type {Answer} */ a, /** @type {string} */ id) => a.noun === id || (typeof a.noun === "string" && a.noun.split(/[/+:.]/).includes(String(id)));
  return html`<section class=${`card ${shown}`} aria-label=${t("hand.title")}>
    <h2>${t("hand.title")} <small>${t("hand.count", { n: cards.length })}</small></h2>
    <div class="hand scroll" tabindex="0" role="group" aria-label=${t("hand.title")}>${cards.map((/** @type {string | Face} */ card, /** @type {number} */ i) => {
      const face = faceOf(card, view);
      const found = answers.filter((a) => speaksOf(a, face.id));
      return html`<article key=${`${face.id}${i}`} class=${`hand-card ${found.length ? "can" : ""} ${found.some((a) => a.action === chosen) ? "chosen" : ""}`}>
        <header>${face.ap ? html`<i class="card-points">${face.ap}</i>` : null}<b>${face.title ?? words.name(face.id)}</b></header>
        ${face.kind ? html`<em>${face.kind}</em>` : null}
        <p>${face.text ?? words.parts.term?.[face.id] ?? ""}</p>
        ${found.length ? html`<footer>${found.map((a) => html`<button key=${a.action} class="card-answer" title=${words.spoken(a.text)} aria-label=${words.spoken(a.text)} onClick=${() => onAnswer(a)}>${has(`hand.${a.verb}`) ? t(`hand.${a.verb}`, { ap: face.ap ?? "" }) : words.spoken(a.text)}</button>`)}</footer>` : null}
      </article>`;
    })}</div>
  </section>`;
}
