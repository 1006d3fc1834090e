/** A board as drawn: its picture, its places, and where things stand on it. */
import { hexCentre, place } from "../boards/placement.js";

export class Drawing {
  /** @param {SVGSVGElement} svg @param {any} data */
  constructor(svg, data) {
    this.svg = svg;
    this.data = data;
    /** @type {Map<string, SVGElement>} */
    this.shapes = new Map();
    for (const shape of svg.querySelectorAll("[data-id]")) this.shapes.set(/** @type {any} */ (shape).dataset.id, /** @type {any} */ (shape));
  }

  /** @param {string} board */
  static async load(board) {
    const file = (/** @type {string} */ end) => fetch(new URL(`../boards/${board}.${end}`, import.meta.url));
    const [picture, data] = await Promise.all([file("svg").then((r) => r.text()), file("json").then((r) => r.json())]);
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml");
    return new Drawing(/** @type {any} */ (document.importNode(parsed.documentElement, true)), data);
  }

  /** @param {any} id */
  knows(id) {
    return typeof id === "string" && (id in this.data.places || this.shapes.has(id) || this.isHex(id));
  }

  /** @param {string} id */
  isHex(id) {
    return Boolean(this.data.grid) && /^\d{4}$/.test(id);
  }

  /** @param {string} id @returns {number[] | null} */
  anchor(id) {
    const known = this.data.places[id] ?? this.data.boxes?.[id];
    if (known) return known.anchor;
    if (this.data.seaBorders?.[id]) return this.data.seaBorders[id].point;
    return this.isHex(id) ? hexCentre(this.data.grid, id) : null;
  }

  /** The places an action's noun speaks of; of a composite noun the last, where it leads. @param {any} noun @returns {string | null} */
  placeOf(noun) {
    if (this.knows(noun)) return noun;
    if (typeof noun !== "string") return null;
    const parts = noun.split(/[/+:.]/).filter((part) => this.knows(part));
    return parts.length ? parts[parts.length - 1] : null;
  }

  /** Pieces as stacks with a spot each. @param {any[]} pieces */
  arrange(pieces) {
    const stacks = stacked(pieces.filter((p) => p.place in this.data.places || this.isHex(p.place)));
    const spots = place(this.data, stacks);
    const scale = 1 / this.data.counter;
    return stacks.map((stack) => {
      const spot = /** @type {any} */ (spots.get(stack.id));
      return { ...stack, ...spot, scale: spot.size * scale };
    });
  }

  /** The box around some places, with room to breathe. @param {string[]} ids */
  around(ids) {
    const points = ids.map((id) => this.anchor(id)).filter((p) => p !== null);
    const [, , width, height] = this.data.viewBox;
    if (!points.length) return this.data.viewBox;
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const margin = width * 0.09;
    const w = Math.max(Math.max(...xs) - Math.min(...xs) + 2 * margin, width * 0.42);
    const h = Math.max(Math.max(...ys) - Math.min(...ys) + 2 * margin, height * 0.36);
    return [(Math.max(...xs) + Math.min(...xs) - w) / 2, (Math.max(...ys) + Math.min(...ys) - h) / 2, w, h];
  }
}

/** Like pieces of one place together. @param {any[]} pieces */
function stacked(pieces) {
  /** @type {Map<string, any>} */
  const stacks = new Map();
  for (const piece of pieces) {
    const id = [piece.place, piece.faction, piece.kind, piece.name ?? "", piece.state ?? "", piece.strength ?? "", piece.id ?? ""].join("|");
    const known = stacks.get(id);
    if (known) known.count += piece.count ?? 1;
    else stacks.set(id, { id, place: piece.place, piece, count: piece.count ?? 1, h: piece.name ? 1.36 : 1, w: piece.name ? 1.2 : 1 });
  }
  return [...stacks.values()];
}
