/** The board: picture, glow on what may be clicked, counters, arrows, fans; clicks are told as places. */
/** @import { Look } from "../look/look.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { OverlayProps } from "./overlay.js" */
/** @import { Piece } from "../lib/shapes" */
import { html, render, useEffect, useLayoutEffect, useRef, useState } from "../lib/html.js";
import { t } from "../lib/words.js";
import { factionOf } from "../look/look.js";
import { Camera } from "./camera.js";
import { wayText } from "./draft.js";
import { Overlay, tally } from "./overlay.js";

const SVG = "http://www.w3.org/2000/svg";
const PHONE = matchMedia("(max-width: 640px), (max-height: 560px)");
const UPRIGHT = matchMedia("(max-width: 900px) and (min-height: 701px)");
/** A window so low that a board of the whole island would have counters too small to read. */
const LOW = matchMedia("(max-height: 800px)");
/** A board taller than this is shown in part. */
const LARGE = 1200;
/** On a phone counters may be this much smaller. */
const SMALLER = 0.72;
/** Milliseconds after which the map shows a place that is pointed at in the list. */
const LOOKS = 350;
/** More hexes than this are shown as one reach. */
const MANY_HEXES = 24;

/**
 * @typedef {Omit<OverlayProps, "hovered" | "way"> & {tools: string, chosen: string | null, coached: string | null, further: Map<string, string[]>, ways: Map<string, import("../lib/shapes").Way>, forbidden: string | null, fight: string | null, about: string[], scene: string[], mine: boolean, asked: string | null,
 *   onPlace: (place: string, point: number[]) => void, onGrip: (place: string) => boolean, onCarry: (place: string) => void, onLinger: (place: string, point: number[]) => void, onRest: (target: Element) => void, onDrop: (target: Element) => void,
 *   locate: {current: (place: string) => number[]}, children?: unknown}} BoardProps
 * @typedef {{p: BoardProps, drawing: Drawing, glow: SVGSVGElement, layer: Element, camera: Camera, observer: ResizeObserver}} Mounted
 */

