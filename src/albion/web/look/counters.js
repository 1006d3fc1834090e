/** Enamel counters: gradient, heraldic hatching, gloss, rim, emblem and letters; the outline tells the kind. */
/** @import { Piece } from "../lib/shapes" */
/** @import { Look } from "./look.js" */
import { html } from "../lib/html.js";
import { factionOf, isRuin } from "./look.js";

/** @type {Record<string, string>} Outlines around the origin, 23 wide. */
export const OUTLINES = {
  square: "M-7.5-11.5H7.5Q11.5-11.5 11.5-7.5V7.5Q11.5 11.5 7.5 11.5H-7.5Q-11.5 11.5-11.5 7.5V-7.5Q-11.5-11.5-7.5-11.5Z",
  gable: "M0-13.4L11.5-7V8Q11.5 11.5 8 11.5H-8Q-11.5 11.5-11.5 8V-7Z",
  disc: "M-12.4 0A12.4 12.4 0 1 1 12.4 0A12.4 12.4 0 1 1-12.4 0Z",
  ring: "M-12 0A12 12 0 1 1 12 0A12 12 0 1 1-12 0Z",
  merlons: "M-11.5 9.5V-11.5H-6.6V-8.6H-2.6V-11.5H2.6V-8.6H6.6V-11.5H11.5V9.5Q11.5 11.5 9.5 11.5H-9.5Q-11.5 11.5-11.5 9.5Z",
  stakes: "M-11.5 9.5V-7.6L-7.7-12.2L-3.8-7.6L0-12.2L3.8-7.6L7.7-12.2L11.5-7.6V9.5Q11.5 11.5 9.5 11.5H-9.5Q-11.5 11.5-11.5 9.5Z",
  ship: "M-14-4.5Q-11 10.5-6 10.5H6Q11 10.5 14-4.5L9.5-2V-11H-9.5V-2Z",
  shield: "M-10.5-10.5Q0-13.5 10.5-10.5Q11.5 4 0 12.6Q-11.5 4-10.5-10.5Z",
  hex: "M-12 0L-6-11H6L12 0L6 11H-6Z",
  lozenge: "M0-13.5L12.5 0L0 13.5L-12.5 0Z",
  pill: "M-5-8H5Q11-8 11 0Q11 8 5 8H-5Q-11 8-11 0Q-11-8-5-8Z",
  wide: "M-8.5-11.5H8.5Q12-11.5 12-8V8Q12 11.5 8.5 11.5H-8.5Q-12 11.5-12 8V-8Q-12-11.5-8.5-11.5Z",
};

const CROWN = "M-7 4.6L-8.2-4.4L-3.6-.8L0-6.6L3.6-.8L8.2-4.4L7 4.6ZM-7 6H7V8H-7Z";

/** Patterns and gradients that every counter on the page shares. */
export function SharedDefs() {
  return html`<defs>
    <pattern id="hatch-upright" width="3" height="3" patternUnits="userSpaceOnUse"><path d="M1.5 0v3" class="hatch-light" /></pattern>
    <pattern id="hatch-level" width="3" height="3" patternUnits="userSpaceOnUse"><path d="M0 1.5h3" class="hatch-light" /></pattern>
    <pattern id="hatch-slant" width="3.2" height="3.2" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path d="M0 1.6h3.2" class="hatch-light" /></pattern>
    <pattern id="hatch-counter" width="3.2" height="3.2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 1.6h3.2" class="hatch-light" /></pattern>
    <pattern id="hatch-cross" width="3.4" height="3.4" patternUnits="userSpaceOnUse"><path d="M0 1.7h3.4M1.7 0v3.4" class="hatch-light" /></pattern>
    <pattern id="hatch-dots" width="3.6" height="3.6" patternUnits="userSpaceOnUse"><path d="M.9 .9h.01M2.7 2.7h.01" class="hatch-dot" /></pattern>
    <linearGradient id="gloss" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fff" stop-opacity=".48" /><stop offset=".42" stop-color="#fff" stop-opacity=".1" />
      <stop offset=".5" stop-color="#fff" stop-opacity="0" /><stop offset="1" stop-color="#000" stop-opacity=".22" />
    </linearGradient>
    <linearGradient id="gilt" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#fff0b8" /><stop offset=".45" stop-color="#d7a53a" /><stop offset="1" stop-color="#7d5312" />
    </linearGradient>
  </defs>`;
}

/** The enamel gradient of one faction.
 * @param {{id: string, colour: string}} p */
function Enamel({ id, colour }) {
  const mix = (/** @type {string} */ other, /** @type {number} */ part) => `stop-color:color-mix(in srgb, ${colour} ${part}%, ${other})`;
  return html`<radialGradient id=${`enamel-${id}`} cx="36%" cy="26%" r="88%">
    <stop offset="0" style=${mix("#fff", 74)} /><stop offset=".5" stop-color=${colour} /><stop offset="1" style=${mix("#000", 70)} />
  </radialGradient>`;
}

