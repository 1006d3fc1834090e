/** What lies on the map: counters, arrows, tags, marks, and the fan of a stack one points at. */
/** @import { Piece, View, Way } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Drawing, PlacedStack } from "./drawing.js" */
import { halved } from "../lib/figures.js";
import { html, useMemo } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Badge, Counter, Ribbon, ribbonSize } from "../look/counters.js";
import { factionOf, isRuin, kindOf } from "../look/look.js";
import { covered, ribbonSpots, signSpot, tagSpots } from "./beside.js";

/**
 * @typedef {{path: string[], faction: string, count: number | null, number: number, now?: boolean, faded?: boolean}} March
 * @typedef {{place: string, text: string, spoken?: string, battle: boolean, good: boolean, further: boolean}} Tag
 * @typedef {{place: string, faction: string, n: number}} Loss
 * @typedef {{place: string, kind: string, faction?: string, text?: string, count?: number}} Marker
 * @typedef {{drawing: Drawing, look: Look, words: GameWords, view: View, moves: March[], legal: Set<string>, legalPieces: Set<string>, hovered: string | null,
 *   lost: Loss[], tags: Tag[], way?: Way | null, source: string | null, sourceFaction: string | null, unit?: number}} OverlayProps
 * `unit`: how much of the board a pixel of the screen shows
 */

/** Where the map is seen from nearer, so that tags need not be as large on it. */
const PHONE = matchMedia("(max-width: 640px), (max-height: 560px)");

/** Everything that lies on the picture. @param {OverlayProps} p */
export function Overlay({ drawing, look, words, view, moves, legal, legalPieces, hovered, lost, tags, way = null, source, sourceFaction, unit = 1 }) {
  const stacks = useMemo(() => drawing.arrange([...(view?.pieces ?? []), ...(look.boxed?.(view) ?? [])], look.alike), [view]);
  const pieces = useMemo(() => stacks.map((/** @type {PlacedStack} */ s) => html`<${Stack} key=${s.id} stack=${s} look=${look} can=${legal.has(s.place)} source=${s.place === source && (!sourceFaction || s.piece.faction === sourceFaction)}
    afloat=${/^sea/.test(drawing.data.places[s.place]?.kind ?? "")} marked=${s.pieces.some((/** @type {Piece} */ x) => legalPieces.has(x.id ?? x.name ?? ""))} />`), [stacks, legal, legalPieces, source]);
  const badges = useMemo(() => stacks.filter((/** @type {PlacedStack} */ s) => s.count > 1).map((/** @type {PlacedStack} */ s) => html`<g key=${s.id} transform=${`translate(${s.x} ${s.y}) scale(${s.scale})`}><${Badge} count=${s.count} high=${isHigh(s, look, drawing)} /></g>`), [stacks]);
  const fields = useMemo(() => battlefields(drawing, stacks, look), [stacks]);
  const tagOf = (/** @type {PlacedStack} */ { piece }) => (piece.name ? words.name(piece.name) : (look.tag?.(piece, words) ?? ""));
  const ribbons = useMemo(() => ribbonSpots(stacks, (s) => (tagOf(s) ? ribbonSize(tagOf(s), s.scale) : null), drawing.data.viewBox, drawing.names, [...fields.map(signBox), ...stacks.filter((s) => s.count > 1).map((s) => badgeBox(s, isHigh(s, look, drawing)))]), [stacks]);
  return html`
    <g class="lines">${stacks.filter((/** @type {PlacedStack} */ s) => s.leaderLine).map(lineBack)}</g>
    <${Markers} drawing=${drawing} view=${view} words=${words} look=${look} />
    <${Moves} drawing=${drawing} look=${look} moves=${moves} />
    ${way && source ? html`<${WayThere} drawing=${drawing} way=${way} source=${source} />` : null}
    <g class="pieces">${pieces}</g>
    <g class="moves">${stacks.filter((/** @type {PlacedStack} */ s) => ribbons.has(s.id)).map((/** @type {PlacedStack} */ s) => {
      const { x, y, w, h } = /** @type {import("./beside.js").Box} */ (ribbons.get(s.id));
      return html`<${Ribbon} key=${s.id} text=${tagOf(s)} x=${x + w / 2} y=${y + h / 2} scale=${s.scale} />`;
    })}</g>
    <${Battles} fields=${fields} />
    <g class="badges">${badges}</g>
    <${Numbers} drawing=${drawing} look=${look} moves=${moves} stacks=${stacks} ribbons=${ribbons} />
    <${Tags} drawing=${drawing} tags=${tags} stacks=${stacks} ribbons=${ribbons} scale=${look.scale ? 1.2 / look.scale : PHONE.matches ? 1 : 1.3} />
    <${Lost} stacks=${stacks} lost=${lost} look=${look} drawing=${drawing} />
    ${hovered && !source ? html`<${Fan} stacks=${stacks.filter((/** @type {PlacedStack} */ s) => s.place === hovered)} look=${look} words=${words} drawing=${drawing} scale=${look.scale ? unit * 1.6 : Math.max(1, drawing.data.viewBox[2] / 1100)} />` : null}`;
}

