/** A die as it lies on the table; one that hit has a gold frame. */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** @param {{face: number, sides?: number, hit?: boolean, colour?: string, size?: number}} p */
export function Die({ face, sides = 6, hit = false, colour = "", size = 24 }) {
  return html`<svg class=${`die ${hit ? "hit" : ""}`} width=${size} height=${size} viewBox="-13 -13 26 26" role="img" aria-label=${hit ? t("die.hit", { face }) : String(face)} style=${colour ? `--die:color-mix(in srgb, ${colour} 45%, #fff)` : ""}>
    <rect x="-10.500" y="-10.500" width="21" height="21" rx="4.500" />
    ${sides === 6 && PIPS[face] ? PIPS[face].map(([x, y], i) => html`<circle key=${i} cx=${x * 5.4} cy=${y * 5.4} r="2.100" />`) : html`<text y="5.400">${face}</text>`}
  </svg>`;
}

/** Dice of one throw. @param {{dice: number[], hits?: boolean[], sides?: number, colour?: string, size?: number}} p */
export function Dice({ dice, hits = [], sides, colour, size }) {
  return html`<span class="dice">${dice.map((face, i) => html`<${Die} key=${i} face=${face} sides=${sides} hit=${hits[i]} colour=${colour} size=${size} />`)}</span>`;
}
