/** The board: picture, glow on what may be clicked, counters, arrows, fans; clicks are told as places. */
import { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Counter } from "../look/counters.js";
import { factionOf } from "../look/look.js";
import { Camera } from "./camera.js";

const SVG = "http://www.w3.org/2000/svg";
const PHONE = matchMedia("(max-width: 640px), (max-height: 560px)");
const UPRIGHT = matchMedia("(max-width: 900px) and (min-height: 701px)");
/** A board taller than this is shown in part. */
const LARGE = 1200;
/** More hexes than this are shown as one reach. */
const MANY_HEXES = 24;

/** @param {any} p */
export function Board(p) {
  const sheet = useRef(/** @type {any} */ (null));
  const live = useRef(/** @type {any} */ ({}));
  live.current.p = p;
  const [hovered, hover] = useState(/** @type {string | null} */ (null));
  const [ready, setReady] = useState(false);

  useLayoutEffect(() => {
    live.current = { ...live.current, ...mount(sheet.current, p.drawing, live, hover) };
    setReady(true);
    return () => {
      live.current.camera?.stop();
      live.current.observer?.disconnect();
      sheet.current?.replaceChildren();
    };
  }, [p.drawing]);

  useLayoutEffect(() => {
    if (ready) mark(live.current.drawing, live.current.glow, p);
  }, [ready, p.legal, p.chosen, p.forbidden, p.source, p.further, p.fight]);

  useLayoutEffect(() => {
    if (ready) render(html`<${Overlay} ...${p} drawing=${live.current.drawing} hovered=${hovered} />`, live.current.layer);
  });

  useLayoutEffect(() => {
    if (ready) follow(live.current, p.scene ?? []);
  }, [ready, (p.scene ?? []).join()]);

  const zoom = (/** @type {number} */ factor) => live.current.camera?.zoom(factor);
  return html`<div class="map-box">
    <div class="sheet" ref=${sheet}></div>
    <div class=${`map-tools ${p.tools}`}>
      <button class="icon-button" onClick=${() => zoom(0.7)} aria-label=${t("board.closer")} title=${t("board.closer")}>+</button>
      <button class="icon-button" onClick=${() => zoom(1.4)} aria-label=${t("board.farther")} title=${t("board.farther")}>−</button>
      <button class="icon-button" onClick=${() => live.current.camera?.whole()} aria-label=${t("board.whole")} title=${t("board.whole")}><svg width="13" height="13" viewBox="0 0 13 13" aria-hidden="true"><path d="M1 4.500V1H4.500M8.500 1H12V4.500M12 8.500V12H8.500M4.500 12H1V8.500" fill="none" stroke="currentColor" stroke-width="1.600" /></svg></button>
    </div>
    ${ready ? html`<${Inset} drawing=${live.current.drawing} camera=${live.current.camera} view=${p.view} look=${p.look} />` : null}
    ${p.children}
  </div>`;
}

/** The whole board in small, with a frame around what is seen; a click goes there. @param {any} p */
function Inset({ drawing, camera, view, look }) {
  const [box, setBox] = useState(camera.box);
  useEffect(() => {
    camera.onMove = setBox;
  }, [camera]);
  const [x, y, w, h] = drawing.data.viewBox;
  if (box[2] > w * 0.9 && box[3] > h * 0.9) return null;
  const go = (/** @type {any} */ e) => {
    const size = e.currentTarget.getBoundingClientRect();
    camera.show([x + ((e.clientX - size.left) / size.width) * w - box[2] / 2, y + ((e.clientY - size.top) / size.height) * h - box[3] / 2, box[2], box[3]]);
  };
  const dots = (view?.pieces ?? []).map((/** @type {any} */ piece) => ({ at: drawing.anchor(piece.place), colour: factionOf(look, piece.faction).colour })).filter((/** @type {any} */ d) => d.at);
  return html`<div class="inset" aria-hidden="true" onClick=${go}><svg viewBox=${drawing.data.viewBox.join(" ")}>
    <use href="#land" class="inset-land" />
    ${dots.map((/** @type {any} */ d, /** @type {number} */ i) => html`<circle key=${i} cx=${d.at[0]} cy=${d.at[1]} r=${w / 70} fill=${d.colour} />`)}
    <rect class="inset-frame" x=${box[0]} y=${box[1]} width=${box[2]} height=${box[3]} stroke-width=${w / 60} />
  </svg></div>`;
}

