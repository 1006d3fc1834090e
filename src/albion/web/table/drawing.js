/** A board as drawn: its picture, its places, and where things stand on it. */
/** @import { Piece } from "../lib/shapes" */
import { hexCentre, place } from "../boards/placement.js";
import { file } from "../lib/api.js";

/**
 * A board's file: what its counters need, and what the page tells of its places; what only one board has is `any`, because it is read only where that board is drawn.
 * @typedef {import("../boards/placement.js").Board & {places: Record<string, import("../boards/placement.js").Place & {name: string, kind: string, neighbours?: string[]}>,
 *   hexes?: string[], boxes?: Record<string, number[]>, [own: string]: any}} BoardData
 */

/** Pictures as text, data as objects: `any`, because `fileOf` is told what each file is. @type {Map<string, Promise<any>>} */
const kept = new Map();

/** A file of a board, fetched once. @param {string} name @template T @param {(answer: Response) => Promise<T>} read @returns {Promise<T>} */
function fileOf(name, read) {
  const fetched = kept.get(name) ?? file(`boards/${name}`, read);
  kept.set(name, fetched);
  fetched.catch(() => kept.delete(name));
  return fetched;
}

/** A board's picture as text. @param {string} board @returns {Promise<string>} */
export const boardPicture = (board) => fileOf(`${board}.svg`, (answer) => answer.text());

/** A board's picture and what is known of its places. @param {string} board @returns {Promise<[string, BoardData]>} */
export const boardFiles = (board) => Promise.all([boardPicture(board), fileOf(`${board}.json`, (answer) => answer.json())]);

/** @param {string} picture @returns {SVGSVGElement} */
export function drawn(picture) {
  const sheet = document.createElement("template");
  sheet.innerHTML = picture.slice(picture.indexOf("<svg"));
  return /** @type {SVGSVGElement} */ (document.adoptNode(/** @type {Node} */ (sheet.content.firstChild)));
}

/**
 * Like pieces of one place, and where they stand; `leaderLine` leads back to a place that is full.
 * @typedef {{id: string, place: string, piece: Piece, pieces: Piece[], count: number, w: number, h: number}} PieceStack
 * @typedef {PieceStack & {x: number, y: number, size: number, scale: number, leaderLine?: number[]}} PlacedStack
 */

export class Drawing {
  /** @param {SVGSVGElement} svg @param {BoardData} data */
  constructor(svg, data) {
    this.svg = svg;
    this.data = data;
    this.hexes = new Set(data.hexes ?? []);
    const boxes = new Set(Object.values(data.boxes ?? {}).map(String));
    /** The board to put counters on: boxes beside the map are there to be filled. */
    this.ground = { ...data, keepClear: (data.keepClear ?? []).filter((/** @type {number[]} */ box) => !boxes.has(String(box))) };
    /** Where the names of places are written. @type {import("./beside.js").Box[]} */
    this.names = Object.values(data.places).flatMap((p) => p.names ?? []).map(([x, y, right, low]) => ({ x, y, w: right - x, h: low - y }));
    /** @type {Map<string, SVGElement>} */
    this.shapes = new Map();
    for (const shape of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-id]"))) this.shapes.set(shape.dataset.id ?? "", shape);
  }

