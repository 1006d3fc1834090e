/** Dice that are seen to roll, and can be switched off. */
import { html, useEffect, useState } from "../lib/html.js";

const LASTING = 2100;
/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** @param {{face: number, sides: number, late: number}} p */
function Die({ face, sides, late }) {
  return html`<svg class="die rolling" style=${`animation-delay:${late}ms`} viewBox="-12 -12 24 24">
    <rect x="-10.5" y="-10.5" width="21" height="21" rx="4.5" />
    ${sides === 6 && PIPS[face] ? PIPS[face].map(([x, y], i) => html`<circle key=${i} cx=${x * 5.4} cy=${y * 5.4} r="2.1" />`) : html`<text y="5.4">${face}</text>`}
  </svg>`;
}

/** @param {{rolls: any[], words: any, stamp: number}} p */
export function DiceTray({ rolls, words, stamp }) {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!rolls.length) return;
    setSeen(true);
    const timer = setTimeout(() => setSeen(false), LASTING);
    return () => clearTimeout(timer);
  }, [stamp]);
  if (!seen || !rolls.length) return null;
  return html`<div class="dice-tray" key=${stamp} aria-hidden="true">
    ${rolls.slice(-2).map((roll, k) => html`<div class="throw" key=${k}><span class="who">${words.name(roll.who ?? "")}</span>${roll.dice.slice(0, 14).map((/** @type {number} */ face, /** @type {number} */ i) => html`<${Die} key=${i} face=${face} sides=${roll.sides ?? 6} late=${i * 45} />`)}</div>`)}
  </div>`;
}