/**
 * Put the drawing on the page and listen to it. What changes lies on sheets of its own above the picture, so that an answer
 * never makes the browser draw the whole map again.
 * @param {HTMLElement} stage @param {import("./drawing.js").Drawing} drawing @param {any} live @param {(place: string | null) => void} hover
 */
function mount(stage, drawing, live, hover) {
  const { svg } = drawing;
  const glow = sheetOver(svg, "glow");
  const top = sheetOver(svg, "overlay");
  const camera = new Camera(stage, [svg, glow, top], drawing.data.viewBox, (target) => {
    const id = placeUnder(target);
    if (id) live.current.p.onPlace(id, camera.toScreen(drawing.anchor(id) ?? [0, 0]));
  });
  let held = "";
  camera.grip = (target) => {
    held = /** @type {HTMLElement | null} */ (target.closest(".piece"))?.dataset.place ?? "";
    return live.current.p.onGrip?.(held) ?? false;
  };
  if (live.current.p.locate) live.current.p.locate.current = (/** @type {string} */ id) => camera.toScreen(drawing.anchor(id) ?? [0, 0]);
  camera.carry = () => live.current.p.onCarry?.(held);
  const look = () => camera.lookAt(small(drawing) ? close(camera, live.current.p, sceneBox(drawing, live.current.p)) : drawing.data.viewBox);
  look();
  camera.draw();
  stage.replaceChildren(svg, glow, top);
  const observer = new ResizeObserver(look);
  observer.observe(stage);
  stage.addEventListener("pointerover", (e) => hover(/** @type {any} */ (e.target).closest?.("[data-place]")?.dataset.place ?? null));
  stage.addEventListener("pointerleave", () => hover(null));
  svg.addEventListener("keydown", (e) => {
    const id = placeUnder(/** @type {any} */ (e.target));
    if ((e.key !== "Enter" && e.key !== " ") || !id) return;
    e.preventDefault();
    e.stopPropagation();
    live.current.p.onPlace(id, camera.toScreen(drawing.anchor(id) ?? [0, 0]));
  });
  return { drawing, glow, layer: /** @type {Element} */ (top.firstChild), camera, observer };
}

/** Whether the board is too large, or the screen too small, to be played on as a whole. @param {import("./drawing.js").Drawing} drawing */
const small = (drawing) => PHONE.matches || UPRIGHT.matches || drawing.data.viewBox[3] > LARGE;
const nearness = () => (PHONE.matches ? 0.42 : UPRIGHT.matches ? 0.84 : 0.6);

/** A window around the middle of a box, no wider than counters can be read in. @param {Camera} camera @param {any} p @param {number[]} box */
function close(camera, { look }, [x, y, w, h]) {
  const size = camera.size();
  const most = look.scale && !PHONE.matches ? [size.width / look.scale, size.height / look.scale] : [w, h];
  const [wide, high] = [Math.min(w, most[0]), Math.min(h, most[1])];
  return [x + (w - wide) / 2, y + (h - high) / 2, wide, high];
}

/** What to look at first: the scene of the question, else where most pieces stand. @param {import("./drawing.js").Drawing} drawing @param {any} p */
function sceneBox(drawing, { scene, view }) {
  if (scene?.length) return drawing.around(scene, nearness());
  const points = (view?.pieces ?? []).map((/** @type {any} */ piece) => drawing.anchor(piece.place)).filter(Boolean);
  if (!points.length) return drawing.data.viewBox;
  const median = (/** @type {number} */ i) => points.map((/** @type {number[]} */ p) => p[i]).sort((/** @type {number} */ x, /** @type {number} */ y) => x - y)[Math.floor(points.length / 2)];
  const w = drawing.data.viewBox[2] * nearness();
  return [median(0) - w / 2, median(1) - w / 2, w, w];
}