/** Where the number of a stack stands: at its foot, or above. @param {PlacedStack} stack @param {boolean} high @returns {import("./beside.js").Box} */
const badgeBox = ({ x, y, scale }, high) => ({ x: x + (high ? 6 : 4.9) * scale, y: y + (high ? -17.5 : 3.9) * scale, w: 12 * scale, h: 12 * scale });

/** Whether the number of a stack stands above: where its foot has values, or would hide a name. @param {PlacedStack} s @param {Look} look @param {Drawing} drawing */
const isHigh = (s, look, drawing) => Boolean(look.draw?.(s.piece, s.pieces)?.foot) || covered(badgeBox(s, false), drawing.names) > 0;

/** @param {PlacedStack} stack */
function lineBack({ id, leaderLine = [0, 0, 0, 0] }) {
  const [x1, y1, x2, y2] = leaderLine;
  return html`<path key=${id} class="leader-line" d=${`M${x1} ${y1}L${x2} ${y2}`} />`;
}

/** A ship's hull under units at sea. */
const HULL = "M-19 5C-17 17-10 18-5 18H5C10 18 17 17 19 5L13 10H-13Z";

/** @param {{stack: PlacedStack, look: Look, can: boolean, marked: boolean, afloat: boolean, source: boolean}} p */
function Stack({ stack, look, can, marked, afloat, source }) {
  const { piece, x, y, scale, count } = stack;
  return html`<g class=${`piece ${can ? "can" : ""}`} data-place=${stack.place} transform=${`translate(${x} ${y}) scale(${scale})`}>
    ${afloat ? html`<path class="hull" d=${HULL} />` : null}
    ${source ? html`<circle class="source-ring" r="18" />` : null}
    ${marked ? html`<circle class="halo" r="16" />` : null}
    <${Counter} look=${look} piece=${piece} pieces=${stack.pieces} count=${count} bare=${true} />
    <rect class="touch" x="-13" y="-13" width="26" height="26" />
  </g>`;
}

/** How far the sign of a battle reaches. */
const FIELD = 7;
/** @param {{x: number, y: number}} sign */
const signBox = ({ x, y }) => ({ x: x - FIELD, y: y - FIELD, w: 2 * FIELD, h: 2 * FIELD });

/** Where two sides stand in one place. @param {Drawing} drawing @param {PlacedStack[]} stacks @param {Look} look @returns {{id: string, x: number, y: number}[]} */
function battlefields(drawing, stacks, look) {
  if (look.peaceful) return [];
  /** @type {Map<string, Set<string>>} */
  const sides = new Map();
  for (const s of stacks) if (!isRuin(s.piece)) sides.set(s.place, (sides.get(s.place) ?? new Set()).add(s.piece.faction));
  const fields = [...sides].filter(([id, f]) => f.size > 1 && drawing.data.places[id]?.kind !== "sea");
  /** @type {{id: string, x: number, y: number}[]} */
  const placed = [];
  for (const [id] of fields) {
    const [x, y] = signSpot(stacks.filter((s) => s.place === id), FIELD, stacks, [...drawing.names, ...placed.map(signBox)]);
    placed.push({ id, x, y });
  }
  return placed;
}

