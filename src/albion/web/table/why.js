/** Popovers on the board: why not, and which of several answers is meant by a click. */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";
import { ClauseTexts } from "./chips.js";

/** Beside the point, but inside the map. @param {number[]} point */
function besidePoint([x, y]) {
  const box = document.querySelector(".map-box")?.getBoundingClientRect();
  const left = box && x > box.width * 0.6 ? x - 292 : x + 22;
  const top = box ? Math.max(8, Math.min(y - 40, box.height - 230)) : y;
  return `left:${Math.max(8, left)}px;top:${top}px`;
}

/** @param {any} p */
export function WhyNot({ why, words, onClose, onClause }) {
  return html`<div class="why" role="alertdialog" aria-labelledby="why-title" style=${besidePoint(why.point)}>
    <button class="close" aria-label=${t("close")} onClick=${onClose}>×</button>
    <h3 id="why-title">${t("why.title", { place: words.name(why.place) })}</h3>
    ${why.note ? html`<p>${why.note}</p>` : null}
    ${why.clauses.length ? html`<${ClauseTexts} clauses=${why.clauses} onClause=${onClause} />` : null}
  </div>`;
}

/** @param {any} p */
export function WhichOne({ choice, words, onAnswer, onClose }) {
  return html`<div class="why choose-here" role="dialog" aria-label=${words.name(choice.place)} style=${besidePoint(choice.point)}>
    <button class="close" aria-label=${t("close")} onClick=${onClose}>×</button>
    <h3>${words.name(choice.place)}</h3>
    <div class="answers">${choice.answers.map((/** @type {any} */ a) => html`<button key=${a.action} class="answer" onClick=${() => onAnswer(a)}>${a.text}</button>`)}</div>
  </div>`;
}
