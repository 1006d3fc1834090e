/** Popovers on the board: why not, and which of several answers is meant by a click. */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Answer } from "../lib/shapes" */
/** @import { Which, Why } from "./play.js" */
import { html, useState } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Chips, ClauseTexts } from "./chips.js";

const WIDTH = 250;
const HEIGHT = 230;

/** Beside a point, inside the map, not over another point that is needed too. @param {number[]} point @param {number[] | null} [needed] */
export function besidePoint([x, y], needed = null) {
  const box = document.querySelector(".map-box")?.getBoundingClientRect() ?? { width: 999, height: 700 };
  const within = (/** @type {number[]} */ [left, top]) => [Math.max(8, Math.min(left, box.width - WIDTH - 8)), Math.max(8, Math.min(top, box.height - HEIGHT - 8))];
  const covers = (/** @type {number[]} */ [left, top], /** @type {number[]} */ p) => p[0] > left - 22 && p[0] < left + WIDTH + 22 && p[1] > top - 22 && p[1] < top + HEIGHT + 22;
  const right = [x + 46, y - 80];
  const left = [x - WIDTH - 46, y - 80];
  const spots = [...(x > box.width * 0.58 ? [left, right] : [right, left]), [x - WIDTH / 2, y - HEIGHT - 40], [x - WIDTH / 2, y + 40]].map(within);
  const [best = spots[0]] = spots.filter((s) => !covers(s, [x, y]) && !(needed && covers(s, needed)));
  return `left:${best[0]}px;top:${best[1]}px`;
}

/** One sentence; "More" opens what the clauses say. @param {{why: Why, words: GameWords, onClose: () => void, onClause: (ref: string) => void, onDispute: () => void}} p */
export function WhyNot({ why, words, onClose, onClause, onDispute }) {
  const [more, setMore] = useState(false);
  const told = why.clauses.filter((c) => c.text);
  return html`<div class="why" role="alert" style=${besidePoint(why.point)}>
    <button class="close" aria-label=${t("close")} onClick=${onClose}>×</button>
    <p class="why-line"><b>✕ ${words.name(why.place)}</b> ${why.note}</p>
    ${told.length ? html`<button class="link more" aria-expanded=${more ? "true" : "false"} onClick=${() => setMore(!more)}>${t(more ? "why.less" : "why.more")}</button>` : null}
    <div class=${`why-clauses ${more ? "open" : ""}`}>${told.length ? html`<${ClauseTexts} clauses=${told} onClause=${onClause} />` : html`<${Chips} cite=${why.clauses.map((c) => c.ref)} onClause=${onClause} />`}</div>
    ${why.action ? html`<button class="link dispute-this" data-do="dispute-this" onClick=${onDispute}>${t("why.dispute")}</button>` : null}
  </div>`;
}

/** @param {{choice: Which, words: GameWords, onAnswer: (a: Answer) => void, onClose: () => void}} p */
export function WhichOne({ choice, words, onAnswer, onClose }) {
  return html`<div class="why choose-here" role="dialog" aria-label=${words.name(choice.place)} style=${besidePoint(choice.point)}>
    <button class="close" aria-label=${t("close")} onClick=${onClose}>×</button>
    <h3>${words.name(choice.place)}</h3>
    <div class="answers">${choice.answers.map((a) => html`<button key=${a.action} class="answer" onClick=${() => onAnswer(a)}>${words.spoken(a.text)}</button>`)}</div>
  </div>`;
}