/** Crossed swords. @param {{fields: {id: string, x: number, y: number}[]}} p */
function Battles({ fields }) {
  return html`<g class="moves">${fields.map(({ id, x, y }) => html`<g key=${id} class="battle" transform=${`translate(${x} ${y})`}><circle r=${FIELD} /><path d="M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4M1.4 3.6L3.6 1.4M-1.4 3.6L-3.6 1.4" /></g>`)}</g>`;
}

/** The middle of some stacks, and the top of the highest. @param {PlacedStack[]} stacks */
function middle(stacks) {
  return [stacks.reduce((n, s) => n + s.x, 0) / stacks.length, Math.min(...stacks.map((s) => s.y))];
}

/** Other things on the board that the game names: {place, kind, text?, count?}. @param {{drawing: Drawing, view: View, words: GameWords, look: Look}} p */
function Markers({ drawing, view, words, look }) {
  const markers = (Array.isArray(view?.markers) ? view.markers : []).filter((/** @type {Marker} */ m) => m.place !== undefined && drawing.anchor(m.place) && !(look.unmarked ?? []).includes(m.kind));
  return html`<g class="moves">${markers.map((/** @type {Marker} */ m, /** @type {number} */ i) => {
    const [x, y] = drawing.anchor(m.place) ?? [0, 0];
    const sign = look.marks?.[m.kind];
    if (sign) return html`<${Sign} key=${`${m.place}${m.kind}${i}`} x=${x + 14} y=${y - 12} sign=${{ ...sign, ground: sign.ground || factionOf(look, m.faction ?? "").colour }} count=${m.count ?? 1} name=${[m.kind, m.faction].filter(Boolean).map((id) => words.name(id)).join(": ")} />`;
    const text = m.text ?? `${words.name(m.kind)}${(m.count ?? 1) > 1 ? ` ${m.count}` : ""}`;
    const half = Math.max(9, text.length * 2.2 + 4);
    return html`<g key=${`${m.place}${m.kind}${i}`} transform=${`translate(${x} ${y + 19})`}><rect class="marker-plate" x=${-half} y="-6" width=${2 * half} height="12" rx="3" /><text class="marker-text" y="2.7">${text}</text></g>`;
  })}</g>`;
}

/** @param {{x: number, y: number, sign: {sign: string, ground: string, ink: string}, count: number, name: string}} p */
function Sign({ x, y, sign, count, name }) {
  return html`<g transform=${`translate(${x} ${y})`}><title>${name}</title><circle r="6.400" fill=${sign.ground} stroke="#d7a53a" stroke-width=".8" /><path d=${sign.sign} fill=${sign.ink} transform="scale(.9)" />
    ${count > 1 ? html`<text class="marker-text sign-count" x="8" y="6">${count}</text>` : null}</g>`;
}

/** A tag farther than this from the middle of its place is tied to it by a line. */
const APART = 26;

