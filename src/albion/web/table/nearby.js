/** Names for places that have none: how far from the nearest named one, and in which direction. */
/** @import { Drawing } from "./drawing.js" */
import { t } from "../lib/words.js";

/** Places worth naming others by, most telling first. */
const KINDS = ["town", "oppidum", "post", "settlement"];
const COMPASS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
/** A lesser place names its surroundings only if it is so much nearer, in hexes. */
const PREFERENCE = 1.2;

/** @param {Drawing} drawing @returns {(id: string) => string | null} */
export function nearbyNames(drawing) {
  const { grid, places } = drawing.data;
  if (!grid) return () => null;
  const landmarks = Object.entries(places).filter(([, p]) => KINDS.includes(p.kind)).map(([, p]) => ({ name: p.name, at: p.anchor, rank: KINDS.indexOf(p.kind) }));
  /** @type {Map<string, string | null>} */
  const known = new Map();
  /** The middle of a hexside, "2117/2118". @param {string} id */
  const side = (id) => {
    const hexes = id.split("/").map((hex) => (drawing.hexes.has(hex) ? drawing.anchor(hex) : null));
    const [a, b] = hexes;
    return hexes.length === 2 && a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : null;
  };
  return (id) => {
    if (!known.has(id)) known.set(id, id.includes("/") ? describe(side(id), landmarks, grid.across, "crossing") : drawing.hexes.has(id) && !(id in places) ? describe(drawing.anchor(id), landmarks, grid.across, "nearby") : null);
    return known.get(id) ?? null;
  };
}

/** @param {number[] | null} point @param {{name: string, at: number[], rank: number}[]} landmarks @param {number} across @param {"nearby" | "crossing"} what */
function describe(point, landmarks, across, what) {
  if (!point || !landmarks.length) return null;
  const far = (/** @type {{at: number[], rank: number}} */ l) => Math.hypot(point[0] - l.at[0], point[1] - l.at[1]) / across;
  const { name, at } = landmarks.reduce((best, l) => (far(l) + l.rank * PREFERENCE * 0.5 < far(best) + best.rank * PREFERENCE * 0.5 ? l : best));
  const turn = Math.atan2(at[1] - point[1], point[0] - at[0]);
  const direction = t(`compass.${COMPASS[(Math.round(turn / (Math.PI / 4)) + 8) % 8]}`);
  const n = Math.max(1, Math.round(far({ at, rank: 0 })));
  return t(`${what}.${n === 1 ? "next" : "far"}`, { n: t(`number.${n}`) === `number.${n}` ? n : t(`number.${n}`), direction, name });
}
