/** Small pieces of the map: the drawing stands once on the page, each picture is a cut-out with its counters. */
/** @import { Piece } from "../lib/shapes" */
/** @import { Named } from "../lib/review" */
/** @import { Drawing } from "../table/drawing.js" */
/** @import { Facts } from "./facts.js" */
import { html, useLayoutEffect, useMemo, useRef } from "../lib/html.js";
import { Counter } from "../look/counters.js";

const ID = "review-board";
const CROP = 0.34;

/** The drawing itself, out of sight. @param {{drawing: Drawing}} p */
export function BoardSheet({ drawing }) {
  const sheet = useRef(/** @type {SVGSVGElement | null} */ (null));
  useLayoutEffect(() => {
    const [, , w, h] = drawing.data.viewBox;
    drawing.svg.id = ID;
    drawing.svg.setAttribute("width", String(w));
    drawing.svg.setAttribute("height", String(h));
    sheet.current?.replaceChildren(drawing.svg);
  }, [drawing]);
  return html`<svg class="defs" width="0" height="0" aria-hidden="true" ref=${sheet}></svg>`;
}

/** @param {{facts: Facts, drawing: Drawing, pieces: Piece[], place?: Named | null, tall?: boolean}} p */
export function Cut({ facts, drawing, pieces, place, tall }) {
  const [x, y, w, h] = drawing.data.viewBox;
  const stacks = useMemo(() => drawing.arrange(pieces, facts.look.alike), [drawing, pieces]);
  const centre = place ? drawing.anchor(/^\d+$/.test(place.id) ? Number(place.id) : place.id) : null;
  const box = centre ? [centre[0] - (w * CROP) / 2, centre[1] - w * CROP * 0.29, w * CROP, w * CROP * 0.58] : tall ? [x, y, w, h] : [x, y + h * 0.3, w, w * 0.58];
  const seen = stacks.filter((s) => s.x > box[0] - 20 && s.x < box[0] + box[2] + 20 && s.y > box[1] - 20 && s.y < box[1] + box[3] + 20);
  return html`<svg class=${`cut ${tall ? "tall" : ""}`} viewBox=${box.join(" ")} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <use href=${`#${ID}`} width=${w} height=${h} />
    ${seen.map((s) => html`<g key=${s.id} transform=${`translate(${s.x} ${s.y}) scale(${s.scale})`}><${Counter} look=${facts.look} piece=${s.piece} pieces=${s.pieces} count=${s.count} /></g>`)}
    ${centre ? html`<circle class="scene" cx=${centre[0]} cy=${centre[1]} r=${w * 0.036} stroke-width=${w * 0.005} />` : null}
  </svg>`;
}