/** What each place in reach means, in a few words. @param {{drawing: Drawing, tags: Tag[], stacks: PlacedStack[], ribbons: Map<string, import("./beside.js").Box>, scale: number}} p */
function Tags({ drawing, tags, stacks, ribbons, scale }) {
  const spots = useMemo(() => tagSpots((tags ?? []).flatMap((tag) => {
    const at = drawing.anchor(tag.place);
    return at ? [{ place: tag.place, at, w: (tag.text.length * 5 + 12) * scale, h: 16 * scale }] : [];
  }), stacks, drawing.data.viewBox, drawing.names, ribbons.values(), (place, x, y) => drawing.besides(place, x, y)), [tags, stacks]);
  const apart = [...spots].flatMap(([place, { x, y, w, h }]) => {
    const ends = stacks.filter((s) => s.place === place).map((s) => [s.x, s.y]);
    const to = (/** @type {number[]} */ [ax, ay]) => Math.hypot(Math.max(x - ax, ax - x - w, 0), Math.max(y - ay, ay - y - h, 0));
    const [end] = (ends.length ? ends : [drawing.anchor(place) ?? [x, y]]).sort((a, b) => to(a) - to(b));
    return to(end) > APART ? [html`<path key=${place} class="tag-line" d=${`M${end}L${x + w / 2} ${y + h / 2}`} />`] : [];
  });
  return html`<g class="tags">${apart}${(tags ?? []).map((/** @type {Tag} */ tag) => {
    const box = spots.get(tag.place);
    if (!box) return null;
    const half = box.w / 2 / scale;
    return html`<g key=${tag.place} class=${`tag ${tag.battle ? (tag.good ? "good" : "bad") : ""} ${tag.further ? "further" : ""}`} transform=${`translate(${box.x + box.w / 2} ${box.y + box.h / 2}) scale(${scale})`}><rect x=${-half} y="-8" width=${2 * half} height="16" rx="8" /><text y="4">${tag.text}</text></g>`;
  })}</g>`;
}

/** So far above its end a way says what it costs. */
const ABOVE = 26;

/** The way to a place that is pointed at, and what it costs. @param {{drawing: Drawing, way: Way, source: string}} p */
function WayThere({ drawing, way, source }) {
  const entered = source in (drawing.data.boxes ?? {}) ? way.places : [source, ...way.places]; // a box beside the map lies nowhere on the way
  const points = entered.map((id) => drawing.anchor(id)).filter((p) => p !== null);
  const [x, y] = points.at(-1) ?? [0, 0];
  const text = t("way.short", { cost: halved(way.cost), of: halved(way.of) });
  const half = text.length * 2.6 + 6;
  return html`<g class="route">
    <path class="route-case" d=${`M${points.join("L")}`} /><path class="route-line" d=${`M${points.join("L")}`} />
    ${points.slice(-way.places.length).map(([cx, cy], i) => html`<circle key=${i} cx=${cx} cy=${cy} r="3" />`)}
    <g class="tag" transform=${`translate(${x} ${y < 2 * ABOVE ? y + ABOVE : y - ABOVE})`}><rect x=${-half} y="-8" width=${2 * half} height="16" rx="8" /><text y="4">${text}</text></g>
  </g>`;
}

/** The corner of a stack where its losses stand: not towards another stack of the place, as if that had lost them, nor over its number. @param {PlacedStack} stack @param {PlacedStack[]} stacks @param {boolean} high whether its number stands above */
const lossSpot = (stack, stacks, high) => (stacks.some((s) => s.place === stack.place && s.x < stack.x) ? [11, high ? 9 : -11] : [-11, -11]);

/** A red cross on counters that have just been lost, or how many of a stack. @param {{stacks: PlacedStack[], lost: Loss[], look: Look, drawing: Drawing}} p */
function Lost({ stacks, lost, look, drawing }) {
  /** @type {Map<PlacedStack, number>} */
  const hit = new Map();
  for (const l of lost ?? []) {
    const stack = stacks.find((s) => s.place === l.place && (s.piece.faction === l.faction || s.piece.side === l.faction));
    if (stack) hit.set(stack, (hit.get(stack) ?? 0) + l.n);
  }
  return html`<g class="moves">${[...hit].map(([s, n]) => html`<g key=${s.id} class="lost" transform=${`translate(${s.x} ${s.y}) scale(${s.scale})`}>${n < s.count ? html`<g transform=${`translate(${lossSpot(s, stacks, isHigh(s, look, drawing))})`}><circle r="6.500" /><text y="3">−${n}</text></g>` : html`<path class="cross" d="M-11-11L11 11M11-11L-11 11" />`}</g>`)}</g>`;
}