/** @param {BoardProps} p */
export function Board(p) {
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  const live = useRef(/** @type {Mounted} */ (/** @type {unknown} */ ({}))); // filled when the drawing is put on the page
  live.current.p = p;
  const [hovered, hover] = useState(/** @type {string | null} */ (null));
  const [ready, setReady] = useState(false);

  useLayoutEffect(() => {
    live.current = { ...live.current, ...mount(/** @type {HTMLElement} */ (sheet.current), p.drawing, live, hover) };
    setReady(true);
    return () => {
      live.current.camera?.stop?.();
      live.current.observer?.disconnect();
      sheet.current?.replaceChildren();
    };
  }, [p.drawing]);

  useLayoutEffect(() => {
    if (ready) mark(live.current.drawing, live.current.glow, p);
  }, [ready, p.legal, p.chosen, p.forbidden, p.source, p.further, p.fight, p.about.join()]);

  useLayoutEffect(() => {
    if (ready) offer(live.current.drawing, p);
  }, [ready, p.legal, p.tags]);

  useLayoutEffect(() => {
    if (ready) render(html`<${Overlay} ...${p} drawing=${live.current.drawing} hovered=${hovered} way=${p.ways.get(hovered ?? "") ?? p.ways.get(p.chosen ?? "") ?? null} unit=${live.current.camera.scale()} />`, live.current.layer);
  });

  useLayoutEffect(() => {
    if (!ready) return;
    if (p.scene?.length) follow(live.current, p.scene);
    else if (p.mine) findOwn(live.current);
  }, [ready, p.mine, (p.scene ?? []).join()]);

  useEffect(() => {
    const timer = ready && p.source ? setTimeout(() => seeReach(live.current), 2 * LOOKS) : 0; // by then it is known what lies further off
    return () => clearTimeout(timer);
  }, [ready, p.source, p.legal]);

  useEffect(() => {
    const meant = p.chosen ?? p.coached;
    const timer = ready && meant ? setTimeout(() => show(live.current, meant), LOOKS) : 0;
    return () => clearTimeout(timer);
  }, [ready, p.chosen, p.coached]);

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

/** The whole board in small, with a frame around what is seen; a click goes there. @param {{drawing: Drawing, camera: Camera, view: OverlayProps["view"], look: Look}} p */
function Inset({ drawing, camera, view, look }) {
  const [box, setBox] = useState(camera.box);
  useEffect(() => {
    camera.onMove = setBox;
  }, [camera]);
  const [x, y, w, h] = drawing.data.viewBox;
  if (box[2] > w * 0.9 && box[3] > h * 0.9) return null;
  const go = (/** @type {MouseEvent} */ e) => {
    const size = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
    camera.show([x + ((e.clientX - size.left) / size.width) * w - box[2] / 2, y + ((e.clientY - size.top) / size.height) * h - box[3] / 2, box[2], box[3]]);
  };
  const dots = view.pieces.map((piece) => ({ at: drawing.anchor(piece.place) ?? [], colour: factionOf(look, piece.faction).colour })).filter((d) => d.at.length);
  return html`<div class="inset" aria-hidden="true" onClick=${go}><svg viewBox=${drawing.data.viewBox.join(" ")}>
    <use href="#land" class="inset-land" />
    ${dots.map((d, i) => html`<circle key=${i} cx=${d.at[0]} cy=${d.at[1]} r=${w / 70} fill=${d.colour} />`)}
    <rect class="inset-frame" x=${box[0]} y=${box[1]} width=${box[2]} height=${box[3]} stroke-width=${w / 60} />
  </svg></div>`;
}

/**
 * Put the drawing on the page and listen to it. What changes lies on sheets of its own above the picture, so that an answer
 * never makes the browser draw the whole map again.
 * @param {HTMLElement} stage @param {Drawing} drawing @param {{current: Mounted}} live @param {(place: string | null) => void} hover
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
  camera.linger = (target, point) => {
    const id = placeUnder(target);
    if (id) live.current.p.onLinger(id, point);
  };
  camera.restOn = (target) => live.current.p.onRest(target);
  camera.drop = (target) => live.current.p.onDrop(target);
  const look = () => {
    const first = small(drawing) ? firstScene({ ...live.current, drawing, camera }) : [];
    camera.lookAt(first.length ? windowOn({ ...live.current, drawing, camera }, first, nearness()) : drawing.data.viewBox);
  };
  look();
  camera.draw();
  stage.replaceChildren(svg, glow, top);
  const observer = new ResizeObserver(() => {
    camera.resize();
    look();
  });
  observer.observe(stage);
  stage.addEventListener("pointerover", (e) => {
    const place = placeUnder(/** @type {Element} */ (e.target));
    hover(/** @type {Element} */ (e.target).closest("[data-place]") || live.current.p.ways.has(place ?? "") ? place : null);
  });
  stage.addEventListener("pointerleave", () => hover(null));
  svg.addEventListener("focusin", (e) => {
    const place = placeUnder(/** @type {Element} */ (e.target));
    if (!place || !(/** @type {Element} */ (e.target).matches(":focus-visible"))) return; // a finger or mouse is there already
    for (const id of live.current.p.legal) drawing.shapes.get(id)?.setAttribute("tabindex", id === place ? "0" : "-1");
    if (live.current.p.legal.has(place)) stops.set(drawing, place);
    show(live.current, place);
    hover(live.current.p.ways.has(place) ? place : null);
  });
  svg.addEventListener("keydown", (e) => {
    const id = placeUnder(/** @type {Element} */ (e.target));
    if (!(e.key in AHEAD) && e.key !== "Enter" && e.key !== " ") return;
    if (!id || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    if (e.key in AHEAD) return step(drawing, live.current.p.legal, id, e.key);
    live.current.p.onPlace(id, camera.toScreen(drawing.anchor(id) ?? [0, 0]));
  });
  return { drawing, glow, layer: /** @type {Element} */ (top.firstChild), camera, observer };
}

/** Whether the board is too large, or the screen too small, to be played on as a whole. @param {Drawing} drawing */
const small = (drawing) => PHONE.matches || UPRIGHT.matches || LOW.matches || drawing.data.viewBox[3] > LARGE;
const nearness = () => (PHONE.matches ? 0.42 : UPRIGHT.matches ? 0.84 : 0.6);

