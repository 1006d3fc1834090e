/** Popovers on the board: why not, and which of several answers is meant by a click. */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Answer, Clause } from "../lib/shapes" */
import { html, useState } from "../lib/html.js";
import { t } from "../lib/words.js";
import { besidePoint } from "./beside.js";
import { Chips, ClauseTexts } from "./chips.js";

/**
 * @typedef {{place: string, point: number[], note: string, clauses: Clause[], action?: string}} Why
 * @typedef {{place: string, point: number[], answers: Answer[], others: number[][]}} Which `others`: where the other choices are
 */

/** The room a popover takes. */
const SIZE = { w: 268, h: 150 };

/** One sentence; "More" opens what the clauses say. @param {{why: Why, words: GameWords, onClose: () => void, onClause: (ref: string) => void, onDispute: () => void}} p */
export function WhyNot({ why, words, onClose, onClause, onDispute }) {
  const [more, setMore] = useState(false);
  const told = why.clauses.filter((c) => c.text);
  return html`<div class=${`why ${more ? "open" : ""}`} role="alert" style=${besidePoint(why.point, SIZE)}>
    <button class="close" aria-label=${t("close")} onClick=${onClose}>×</button>
    <p class="why-line"><b>✕ ${words.title(why.place)}</b> ${why.note}</p>
    <div class="why-row">${told.length ? html`<button class="link more" aria-expanded=${more ? "true" : "false"} onClick=${() => setMore(!more)}>${t(more ? "why.less" : "why.more")}</button>` : null}
      ${why.action ? html`<button class="link dispute-this" data-do="dispute-this" onClick=${onDispute}>${t("why.dispute")}</button>` : null}</div>
    <div class=${`why-clauses ${more ? "open" : ""}`}>${told.length ? html`<${ClauseTexts} clauses=${told} onClause=${onClause} />` : html`<${Chips} cite=${why.clauses.map((c) => c.ref)} onClause=${onClause} />`}</div>
  </div>`;
}

/** What may be done at a place; an answer that leads to another question is offered with the answers to that. @param {{choice: Which, words: GameWords, following: (a: Answer) => Answer[], onAnswer: (a: Answer) => void, onPlan: (plan: string[]) => void, onClose: () => void}} p */
export function WhichOne({ choice, words, following, onAnswer, onPlan, onClose }) {
  const one = (/** @type {Answer} */ a) => {
    const then = following(a);
    if (!then.length) return html`<button key=${a.action} class="answer" onClick=${() => onAnswer(a)}>${words.spoken(a.text)}</button>`;
    return then.map((next) => html`<button key=${`${a.action}, ${next.action}`} class="answer" onClick=${() => onPlan([a.action, next.action])}>${words.spoken(next.text)}</button>`);
  };
  return html`<div class="why choose-here" role="dialog" aria-label=${words.name(choice.place)} style=${besidePoint(choice.point, { w: SIZE.w, h: 50 + 38 * choice.answers.flatMap(one).length }, [], choice.others)}>
    <button class="close" aria-label=${t("close")} onClick=${onClose}>×</button>
    <h3>${words.title(choice.place)}</h3>
    <div class="answers">${choice.answers.map(one)}</div>
  </div>`;
}