/** Marches as arrows in the nation's colour, numbered in their order. @param {{drawing: Drawing, look: Look, moves: March[]}} p */
function Moves({ drawing, look, moves }) {
  return html`<g class="moves">${moves.map((/** @type {March} */ m, /** @type {number} */ i) => {
    const points = m.path.map((id) => drawing.anchor(id)).filter((p) => p !== null);
    return points.length > 1 ? html`<${Arrow} key=${i} points=${points} colour=${factionOf(look, m.faction).colour} faded=${m.faded} now=${m.now} />` : null;
  })}</g>`;
}

/** @param {number[][]} points */
const way = (points) => (points.length > 2 ? along(points) : bent(points[0], points[1]));

/** Where on its way the number of a march may stand, best first: halfway, else wherever it covers no counter and no leader's name. */
const STOPS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];
const NUMBER = 7;

/** @param {number[]} at @returns {import("./beside.js").Box} */
const numberBox = ([x, y]) => ({ x: x - NUMBER, y: y - NUMBER, w: 2 * NUMBER, h: 2 * NUMBER });

/** @param {number[][]} points @param {import("./beside.js").Box[]} taken by counters, leaders' names, and numbers that have their spot @param {import("./beside.js").Box[]} names of places, which are rather covered */
function numberSpot(points, taken, names) {
  const { at } = way(points);
  const hidden = (/** @type {number[]} */ spot) => covered(numberBox(spot), taken) + covered(numberBox(spot), names) / 4;
  return STOPS.map(at).reduce((a, b) => (hidden(b) < hidden(a) ? b : a));
}

/** The order of the marches, above the counters. @param {{drawing: Drawing, look: Look, moves: March[], stacks: PlacedStack[], ribbons: Map<string, import("./beside.js").Box>}} p */
function Numbers({ drawing, look, moves, stacks, ribbons }) {
  const taken = [...stacks.map(({ x, y, size }) => ({ x: x - size / 2, y: y - size / 2, w: size, h: size })), ...ribbons.values()];
  return html`<g class="moves">${moves.filter((/** @type {March} */ m) => !m.faded).map((/** @type {March} */ m) => {
    const points = m.path.map((id) => drawing.anchor(id)).filter((p) => p !== null);
    if (points.length < 2) return null;
    const { colour } = factionOf(look, m.faction);
    const [x, y] = numberSpot(points, taken, drawing.names);
    taken.push(numberBox([x, y]));
    return html`<g key=${m.number} class="move-count" transform=${`translate(${x} ${y})`}><circle r=${NUMBER} style=${`stroke:${colour}`} /><text y="3.5" style=${`fill:${colour}`}>${m.number}</text></g>`;
  })}</g>`;
}

/** @param {{points: number[][], colour: string, faded?: boolean, now?: boolean}} p */
function Arrow({ points, colour, faded, now }) {
  const { path, tip, angle } = way(points);
  return html`<g class=${`arrow ${faded ? "faded" : ""} ${now ? "now" : ""}`}>
    <path class="move-case" d=${path} /><path class="move-line" d=${path} style=${`stroke:${colour}`} />
    <path class="move-head" style=${`fill:${colour}`} transform=${`translate(${tip}) rotate(${(angle * 180) / Math.PI})`} d="M5 0L-6-5.4L-3.4 0L-6 5.4Z" />
  </g>`;
}