/** What those who stand in a place add to its weight: a choice where somebody stands counts twice, and a large army decides between equals. @param {number} pieces */
const crowd = (pieces) => (pieces ? 1 + pieces / 100 : 0);

/** A window about a place that holds as many of the scene as can be seen at once; all of them if they fit. @param {Mounted} live @param {string[]} scene @param {number} least of the board's width */
function windowOn({ camera, drawing, p: { look, view, source } }, scene, least) {
  const [x, y, w, h] = drawing.around(scene, least);
  const { size } = camera;
  const scale = look.scale && PHONE.matches ? look.scale * SMALLER : look.scale;
  const [wide, high] = scale ? [Math.min(w, size.width / scale), Math.min(h, size.height / scale)] : [w, h];
  if (wide >= w && high >= h) return [x, y, w, h];
  const spots = [...new Set(scene)].map((id) => ({ at: drawing.anchor(id), n: scene.filter((other) => other === id).length + crowd(view.pieces.filter((piece) => piece.place === id).length) })).filter((s) => s.at !== null);
  const held = (/** @type {number[]} */ [cx, cy]) => spots.filter(({ at }) => Math.abs(/** @type {number[]} */ (at)[0] - cx) < wide * 0.42 && Math.abs(/** @type {number[]} */ (at)[1] - cy) < high * 0.42);
  const from = source ? drawing.anchor(source) : null; // a march is seen from where it begins
  const aside = (/** @type {number[]} */ [cx, cy]) => from !== null && (Math.abs(from[0] - cx) > wide * 0.42 || Math.abs(from[1] - cy) > high * 0.42);
  const worth = (/** @type {number[]} */ at) => held(at).reduce((n, s) => n + s.n, 0) * (aside(at) ? 0.01 : 1);
  const best = spots.map((s) => /** @type {number[]} */ (s.at)).reduce((a, b) => (worth(b) > worth(a) ? b : a));
  const seen = [...held(best).map((s) => /** @type {number[]} */ (s.at)), ...(from && !aside(best) ? [from] : [])];
  const xs = seen.map((at) => at[0]);
  const ys = seen.map((at) => at[1]);
  const middle = (/** @type {number[]} */ of) => (Math.min(...of) + Math.max(...of)) / 2;
  return [middle(xs) - wide / 2, middle(ys) - high / 2, wide, high];
}

/** What to look at first: the scene of the question, else where most pieces of the player who is asked stand, or of all for those who watch; boxes beside the map only if nothing stands on it. @param {Mounted} live */
function firstScene({ drawing, p: { scene, view, asked } }) {
  const asks = (scene ?? []).filter((id) => drawing.anchor(id)); // what is told may be about cards, or places beside the map
  if (asks.length) return asks;
  const seat = asked && (view.active?.seat || asked);
  const own = view.pieces.filter((piece) => seat && (piece.side ?? view.factions?.[piece.faction]?.seat) === seat);
  const stand = (own.length ? own : view.pieces).map((piece) => piece.place).filter((id) => drawing.anchor(id));
  const onMap = stand.filter((id) => !(id in (drawing.data.boxes ?? {})));
  return onMap.length ? onMap : stand;
}

/** With this many of the choices in sight the view stays where it is; of few choices a quarter is enough. */
const ENOUGH = 3;

/** Whether a place is in sight, neither too near to the edge nor below the small map; what has no place is not missed. @param {Mounted} live @param {string} id */
function inSight({ drawing, camera }, id) {
  const [x, y, w, h] = camera.box;
  const edge = w * 0.04;
  const point = drawing.anchor(id);
  if (!point) return true;
  const inside = point[0] > x + edge && point[0] < x + w - edge && point[1] > y + edge && point[1] < y + h - edge;
  const inset = inside ? camera.stage.parentElement?.querySelector(".inset")?.getBoundingClientRect() : null;
  if (!inset) return inside;
  const frame = camera.frameRect();
  const [left, top] = camera.toScreen(point);
  return left < inset.left - frame.left - BESIDE || top < inset.top - frame.top - BESIDE;
}
/** This many pixels lie between the small map and a place that counts as seen. */
const BESIDE = 24;