/** Gradients for every faction of a look or view, once per page.
 * @param {{look: Look, ids: string[]}} p */
export function FactionDefs({ look, ids }) {
  return html`<svg width="0" height="0" class="defs" aria-hidden="true">
    <${SharedDefs} />
    <defs>${ids.map((id) => html`<${Enamel} key=${id} id=${id} colour=${factionOf(look, id).colour} />`)}</defs>
  </svg>`;
}

/** @param {{emblem?: [string, number][], scale: number, y: number}} p */
function Emblem({ emblem = [], scale, y }) {
  return html`<g transform=${`translate(0 ${y}) scale(${scale})`} class="emblem">
    ${emblem.map(([d, width]) => html`<path d=${d} fill=${width ? "none" : "currentColor"} stroke=${width ? "currentColor" : "none"} stroke-width=${width || null} />`)}
  </g>`;
}

/** @param {{shape: string, faction: string, hatch: string, gilded?: boolean}} p */
function Body({ shape, faction, hatch, gilded }) {
  return html`
    <path d=${shape} class="shadow" transform="translate(.9 2)" />
    ${gilded ? html`<path d=${shape} fill="url(#gilt)" stroke="#3b2508" stroke-width=".5" transform="scale(1.16)" />` : null}
    <path d=${shape} fill=${`url(#enamel-${faction})`} stroke="#1c1208" stroke-width="1" />
    <path d=${shape} fill=${`url(#hatch-${hatch})`} />
    <path d=${shape} fill="url(#gloss)" />
    <path d=${shape} class="rim" transform="scale(.885)" />`;
}

/** How many a stack holds: at its foot, or above where values stand there. @param {{count: number, high: boolean}} p */
export function Badge({ count, high }) {
  return count > 1 ? html`<g class="count" transform=${high ? "translate(12 -11.500)" : "translate(10.900 9.900)"}><circle r="6" class="badge" /><text class="badge-text" y="3.2">${count}</text></g>` : null;
}

/** How large the emblem is and where, where the letters stand and how large; a shield has no room at its foot. @param {string} kind @param {{top?: string, foot?: string}} drawn */
function partsOf(kind, { top, foot }) {
  if (kind === "pill" && foot) return { scale: 0.5, y: -2.6, letters: 6.6, size: 6.4 };
  if (kind === "shield" && foot) return { ...(top ? { scale: 0.3, y: -2.6 } : { scale: 0.46, y: -5.2 }), letters: 5, size: 6.8 };
  return { ...(top ? { scale: 0.5, y: -0.6 } : { scale: 0.64, y: -2.9 }), letters: 9.6, size: foot ? 7.4 : 0 };
}

/** One counter or stack at the origin; `bare`: how many it holds is shown apart.
 * @param {{look: Look, piece: Piece, pieces?: Piece[], count?: number, label?: string | null, bare?: boolean}} p */
export function Counter({ look, piece, pieces = [piece], count = piece.count ?? 1, label, bare = false }) {
  const faction = factionOf(look, piece.faction);
  const drawn = look.draw?.(piece, pieces) ?? {};
  const kind = drawn.outline ?? look.kinds[piece.kind] ?? "square";
  const shape = OUTLINES[kind] ?? OUTLINES.square;
  const crowned = kind === "disc";
  const emblem = drawn.emblem ?? faction.emblem;
  const edges = Math.min(count - 1, 2);
  const { scale, y, letters, size } = partsOf(kind, drawn);
  const foot = drawn.foot ?? (piece.strength != null ? String(piece.strength) : faction.letters);
  return html`<g class=${`counter ${Array.isArray(piece.state) ? piece.state.join(" ") : (piece.state ?? "")}`} style=${`color:${faction.ink ?? "#fff8e6"}`}>
    ${Array.from({ length: edges }, (_, i) => {
      const shift = (edges - i) * 1.9;
      return html`<path key=${i} d=${shape} transform=${`translate(${shift} ${-shift})`} fill=${`url(#enamel-${piece.faction})`} stroke="#1c1208" stroke-width="1" />`;
    })}
    <${Body} shape=${shape} faction=${piece.faction} hatch=${faction.hatch} gilded=${crowned} />
    ${crowned
      ? html`<path d=${CROWN} transform="translate(0 -4.6) scale(.5)" fill="currentColor" /><${Emblem} emblem=${faction.emblem} scale=${0.5} y=${4.2} />`
      : html`<${Emblem} emblem=${emblem} scale=${scale} y=${y} />
          <text class="letters" y=${letters} style=${size ? `font-size:${size}px` : ""}>${foot}</text>`}
    ${drawn.top ? html`<text class="letters" y="-6.2" style=${`font-size:${Math.min(4.9, 31 / drawn.top.length)}px`}>${drawn.top}</text>` : null}
    ${drawn.foot && crowned ? html`<text class="letters" y="10.6" style="font-size:5.4px">${drawn.foot}</text>` : null}
    ${isRuin(piece) ? html`<path class="breach" d=${BREACH} />` : null}
    ${bare ? null : html`<${Badge} count=${count} high=${Boolean(drawn.foot)} />`}
    ${label ? html`<${Ribbon} text=${label} y=${drawn.foot ? 17 : 15} />` : null}
  </g>`;
}

/** The crack through what lies in ruins. */
const BREACH = "M2-13L-2.500-6L3 0L-3 6.500L1.500 13";

/** Half the length of a ribbon with a name. @param {string} text */
const reach = (text) => Math.max(12, text.length * 2.1 + 5);

/** Room that a ribbon needs. @param {string} text @param {number} scale */
export const ribbonSize = (text, scale) => ({ w: 2 * reach(text) * scale, h: 9.6 * scale });

/** A name on a ribbon. @param {{text: string, x?: number, y: number, scale?: number}} p */
export function Ribbon({ text, x = 0, y, scale = 1 }) {
  const half = reach(text);
  return html`<g transform=${`translate(${x} ${y}) scale(${scale})`} class="ribbon">
    <path d=${`M${-half}-4.7L${-half + 3.6} 0L${-half} 4.9H${half}L${half - 3.6} 0L${half}-4.7Z`} />
    <text y="2.8">${text}</text>
  </g>`;
}

/** A small faction token for panels, drawn with the same enamel.
 * @param {{look: Look, id: string, size?: number, title?: string}} p */
export function Token({ look, id, size = 18, title }) {
  const faction = factionOf(look, id);
  return html`<svg class="token" width=${size} height=${size} viewBox="-12 -12 24 24" style=${`color:${faction.ink ?? "#fff8e6"}`}
      role=${title ? "img" : null} aria-label=${title ?? null} aria-hidden=${title ? null : "true"}>
    <path d=${OUTLINES.square} fill=${`url(#enamel-${id})`} stroke="#1c1208" />
    <path d=${OUTLINES.square} fill=${`url(#hatch-${faction.hatch})`} />
    <path d=${OUTLINES.square} fill="url(#gloss)" />
    ${faction.emblem ? html`<${Emblem} emblem=${faction.emblem} scale=${0.86} y=${0} />` : html`<text class="letters" style="font-size:12px" y="4.4">${faction.letters}</text>`}
  </svg>`;
}

/** The round seal of the nation whose turn it is.
 * @param {{look: Look, id: string, size?: number}} p */
export function Seal({ look, id, size = 42 }) {
  const faction = factionOf(look, id);
  return html`<svg class="seal" width=${size} height=${size} viewBox="-15.5 -15.5 31 31" aria-hidden="true" style=${`color:${faction.ink ?? "#fff8e6"}`}>
    <circle r="15" fill="url(#gilt)" stroke="#3b2508" stroke-width=".6" /><circle r="12.6" fill=${`url(#enamel-${id})`} />
    <circle r="12.6" fill=${`url(#hatch-${faction.hatch})`} /><circle r="12.6" fill="url(#gloss)" />
    ${faction.emblem ? html`<${Emblem} emblem=${faction.emblem} scale=${0.95} y=${0} />` : html`<text class="letters" style="font-size:11px" y="4">${faction.letters}</text>`}
  </svg>`;
}

/** A CSS background with the heraldic hatching over a colour, for bars and swatches.
 * @param {string} colour @param {string} hatch */
export function hatched(colour, hatch) {
  const line = "rgb(255 255 255 / .28)";
  const stripes = {
    upright: `repeating-linear-gradient(90deg, ${line} 0 1px, transparent 1px 3px)`,
    level: `repeating-linear-gradient(0deg, ${line} 0 1px, transparent 1px 3px)`,
    slant: `repeating-linear-gradient(-45deg, ${line} 0 1px, transparent 1px 3px)`,
    counter: `repeating-linear-gradient(45deg, ${line} 0 1px, transparent 1px 3px)`,
    cross: `repeating-linear-gradient(0deg, ${line} 0 1px, transparent 1px 3px), repeating-linear-gradient(90deg, ${line} 0 1px, transparent 1px 3px)`,
    dots: "radial-gradient(circle, rgb(70 45 5 / .5) .7px, transparent .9px) 0 0 / 3.5px 3.5px",
  };
  return `${stripes[/** @type {keyof typeof stripes} */ (hatch)] ?? stripes.upright}, ${colour}`;
}