/** A curve from a place to its neighbour, beside the straight line where names and counters are. @param {number[]} from @param {number[]} to */
function bent(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(34, length * 0.22);
  const [mx, my] = [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
  const angle = Math.atan2(to[1] - my, to[0] - mx);
  const tip = [to[0] - Math.cos(angle) * 15, to[1] - Math.sin(angle) * 15];
  const start = [from[0] + (dx / length) * 13, from[1] + (dy / length) * 13];
  const at = (/** @type {number} */ part) => curved([start, [mx, my], tip], part);
  return { path: `M${start}Q${mx} ${my} ${tip[0] - Math.cos(angle) * 5} ${tip[1] - Math.sin(angle) * 5}`, tip, angle, at };
}

/** A way over several places, rounded where it turns. @param {number[][]} points */
function along(points) {
  const to = /** @type {number[]} */ (points.at(-1));
  const before = points[points.length - 2];
  const angle = Math.atan2(to[1] - before[1], to[0] - before[0]);
  const tip = [to[0] - Math.cos(angle) * 15, to[1] - Math.sin(angle) * 15];
  const ends = points.slice(1, -1).map((p, i) => (i + 3 === points.length ? tip : [(p[0] + points[i + 2][0]) / 2, (p[1] + points[i + 2][1]) / 2]));
  const turns = ends.map((end, i) => [i ? ends[i - 1] : points[0], points[i + 1], end]);
  const at = (/** @type {number} */ part) => {
    const turn = Math.min(Math.floor(part * turns.length), turns.length - 1);
    return curved(turns[turn], part * turns.length - turn);
  };
  return { path: `M${points[0]}${turns.map(([, by, end]) => `Q${by} ${end}`).join("")}`, tip, angle, at };
}

/** A point of a curve from one end by a third point to the other. @param {number[][]} curve @param {number} part */
const curved = ([from, by, to], part) => [0, 1].map((i) => (1 - part) ** 2 * from[i] + 2 * part * (1 - part) * by[i] + part ** 2 * to[i]);

/** How many of each kind stand there, people by people; a leader by name. @param {Piece[]} pieces @param {Look} look @param {GameWords} words */
export function tally(pieces, look, words) {
  /** @type {Map<string, Map<string, number>>} */
  const peoples = new Map();
  for (const piece of pieces) {
    const leader = (piece.name && words.name(piece.name)) || look.tag?.(piece, words) || "";
    const [people, kind] = leader ? [leader, ""] : [words.name(piece.faction), words.name(kindOf(look, piece)).toLowerCase()];
    const kinds = peoples.get(people) ?? new Map();
    peoples.set(people, kinds.set(kind, (kinds.get(kind) ?? 0) + (piece.count ?? 1)));
  }
  const counted = (/** @type {[string, number]} */ [kind, n]) => (n > 1 ? `${kind} ×${n}` : kind);
  return [...peoples].map(([people, kinds]) => (kinds.has("") ? people : `${people}: ${[...kinds].map(counted).join(", ")}`));
}

/** What stands in a place, spread out so that each can be seen. @param {{stacks: PlacedStack[], look: Look, words: GameWords, drawing: Drawing, scale: number}} p */
function Fan({ stacks, look, words, drawing, scale }) {
  const all = stacks.flatMap((/** @type {PlacedStack} */ s) => (s.pieces.length > 1 ? s.pieces.map((piece, i) => ({ piece, key: `${s.id}${i}` })) : Array.from({ length: Math.min(s.count, 12) }, (_, i) => ({ piece: s.piece, key: `${s.id}${i}` })))).slice(0, 18);
  if (all.length < 2) return null;
  const [x, top] = middle(stacks);
  const pitch = all.length > 8 ? 17 : 26;
  const text = [words.name(stacks[0].place), ...tally(stacks.flatMap((s) => s.pieces), look, words)].join(" · ");
  const width = Math.max(text.length * 6 + 18, (all.length - 1) * pitch + 44);
  const [left, , whole] = drawing.data.viewBox;
  const half = (width / 2) * scale + 14;
  const cx = Math.max(left + half, Math.min(x, left + whole - half));
  const y = top < 110 * scale ? top + 58 * scale : top - 54 * scale;
  return html`<g class="fan" transform=${`translate(${cx} ${y}) scale(${scale})`}>
    <rect class="fan-card" x=${-width / 2} y="-26" width=${width} height="60" rx="6" />
    ${all.map((one, i) => html`<g key=${one.key} transform=${`translate(${(i - (all.length - 1) / 2) * pitch} -7)`}><${Counter} look=${look} piece=${one.piece} count=${1} label=${one.piece.name ? words.name(one.piece.name) : null} /></g>`)}
    <text class="fan-text" y="28">${text}</text>
  </g>`;
}