/** For a question about no place: look where most of one's own stand, unless some of them are in sight. @param {Mounted} live */
function findOwn(live) {
  const own = firstScene(live);
  if (small(live.drawing) && own.length && !own.some((id) => inSight(live, id))) live.camera.lookAt(windowOn(live, own, nearness()));
}

/** Look where the question is, unless that is in sight already. @param {Mounted} live @param {string[]} all the places it speaks of */
function follow(live, all) {
  const { drawing, camera } = live;
  const scene = all.filter((id) => drawing.anchor(id));
  if (!small(drawing) || !scene.length) return;
  const seen = scene.filter((id) => inSight(live, id));
  if (seen.length < Math.min(ENOUGH, Math.ceil(scene.length / 4)) || PHONE.matches) camera.lookAt(windowOn(live, scene, nearness()));
}

/** This many of the nearest places in reach are shown with a stack that is far from all of them. */
const NEAREST = 3;

/** A fleet on the high sea may see no coast: then look at where it stands and where it may go at once, unless it is being dragged. @param {Mounted} live */
function seeReach(live) {
  const { drawing, camera, p: { source, legal } } = live;
  const from = source ? drawing.anchor(source) : null;
  const reached = [...legal].filter((id) => drawing.anchor(id));
  if (!from || !small(drawing) || camera.carries || !reached.length || reached.some((id) => inSight(live, id))) return;
  const far = (/** @type {string} */ id) => Math.hypot(...(drawing.anchor(id) ?? from).map((v, i) => v - from[i]));
  const nearest = reached.sort((a, b) => far(a) - far(b)).slice(0, NEAREST);
  camera.lookAt(drawing.around([/** @type {string} */ (source), ...nearest], 0));
}

/** Bring a place into sight, with where a march to it begins if both fit. @param {Mounted} live @param {string} place */
function show(live, place) {
  const { drawing, camera, p: { source } } = live;
  const [to, from] = [drawing.anchor(place), source ? drawing.anchor(source) : null];
  const [, , w, h] = camera.box;
  const both = to && from && Math.abs(to[0] - from[0]) < w * 0.84 && Math.abs(to[1] - from[1]) < h * 0.84;
  if (both && small(drawing) && !inSight(live, place)) camera.lookAt([(to[0] + from[0] - w) / 2, (to[1] + from[1] - h) / 2, w, h]);
  else follow(live, [place]);
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
  const piece = /** @type {HTMLElement | null} */ (target.closest("[data-place]"));
  const shape = /** @type {HTMLElement | null} */ (target.closest("[data-id]"));
  return piece?.dataset.place ?? shape?.dataset.id ?? null;
}

/** Let what may be clicked glow. @param {Drawing} drawing @param {SVGSVGElement} glow @param {BoardProps} p */
function mark(drawing, glow, p) {
  /** @type {Element[]} */
  const marks = [];
  const many = drawing.data.grid && p.legal.size > MANY_HEXES;
  if (many) marks.push(outline(drawing, p.legal));
  for (const [id, shape] of drawing.shapes) {
    const legal = p.legal.has(id);
    const state = id === p.forbidden ? "forbidden" : id === p.fight ? "fight" : id === p.chosen ? "chosen" : id === p.source ? "source" : p.further?.has(id) ? "further" : legal && !many ? "legal" : p.about.includes(id) ? "about" : null;
    if (state) marks.push(copyOf(shape, id, state, p.further?.get(id)));
  }
  /** @type {Element} */ (glow.firstChild).replaceChildren(...marks);
  pulse(glow);
}