  /** @param {string} board @param {boolean} [apart] with ids of its own, so that several boards can stand on one page; patterns (`map-…`) are alike on all */
  static async load(board, apart = false) {
    const [whole, data] = await boardFiles(board);
    const picture = apart ? whole.replace(/(\sid="|href="#|url\(#)(?!map-)/g, `$1${board}-`) : whole;
    return new Drawing(drawn(picture), data);
  }

  /** A place as the drawing names it; hexes are numbers in actions and four digits on the board. @param {unknown} noun @returns {string} */
  id(noun) {
    return typeof noun === "number" ? String(noun).padStart(4, "0") : String(noun);
  }

  /** @param {unknown} noun */
  knows(noun) {
    const id = this.id(noun);
    if (typeof noun === "number") return this.hexes.has(id);
    return id in this.data.places || this.shapes.has(id) || this.hexes.has(id);
  }

  /** @param {unknown} noun @returns {number[] | null} */
  anchor(noun) {
    const id = this.id(noun);
    const { places, boxes, seaBorders, grid } = this.data;
    if (places[id]) return places[id].anchor;
    if (boxes?.[id]) return [(boxes[id][0] + boxes[id][2]) / 2, (boxes[id][1] + boxes[id][3]) / 2];
    if (seaBorders?.[id]) return seaBorders[id].point;
    return grid && this.hexes.has(id) ? hexCentre(grid, id) : null;
  }

  /** Whether a point lies on land beside a place, not in it. @param {string} place @param {number} x @param {number} y */
  besides(place, x, y) {
    const { places } = this.data;
    const point = new DOMPoint(x, y);
    return (places[place]?.neighbours ?? []).some((id) => places[id]?.kind === "area" && /** @type {SVGGeometryElement | undefined} */ (this.shapes.get(id))?.isPointInFill(point));
  }

  /** The places an action's noun speaks of; of a composite noun the last, where it leads. @param {unknown} noun @returns {string | null} */
  placeOf(noun) {
    if (this.knows(noun)) return this.id(noun);
    if (typeof noun !== "string") return null;
    const parts = noun.split(/[/+:.]/).filter((part) => this.knows(part));
    return parts.length ? parts[parts.length - 1] : null;
  }

  /** Pieces as stacks with a spot each. @param {Piece[]} pieces @param {(piece: Piece) => string} [alike] @returns {PlacedStack[]} */
  arrange(pieces, alike = sameKind) {
    const stacks = stacked(pieces, alike);
    const onMap = stacks.filter((s) => s.place in this.data.places || this.hexes.has(s.place));
    const spots = place(this.ground, onMap);
    return onMap.map((stack) => {
      const spot = /** @type {import("../boards/placement.js").Spot} */ (spots.get(stack.id));
      return { ...stack, ...spot, scale: spot.size / COUNTER };
    });
  }

  /** The box around some places, with room to breathe. @param {string[]} ids @param {number} [least] of the board's width */
  around(ids, least = 0.42) {
    const points = ids.map((id) => this.anchor(id)).filter((p) => p !== null);
    const [, , width] = this.data.viewBox;
    if (!points.length) return this.data.viewBox;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const margin = width * 0.09;
    const w = Math.max(Math.max(...xs) - Math.min(...xs) + 2 * margin, width * least);
    const h = Math.max(Math.max(...ys) - Math.min(...ys) + 2 * margin, width * least * 0.86);
    return [(Math.max(...xs) + Math.min(...xs) - w) / 2, (Math.max(...ys) + Math.min(...ys) - h) / 2, w, h];
  }
}

const COUNTER = 23;

/** @param {Piece} piece */
function sameKind(piece) {
  return [piece.faction, piece.kind, piece.name ?? "", stateOf(piece), piece.strength ?? ""].join("|");
}

/** A piece's states as one text. @param {Piece} piece @returns {string} */
export const stateOf = (piece) => (Array.isArray(piece.state) ? piece.state.join(" ") : (piece.state ?? ""));

/** Like pieces of one place together. @param {Piece[]} pieces @param {(piece: Piece) => string} alike @returns {PieceStack[]} */
function stacked(pieces, alike) {
  /** @type {Map<string, PieceStack>} */
  const stacks = new Map();
  for (const piece of pieces) {
    const id = `${piece.place}|${alike(piece)}`;
    const known = stacks.get(id);
    if (known) {
      known.count += piece.count ?? 1;
      known.pieces.push(piece);
    } else stacks.set(id, { id, place: piece.place, piece, pieces: [piece], count: piece.count ?? 1, ...room(piece) });
  }
  return [...stacks.values()];
}

/** Room a stack needs, in counters: a leader's name tag is wide. @param {Piece} piece */
const room = (piece) => (piece.name ? { w: 1.25, h: 1.36 } : { w: 1, h: 1 });
