/** Where a card or a tag stands on the map: near its place, over as little as possible of what one still needs to see. */

/** @typedef {{x: number, y: number, w: number, h: number}} Box its upper left corner and its size */

/** How much of two boxes lies over each other. @param {Box} a @param {Box} b */
const shared = (a, b) => Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** How much of some boxes a box covers. @param {Box} box @param {Box[]} some */
export const covered = (box, some) => some.reduce((sum, b) => sum + shared(box, b), 0);

/** The first of the spots that covers least. @param {Box[]} spots @param {(spot: Box) => number} cost @returns {Box} */
const cheapest = (spots, cost) => spots.map((spot) => ({ spot, cost: cost(spot) })).reduce((a, b) => (b.cost < a.cost ? b : a)).spot;

/** Those of some boxes that any of the spots could cover. @param {Box[]} some @param {Box[]} spots */
function nearby(some, spots) {
  const [x, y] = [Math.min(...spots.map((s) => s.x)), Math.min(...spots.map((s) => s.y))];
  const all = { x, y, w: Math.max(...spots.map((s) => s.x + s.w)) - x, h: Math.max(...spots.map((s) => s.y + s.h)) - y };
  return some.filter((b) => shared(all, b) > 0);
}

/** Room around a place on the screen: its counters, and half a name. */
const AROUND = 30;

/**
 * Style of a card beside a point, inside the map; never over that point, and over no other that is needed, nor over a tag, if that can be.
 * @param {number[]} point @param {{w: number, h: number}} size @param {(number[] | null)[]} [needed] where it came from @param {number[][]} [wanted] other choices @param {number[][]} [stood] where somebody stands
 */
export function besidePoint([x, y], { w, h }, needed = [], wanted = [], stood = []) {
  const box = document.querySelector(".map-box");
  const map = box?.getBoundingClientRect() ?? new DOMRect(0, 0, 999, 700);
  /** What other places in reach mean. @type {Box[]} */
  const tags = [...(box?.querySelectorAll(".tag rect") ?? [])].map((e) => e.getBoundingClientRect()).map((r) => ({ x: r.x - map.x, y: r.y - map.y, w: r.width, h: r.height }));
  const within = (/** @type {number} */ left, /** @type {number} */ top) => ({ x: Math.max(8, Math.min(left, map.width - w - 8)), y: Math.max(8, Math.min(top, map.height - h - 8)), w, h });
  const ways = [-1, -0.75, -0.5, -0.25, 0];
  const spots = [
    ...ways.flatMap((part) => [within(x + 46, y + part * h), within(x - w - 46, y + part * h)]),
    ...ways.flatMap((part) => [within(x + part * w, y - h - 40), within(x + part * w, y + 40)]),
    ...[8, map.width].flatMap((left) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => within(left, (part / 8) * (map.height - h)))),
  ];
  const around = (/** @type {number[]} */ [px, py]) => ({ x: px - AROUND, y: py - AROUND, w: 2 * AROUND, h: 2 * AROUND });
  const far = (/** @type {Box} */ s) => Math.hypot(s.x + w / 2 - x, s.y + h / 2 - y);
  const musts = [[x, y], ...needed.filter((p) => p !== null)].map(around);
  const covered = (/** @type {Box} */ s, /** @type {number[][]} */ points) => points.map(around).reduce((n, b) => n + shared(s, b), 0);
  const best = cheapest(spots, (s) => musts.reduce((n, b) => n + 8 * shared(s, b), 0) + 4 * covered(s, wanted) + covered(s, stood) + 4 * tags.reduce((n, b) => n + shared(s, b), 0) + 9 * far(s));
  return `left:${Math.round(best.x)}px;top:${Math.round(best.y)}px`;
}

/** What a tag may cover rather than stand one unit farther from its place. */
const FAR = 10;
/** What it may cover rather than stand in the next place, as if it spoke of that. */
const ASTRAY = 500;

/** How much more it counts that two tags lie over each other: both of them want to be read. */
const CROWDED = 5;
/** So often the tags of a place are placed: after the first time those that came later are known. */
const ROUNDS = 2;

/** @typedef {{x: number, y: number, size: number}} Standing the middle of a counter and how large it is */

/** A counter with the number at its corner. @param {Standing} s @returns {Box} */
const counterBox = (s) => ({ x: s.x - s.size / 2 - 2, y: s.y - s.size / 2 - 2, w: s.size + 6, h: s.size + 6 });

/** The middle of a sign beside some stacks, above them if nothing is in the way. @param {Standing[]} own @param {number} reach of the sign @param {Standing[]} stacks all that stand on the map @param {Box[]} names */
export function signSpot(own, reach, stacks, names) {
  const [xs, ys] = [own.map((s) => s.x), own.map((s) => s.y)];
  const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y, off] = [xs.reduce((a, b) => a + b, 0) / own.length, (top + low) / 2, reach + 10];
  const spots = [[x, top - off], [x, low + off], [right + off + 2, y], [left - off - 2, y], [x, y]].map(([a, b]) => ({ x: a - reach, y: b - reach, w: 2 * reach, h: 2 * reach }));
  const found = cheapest(spots, (s) => covered(s, stacks.map(counterBox)) + covered(s, names));
  return [found.x + reach, found.y + reach];
}