/** Let what may be clicked be a button with a name. Tab leads to one of them, arrows to the others. @param {Drawing} drawing @param {BoardProps} p */
function offer(drawing, p) {
  const held = drawing.svg.contains(document.activeElement) && document.activeElement !== drawing.svg;
  const stop = tabStop(drawing, p);
  /** @type {Map<string, Piece[]>} */
  const standing = new Map();
  for (const piece of p.view.pieces) if (p.legal.has(piece.place)) standing.set(piece.place, [...(standing.get(piece.place) ?? []), piece]);
  const meaning = new Map((p.tags ?? []).map((tag) => [tag.place, tag.spoken ?? tag.text]));
  for (const [id, shape] of drawing.shapes) {
    const legal = p.legal.has(id);
    if (!legal && !shape.hasAttribute("tabindex")) continue;
    shape.classList.toggle("can", legal);
    const name = legal ? [p.words.name(id), p.words.nearby(id) ? id : "", ...tally(standing.get(id) ?? [], p.look, p.words), meaning.get(id), wayText(p.ways.get(id))].filter(Boolean).join(", ") : "";
    for (const [key, value] of [["tabindex", id === stop ? "0" : "-1"], ["role", "button"], ["aria-label", name]]) {
      if (legal) shape.setAttribute(key, value);
      else shape.removeAttribute(key);
    }
  }
  if (held && !p.legal.has(/** @type {SVGElement} */ (document.activeElement)?.dataset.id ?? "")) (drawing.shapes.get(stop) ?? /** @type {HTMLElement | null} */ (document.querySelector(".side .turn")))?.focus({ preventScroll: true });
}

/** The place that Tab led to last; a march that has gone there goes on from there. @type {WeakMap<Drawing, string>} */
const stops = new WeakMap();

/** The place that Tab leads to: the one it led to before, else the one nearest to where a march begins, or to where it led. @param {Drawing} drawing @param {BoardProps} p */
function tabStop(drawing, { legal, source }) {
  const shapes = [...legal].filter((id) => drawing.shapes.has(id));
  const last = stops.get(drawing) ?? "";
  if (!shapes.length || legal.has(last)) return shapes.length ? last : "";
  const from = drawing.anchor(source ?? last) ?? null;
  const far = (/** @type {string} */ id) => Math.hypot(...(drawing.anchor(id) ?? [0, 0]).map((v, i) => v - (from ?? [0, 0])[i]));
  const stop = from ? shapes.reduce((a, b) => (far(b) < far(a) ? b : a)) : shapes[0];
  stops.set(drawing, stop);
  return stop;
}

/** @type {Record<string, number[]>} */
const AHEAD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** What lies aside counts this much more than what lies ahead. */
const ASIDE = 1.5;

/** From a place that may be pressed to the next one in a direction. @param {Drawing} drawing @param {Set<string>} legal @param {string} id @param {string} key */
function step(drawing, legal, id, key) {
  const [dx, dy] = AHEAD[key];
  const [x, y] = drawing.anchor(id) ?? [0, 0];
  const ahead = [...legal].filter((other) => other !== id && drawing.shapes.has(other)).flatMap((other) => {
    const [ox, oy] = drawing.anchor(other) ?? [x, y];
    const [on, aside] = [(ox - x) * dx + (oy - y) * dy, Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx)];
    return on > 1 ? [{ other, far: on + ASIDE * aside }] : [];
  });
  if (!ahead.length) return;
  drawing.shapes.get(ahead.reduce((a, b) => (b.far < a.far ? b : a)).other)?.focus({ preventScroll: true });
}

/** The running pulse of each glow; to ask the element for it would have the whole map styled at once. @type {WeakMap<Element, Animation>} */
const pulses = new WeakMap();

/** Draw the eye to new marks for a few seconds; a glow that never rested would paint the whole map again sixty times a second. @param {Element} glow */
function pulse(glow) {
  pulses.get(glow)?.cancel();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  pulses.set(glow, glow.animate([{ opacity: 1 }, { opacity: 0.62 }, { opacity: 1 }], { duration: 2600, easing: "ease-in-out", iterations: 2 }));
}

/** The reach as one shape with one edge. @param {Drawing} drawing @param {Set<string>} ids */
function outline(drawing, ids) {
  const grid = /** @type {import("../boards/placement.js").Grid} */ (drawing.data.grid);
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

/** @param {SVGElement} shape @param {string} id @param {string} state @param {string[]} [through] the places one may march through on the way there */
function copyOf(shape, id, state, through) {
  const copy = /** @type {Element} */ (shape.cloneNode(false));
  for (const name of ["data-id", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("class", `mark ${state} ${shape.classList.contains("sea-border") ? "line" : ""}`);
  copy.setAttribute("data-for", id);
  if (through) copy.setAttribute("data-via", through.join(" "));
  return copy;
}