/** Look where the question is, unless that is in sight already. @param {any} live @param {string[]} scene */
function follow({ drawing, camera, p }, scene) {
  if (!small(drawing) || !scene.length) return;
  const [x, y, w, h] = camera.box;
  const edge = w * 0.04;
  const fits = scene.length > 1 ? scene.some.bind(scene) : scene.every.bind(scene);
  const seen = fits((id) => {
    const point = drawing.anchor(id);
    return !point || (point[0] > x + edge && point[0] < x + w - edge && point[1] > y + edge && point[1] < y + h - edge);
  });
  if (!seen || PHONE.matches) camera.lookAt(close(camera, p, drawing.around(scene, nearness())));
}

/** An empty sheet of the drawing's size. @param {SVGSVGElement} svg @param {string} name */
function sheetOver(svg, name) {
  const sheet = document.createElementNS(SVG, "svg");
  sheet.setAttribute("viewBox", svg.getAttribute("viewBox") ?? "");
  sheet.setAttribute("class", `board over ${name}`);
  if (name === "glow") sheet.setAttribute("aria-hidden", "true");
  const group = document.createElementNS(SVG, "g");
  if (svg.querySelector("#window")) group.setAttribute("clip-path", "url(#window)");
  sheet.append(group);
  return sheet;
}

/** @param {Element} target @returns {string | null} */
function placeUnder(target) {
  const piece = /** @type {any} */ (target.closest("[data-place]"));
  const shape = /** @type {any} */ (target.closest("[data-id]"));
  return piece?.dataset.place ?? shape?.dataset.id ?? null;
}

/** Let what may be clicked glow. @param {import("./drawing.js").Drawing} drawing @param {SVGSVGElement} glow @param {any} p */
function mark(drawing, glow, p) {
  /** @type {Element[]} */
  const marks = [];
  const many = drawing.data.grid && p.legal.size > MANY_HEXES;
  if (many) marks.push(outline(drawing, p.legal));
  for (const [id, shape] of drawing.shapes) {
    const legal = p.legal.has(id);
    const state = id === p.forbidden ? "forbidden" : id === p.fight ? "fight" : id === p.chosen ? "chosen" : id === p.source ? "source" : p.further?.has(id) ? "further" : legal && !many ? "legal" : null;
    if (state) marks.push(copyOf(shape, id, state));
    if (shape.hasAttribute("tabindex") === legal) continue;
    shape.classList.toggle("can", legal);
    for (const [name, value] of [["tabindex", "0"], ["role", "button"], ["aria-label", p.words.name(id)]]) {
      if (legal) shape.setAttribute(name, value);
      else shape.removeAttribute(name);
    }
  }
  /** @type {Element} */ (glow.firstChild).replaceChildren(...marks);
}

/** The reach as one shape with one edge. @param {import("./drawing.js").Drawing} drawing @param {Set<string>} ids */
function outline(drawing, ids) {
  const { grid } = drawing.data;
  const centres = [...ids].filter((id) => drawing.hexes.has(id)).map((id) => /** @type {number[]} */ (drawing.anchor(id)));
  const key = (/** @type {number} */ x, /** @type {number} */ y) => `${Math.round(x)},${Math.round(y)}`;
  const inside = new Set(centres.map(([x, y]) => key(x, y)));
  const [half, rise, side] = [grid.across / 2, grid.up, grid.up / 1.5];
  const corners = [[half, -side / 2], [half, side / 2], [0, side], [-half, side / 2], [-half, -side / 2], [0, -side]];
  const beyond = [[grid.across, 0], [half, rise], [-half, rise], [-grid.across, 0], [-half, -rise], [half, -rise]];
  const near = (/** @type {number} */ x, /** @type {number} */ y) => [-1, 0, 1].some((a) => [-1, 0, 1].some((b) => inside.has(key(x + a, y + b))));
  const fill = centres.map(([x, y]) => `M${corners.map(([a, b]) => `${x + a} ${y + b}`).join("L")}Z`).join("");
  const edge = centres.flatMap(([x, y]) => beyond.map(([a, b], i) => (near(x + a, y + b) ? "" : `M${x + corners[i][0]} ${y + corners[i][1]}L${x + corners[(i + 1) % 6][0]} ${y + corners[(i + 1) % 6][1]}`))).join("");
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "reach");
  for (const [name, d] of [["reach-fill", fill], ["reach-edge", edge]]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", name);
    path.setAttribute("d", d);
    group.append(path);
  }
  return group;
}