/** The nearest box that does not leave the board. @param {Box} box @param {number[]} view the board's @returns {Box} */
const onBoard = ({ x, y, w, h }, [left, top, width, height]) => ({ x: Math.max(left + 4, Math.min(x, left + width - w - 4)), y: Math.max(top + 4, Math.min(y, top + height - h - 4)), w, h });

/**
 * Spots for the names of leaders, close to their counters: below if that covers nothing, otherwise wherever it covers least.
 * @template {Standing & {id: string}} T
 * @param {T[]} stacks all that stand on the map @param {(stack: T) => {w: number, h: number} | null} size of the name, if it has one @param {number[]} view the board's box @param {Box[]} names where names of places are written @param {Box[]} marks other signs on the map
 * @returns {Map<string, Box>}
 */
export function ribbonSpots(stacks, size, view, names, marks) {
  const taken = [...stacks.map((s) => ({ x: s.x - s.size / 2, y: s.y - s.size / 2, w: s.size, h: s.size })), ...marks]; // close below its neighbours is near enough
  /** @type {Map<string, Box>} */
  const spots = new Map();
  for (const stack of stacks) {
    const named = size(stack);
    if (!named) continue;
    const { w, h } = named;
    const half = stack.size / 2;
    const [below, above] = [stack.y + half + 1, stack.y - half - h - 1];
    const ways = [stack.x - w / 2, stack.x - half, stack.x + half - w];
    const tries = [...ways.map((x) => [x, below]), ...ways.map((x) => [x, above]), ...[-h / 2, half - h, -half, half - 1, 1 - half - h].flatMap((down) => [[stack.x + half + 4, stack.y + down], [stack.x - half - w - 3, stack.y + down]])];
    const inside = tries.map(([x, y]) => onBoard({ x, y, w, h }, view));
    const [others, written] = [nearby([...taken, ...spots.values()], inside), nearby(names, inside)];
    spots.set(stack.id, cheapest(inside, (s) => covered(s, others) + covered(s, written) / 2));
  }
  return spots;
}

/**
 * Spots for tags, one after the other: above, beside or below what stands in their place, over no counter and no other tag if that can be.
 * @param {{place: string, at: number[], w: number, h: number}[]} tags @param {{place: string, x: number, y: number, size: number}[]} stacks @param {number[]} view the board's box @param {Box[]} [names] where names are written, which are rather covered than counters @param {Iterable<Box>} [ribbons] of leaders @param {(place: string, x: number, y: number) => boolean} [astray] whether a point lies in a place beside that one
 * @returns {Map<string, Box>}
 */
export function tagSpots(tags, stacks, view, names = [], ribbons = [], astray = () => false) {
  const taken = stacks.map((s) => ({ place: s.place, ...counterBox(s) }));
  /** @type {Map<string, Box>} */
  const spots = new Map();
  for (const { place, at, w, h } of Array.from({ length: ROUNDS }, () => tags).flat()) {
    spots.delete(place);
    const own = taken.filter((b) => b.place === place);
    const box = own.length ? { l: Math.min(...own.map((b) => b.x)), r: Math.max(...own.map((b) => b.x + b.w)), t: Math.min(...own.map((b) => b.y)), b: Math.max(...own.map((b) => b.y + b.h)) } : { l: at[0], r: at[0], t: at[1] - 4, b: at[1] + 4 };
    const [cx, cy] = [(box.l + box.r) / 2, (box.t + box.b) / 2];
    const tries = [[cx - w / 2, box.t - h - 1], [cx - w / 2, box.b + 1], [box.r + 2, cy - h / 2], [box.l - w - 2, cy - h / 2], [box.r - 6, box.t - h], [box.l - w + 6, box.t - h], [box.r - 6, box.b], [box.l - w + 6, box.b]];
    const aside = [1.5, 1, 0.5, 0, -0.5, -1, -1.5].flatMap((right) => [0.6, 1.2, 1.8, 2.4].flatMap((up) => [[cx - w / 2 + right * w, box.t - (1 + up) * h], [cx - w / 2 + right * w, box.b + up * h]]));
    const inside = [...tries, ...aside].map(([x, y]) => onBoard({ x, y, w, h }, view));
    const [others, said, written] = [[...taken, ...ribbons], [...spots.values()], names].map((some) => nearby(some, inside));
    const far = (/** @type {Box} */ s) => Math.hypot(Math.max(box.l - s.x - w, s.x - box.r, 0), Math.max(box.t - s.y - h, s.y - box.b, 0));
    const elsewhere = (/** @type {Box} */ s) => (astray(place, s.x + w / 2, s.y + h / 2) ? ASTRAY : 0);
    spots.set(place, cheapest(inside, (s) => covered(s, others) + CROWDED * covered(s, said) + covered(s, written) / 4 + FAR * far(s) + elsewhere(s)));
  }
  return spots;
}