/** @param {SVGElement} shape @param {string} id @param {string} state */
function copyOf(shape, id, state) {
  const copy = /** @type {Element} */ (shape.cloneNode(false));
  for (const name of ["data-id", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("class", `mark ${state} ${shape.classList.contains("sea-border") ? "line" : ""}`);
  copy.setAttribute("data-for", id);
  return copy;
}

/** Everything that lies on the picture. @param {any} p */
function Overlay({ drawing, look, words, view, moves, legal, legalPieces, hovered, lost, tags, source, sourceFaction }) {
  const stacks = useMemo(() => drawing.arrange([...(view?.pieces ?? []), ...(look.boxed?.(view) ?? [])], look.alike), [view]);
  const pieces = useMemo(() => stacks.map((/** @type {any} */ s) => html`<${Stack} key=${s.id} stack=${s} look=${look} words=${words} can=${legal.has(s.place)} source=${s.place === source && (!sourceFaction || s.piece.faction === sourceFaction)}
    afloat=${/^sea/.test(drawing.data.places[s.place]?.kind ?? "")} marked=${s.pieces.some((/** @type {any} */ x) => legalPieces.has(x.id ?? x.name))} />`), [stacks, legal, legalPieces, source]);
  return html`
    <g class="lines">${stacks.filter((/** @type {any} */ s) => s.leaderLine).map(lineBack)}</g>
    <${Markers} drawing=${drawing} view=${view} words=${words} look=${look} />
    <${Moves} drawing=${drawing} look=${look} moves=${moves} />
    <g class="pieces">${pieces}</g>
    <${Battles} drawing=${drawing} stacks=${stacks} look=${look} />
    <${Numbers} drawing=${drawing} look=${look} moves=${moves} />
    <${Tags} drawing=${drawing} tags=${tags} scale=${look.scale ? 1.2 / look.scale : 1} />
    <${Lost} stacks=${stacks} lost=${lost} />
    ${hovered && !source ? html`<${Fan} stacks=${stacks.filter((/** @type {any} */ s) => s.place === hovered)} look=${look} words=${words} drawing=${drawing} />` : null}`;
}

/** @param {any} stack */
function lineBack({ id, leaderLine: [x1, y1, x2, y2] }) {
  return html`<path key=${id} class="leader-line" d=${`M${x1} ${y1}L${x2} ${y2}`} />`;
}

/** A ship's hull under whoever stands at sea. */
const HULL = "M-19 5C-17 17-10 18-5 18H5C10 18 17 17 19 5L13 10H-13Z";

/** @param {any} p */
function Stack({ stack, look, words, can, marked, afloat, source }) {
  const { piece, x, y, scale, count } = stack;
  return html`<g class=${`piece ${can ? "can" : ""}`} data-place=${stack.place} transform=${`translate(${x} ${y}) scale(${scale})`}>
    ${afloat ? html`<path class="hull" d=${HULL} />` : null}
    ${source ? html`<circle class="source-ring" r="18" />` : null}
    ${marked ? html`<circle class="halo" r="16" />` : null}
    <${Counter} look=${look} piece=${piece} pieces=${stack.pieces} count=${count} label=${piece.name ? words.name(piece.name) : null} />
    <rect class="touch" x="-13" y="-13" width="26" height="26" />
  </g>`;
}

/** Crossed swords where two sides stand in one place. @param {any} p */
function Battles({ drawing, stacks, look }) {
  if (look.peaceful) return null;
  /** @type {Map<string, Set<string>>} */
  const sides = new Map();
  for (const s of stacks) sides.set(s.place, (sides.get(s.place) ?? new Set()).add(s.piece.faction));
  const fields = [...sides].filter(([id, f]) => f.size > 1 && drawing.data.places[id]?.kind !== "sea");
  return html`<g class="moves">${fields.map(([id]) => {
    const [x, y] = middle(stacks.filter((/** @type {any} */ s) => s.place === id));
    return html`<g key=${id} class="battle" transform=${`translate(${x} ${y - 17})`}><circle r="7" /><path d="M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4M1.4 3.6L3.6 1.4M-1.4 3.6L-3.6 1.4" /></g>`;
  })}</g>`;
}

/** @param {any[]} stacks */
function middle(stacks) {
  const sum = (/** @type {"x" | "y"} */ k) => stacks.reduce((n, s) => n + s[k], 0) / stacks.length;
  return [sum("x"), Math.min(...stacks.map((s) => s.y)) + 0 * sum("y")];
}

/** Other things on the board that the game names: {place, kind, text?, faction?}. @param {any} p */
function Markers({ drawing, view, words, look }) {
  const markers = (Array.isArray(view?.markers) ? view.markers : []).filter((/** @type {any} */ m) => m.place !== undefined && drawing.anchor(m.place) && !(look.unmarked ?? []).includes(m.kind));
  return html`<g class="moves">${markers.map((/** @type {any} */ m, /** @type {number} */ i) => {
    const [x, y] = drawing.anchor(m.place);
    const sign = look.marks?.[m.kind];
    if (sign) return html`<${Sign} key=${`${m.place}${m.kind}${i}`} x=${x + 14} y=${y - 12} sign=${sign} count=${m.count ?? 1} name=${words.name(m.kind)} />`;
    const text = m.text ?? `${words.name(m.kind)}${(m.count ?? 1) > 1 ? ` ${m.count}` : ""}`;
    const half = Math.max(9, text.length * 2.2 + 4);
    return html`<g key=${`${m.place}${m.kind}${i}`} transform=${`translate(${x} ${y + 19})`}><rect class="marker-plate" x=${-half} y="-6" width=${2 * half} height="12" rx="3" /><text class="marker-text" y="2.7">${text}</text></g>`;
  })}</g>`;
}

/** @param {any} p */
function Sign({ x, y, sign, count, name }) {
  return html`<g transform=${`translate(${x} ${y})`}><title>${name}</title><circle r="6.400" fill=${sign.ground} stroke="#d7a53a" stroke-width=".8" /><path d=${sign.sign} fill=${sign.ink} transform="scale(.9)" />
    ${count > 1 ? html`<text class="marker-text sign-count" x="8" y="6">${count}</text>` : null}</g>`;
}

/** What each place in reach means, in a few words. @param {any} p */
function Tags({ drawing, tags, scale }) {
  return html`<g class="tags">${(tags ?? []).map((/** @type {any} */ tag) => {
    const at = drawing.anchor(tag.place);
    if (!at) return null;
    const half = tag.text.length * 2.9 + 8;
    return html`<g key=${tag.place} class=${`tag ${tag.battle ? (tag.good ? "good" : "bad") : ""} ${tag.further ? "further" : ""}`} transform=${`translate(${at[0]} ${at[1] - 23}) scale(${scale})`}><rect x=${-half} y="-8" width=${2 * half} height="16" rx="8" /><text y="4">${tag.text}</text></g>`;
  })}</g>`;
}

/** A red cross on the counters of whoever has just lost some. @param {any} p */
function Lost({ stacks, lost }) {
  const hit = (lost ?? []).flatMap((/** @type {any} */ l) => stacks.filter((/** @type {any} */ s) => s.place === l.place && (s.piece.faction === l.faction || s.piece.side === l.faction)).slice(0, 1));
  return html`<g class="moves">${[...new Set(hit)].map((/** @type {any} */ s) => html`<path key=${s.id} class="cross" transform=${`translate(${s.x} ${s.y}) scale(${s.scale})`} d="M-11-11L11 11M11-11L-11 11" />`)}</g>`;
}

/** Marches as arrows in the nation's colour, numbered in their order. @param {any} p */
function Moves({ drawing, look, moves }) {
  return html`<g class="moves">${moves.map((/** @type {any} */ m, /** @type {number} */ i) => {
    const points = m.path.map((/** @type {string} */ id) => drawing.anchor(id)).filter(Boolean);
    return points.length > 1 ? html`<${Arrow} key=${i} points=${points} colour=${factionOf(look, m.faction).colour} faded=${m.faded} now=${m.now} />` : null;
  })}</g>`;
}

/** @param {number[][]} points */
const way = (points) => (points.length > 2 ? along(points) : bent(points[0], points[1]));

/** The order of the marches, above the counters. @param {any} p */
function Numbers({ drawing, look, moves }) {
  return html`<g class="moves">${moves.filter((/** @type {any} */ m) => !m.faded).map((/** @type {any} */ m) => {
    const points = m.path.map((/** @type {string} */ id) => drawing.anchor(id)).filter(Boolean);
    if (points.length < 2) return null;
    const { colour } = factionOf(look, m.faction);
    return html`<g key=${m.number} class="move-count" transform=${`translate(${way(points).middle})`}><circle r="7" style=${`stroke:${colour}`} /><text y="3.5" style=${`fill:${colour}`}>${m.number}</text></g>`;
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
  return { path: `M${start}Q${mx} ${my} ${tip[0] - Math.cos(angle) * 5} ${tip[1] - Math.sin(angle) * 5}`, tip, angle, middle: [(start[0] + 2 * mx + tip[0]) / 4, (start[1] + 2 * my + tip[1]) / 4] };
}

/** A way over several places, rounded where it turns. @param {number[][]} points */
function along(points) {
  const to = /** @type {number[]} */ (points.at(-1));
  const before = points[points.length - 2];
  const angle = Math.atan2(to[1] - before[1], to[0] - before[0]);
  const tip = [to[0] - Math.cos(angle) * 15, to[1] - Math.sin(angle) * 15];
  const turns = points.slice(1, -1).map((p, i) => {
    const next = i + 2 === points.length - 1 ? tip : [(p[0] + points[i + 2][0]) / 2, (p[1] + points[i + 2][1]) / 2];
    return `Q${p} ${next}`;
  });
  return { path: `M${points[0]}${turns.join("")}`, tip, angle, middle: [(before[0] + to[0]) / 2, (before[1] + to[1]) / 2] };
}

/** What stands in a place, spread out so that each can be seen. @param {any} p */
function Fan({ stacks, look, words, drawing }) {
  const all = stacks.flatMap((/** @type {any} */ s) => (s.pieces.length > 1 ? s.pieces.map((/** @type {any} */ piece, /** @type {number} */ i) => ({ piece, key: `${s.id}${i}` })) : Array.from({ length: Math.min(s.count, 12) }, (_, i) => ({ piece: s.piece, key: `${s.id}${i}` })))).slice(0, 18);
  if (all.length < 2) return null;
  const [x, top] = middle(stacks);
  const pitch = all.length > 8 ? 17 : 26;
  const text = `${words.name(stacks[0].place)}: ${stacks.map((/** @type {any} */ s) => `${s.count} ${words.name(s.piece.faction)} ${words.name(s.piece.kind).toLowerCase()}`).join(", ")}`;
  const width = Math.max(text.length * 4.5 + 18, (all.length - 1) * pitch + 44);
  const [left, , whole] = drawing.data.viewBox;
  const scale = Math.max(1, whole / 1100);
  const half = (width / 2) * scale + 14;
  const cx = Math.max(left + half, Math.min(x, left + whole - half));
  const y = top < 110 * scale ? top + 58 * scale : top - 54 * scale;
  return html`<g class="fan" transform=${`translate(${cx} ${y}) scale(${scale})`}>
    <rect class="fan-card" x=${-width / 2} y="-26" width=${width} height="60" rx="6" />
    ${all.map((/** @type {any} */ one, /** @type {number} */ i) => html`<g key=${one.key} transform=${`translate(${(i - (all.length - 1) / 2) * pitch} -7)`}><${Counter} look=${look} piece=${one.piece} count=${1} label=${one.piece.name ? words.name(one.piece.name) : null} /></g>`)}
    <text class="fan-text" y="28">${text}</text>
  </g>`;
}
