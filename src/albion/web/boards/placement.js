// @ts-check
// Where counters stand. Nothing here knows the page: a board file and the stacks go in, points come out.

/**
 * A place of a board file. `slots` are a counter apart, `large` farther for larger counters, `dense` closer for smaller ones, `overflow` beside it.
 * @typedef {object} Place
 * @property {number[]} anchor
 * @property {number[][]} slots
 * @property {number[][]} [large]
 * @property {number[][]} [dense]
 * @property {number[][]} [overflow]
 * @property {number[][]} [names] boxes its lettering covers: left, top, right, bottom
 */

/**
 * A grid of hexes, each named by two digits of its row (northward) and two of its column (eastward).
 * @typedef {object} Grid
 * @property {number[]} origin centre of row 0, column 0 if that row stood half a hex west
 * @property {number} across from column to column
 * @property {number} up from row to row
 * @property {number[][][]} fan for one, two, ... stacks in a hex: offset x, offset y, size
 * @property {number[][][]} wide the same, larger, where the neighbours leave room
 */

/**
 * @typedef {object} Board
 * @property {number[]} viewBox
 * @property {number} [margin] width of the frame
 * @property {number} counter
 * @property {number} [largeCounter] of the few that stand alone
 * @property {number} pitch
 * @property {number} densePitch
 * @property {Record<string, Place>} places
 * @property {number[][]} [keepClear]
 * @property {Grid} [grid]
 */

/** @typedef {{id: string, place: string, w?: number, h?: number}} Stack `w` and `h` in counters, 1 if not said */
/** @typedef {{x: number, y: number, size: number, leaderLine?: number[]}} Spot centre; leader line: x, y, x, y */

const CELL = 40;
const RINGS = 60;
const SMALLEST = 0.35;
/** How far down or up the stacks of a hex stand to make room for a name. */
const DODGES = [0, 5, -5, 10];

/** Whether two boxes lie over each other. @param {number[]} a @param {number[]} b */
const clash = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** Boxes lying on a table, found again by where they are. */
class Ground {
  /** @param {number[]} viewBox @param {number} margin */
  constructor([x, y, width, height], margin) {
    this.edge = [x + margin, y + margin, x + width - margin, y + height - margin];
    /** @type {Map<string, number[][]>} */
    this.cells = new Map();
  }

  /** @param {number[]} box @param {(cell: number[][]) => boolean} visit @returns {boolean} */
  some(box, visit) {
    for (let i = Math.floor(box[0] / CELL); i <= Math.floor(box[2] / CELL); i++) {
      for (let j = Math.floor(box[1] / CELL); j <= Math.floor(box[3] / CELL); j++) {
        const key = `${i},${j}`;
        const cell = this.cells.get(key) ?? [];
        if (!this.cells.has(key)) this.cells.set(key, cell);
        if (visit(cell)) return true;
      }
    }
    return false;
  }

  /** @param {number[]} box */
  put(box) {
    this.some(box, (cell) => {
      cell.push(box);
      return false;
    });
  }

  /** @param {number[]} box one that was put there */
  take(box) {
    this.some(box, (cell) => {
      cell.splice(cell.indexOf(box), 1);
      return false;
    });
  }

  /** Is a box on the board and clear of all others? @param {number[]} box */
  free(box) {
    const [left, top, right, bottom] = this.edge;
    if (box[0] < left || box[1] < top || box[2] > right || box[3] > bottom) return false;
    return !this.some(box, (cell) =>
      cell.some((b) => clash(box, b)),
    );
  }
}

/** The middle of a hex. @param {Grid} grid @param {string} id @returns {number[]} */
export function hexCentre(grid, id) {
  const row = Number(id.slice(0, 2));
  const column = Number(id.slice(2));
  return [grid.origin[0] + (column + (row % 2) / 2) * grid.across, grid.origin[1] - row * grid.up];
}

/** @param {Board} board @param {string} id @returns {Place} */
function placeOf(board, id) {
  const known = board.places[id];
  if (known) return known;
  if (board.grid && /^\d{4}$/.test(id)) return { anchor: hexCentre(board.grid, id), slots: [] };
  throw new Error(`${id} is no place of this board`);
}

/** A fan in a hex, then the same a little lower or higher. @param {number[][][]} fan @param {Place} home @param {number} n @param {number} scale @returns {number[][][]} */
function fanned(fan, { anchor: [x, y] }, n, scale) {
  const spots = fan[Math.min(n, fan.length) - 1];
  return DODGES.map((down) => spots.map(([a, b, s]) => [x + a * scale, y + (b + down) * scale, s * scale]));
}

/**
 * The layouts a place offers for n stacks, best first; each spot is x, y, size.
 * @param {Board} board @param {Place} home @param {number} n @param {number} size @returns {number[][][]}
 */
function layouts(board, home, n, size) {
  const small = (size * board.densePitch) / board.pitch;
  const wide = home.slots.map(([a, b]) => [a, b, size]);
  const close = (home.dense ?? []).map(([a, b]) => [a, b, small]);
  if (wide.length === 0 && board.grid) {
    return fanned(board.grid.fan, home, n, size / board.counter);
  }
  if (n <= wide.length) return [wide, close];
  return close.length > wide.length ? [close, wide] : [wide, close];
}

/** @param {Stack} stack @param {number[]} spot @returns {number[]} */
function boxOf(stack, [x, y, size]) {
  const w = (size * (stack.w ?? 1)) / 2;
  const h = (size * (stack.h ?? 1)) / 2;
  return [x - w, y - h, x + w, y + h];
}

/**
 * Points on widening rings about an anchor.
 * @param {number[]} anchor @param {number} step @returns {Generator<number[]>}
 */
function* rings([x, y], step) {
  for (let ring = 1; ring <= RINGS; ring++) {
    const count = 6 * ring;
    for (let i = 0; i < count; i++) {
      const turn = (2 * Math.PI * i) / count + Math.PI / 6;
      yield [x + ring * step * Math.cos(turn), y + ring * step * Math.sin(turn)];
    }
  }
}

/**
 * The first free spot beside a place that is full; smaller if there is none at this size.
 * @param {Ground} ground @param {Place} home @param {Stack} stack @param {number} size @returns {number[]}
 */
function beside(ground, home, stack, size) {
  for (let s = size; s > size * SMALLEST; s *= 0.85) {
    for (const [x, y] of home.overflow ?? []) {
      if (ground.free(boxOf(stack, [x, y, s]))) return [x, y, s];
    }
    for (const [x, y] of rings(home.anchor, s * 0.6)) {
      if (ground.free(boxOf(stack, [x, y, s]))) return [x, y, s];
    }
  }
  throw new Error(`there is no room left on the board for ${stack.id}`);
}

/**
 * What is tried for the stacks of a place, best first: before counters shrink, name tags may lie over a name of the map.
 * @param {Board} board @param {Place} home @param {Stack[]} stacks @param {number} size
 * @returns {{spots: number[][], room: (stack: Stack) => Stack}[]}
 */
function tries(board, home, stacks, size) {
  const whole = (/** @type {Stack} */ stack) => stack;
  const bare = (/** @type {Stack} */ { id, place }) => ({ id, place });
  const [first, ...smaller] = layouts(board, home, stacks.length, size);
  const tagged = stacks.some((s) => (s.w ?? 1) > 1 || (s.h ?? 1) > 1);
  return [{ spots: first, room: whole }, ...(tagged ? [{ spots: first, room: bare }] : []), ...smaller.map((spots) => ({ spots, room: whole }))];
}

/**
 * Put the stacks of one place on its own slots; return those that found none.
 * @param {Board} board @param {Ground} ground @param {Stack[]} stacks @param {number} size @param {Map<string, Spot>} result @param {Map<string, number[]>} boxes
 * @returns {Stack[]}
 */
function settle(board, ground, stacks, size, result, boxes) {
  const home = placeOf(board, stacks[0].place);
  /** @type {{spot: number[], box: number[]}[]} */
  let best = [];
  for (const { spots, room } of tries(board, home, stacks, size)) {
    /** @type {{spot: number[], box: number[]}[]} */
    const open = [];
    for (const spot of spots) {
      const stack = stacks[open.length];
      const box = stack && boxOf(room(stack), spot);
      if (box && ground.free(box)) open.push({ spot, box });
    }
    if (open.length > best.length) best = open;
    if (best.length === stacks.length) break;
  }
  best.forEach(({ spot: [x, y, s], box }, i) => {
    result.set(stacks[i].id, { x, y, size: s });
    boxes.set(stacks[i].id, box);
    ground.put(box);
  });
  return stacks.slice(best.length);
}

/** How much counters grow at most, and less, until they fit. */
const GROWTH = [1.28, 1.2, 1.12];

/**
 * The stacks of one place on their larger slots, else larger where they stand, as far as the ground is free.
 * @param {Board} board @param {Ground} ground @param {Stack[]} stacks @param {number} size @param {Map<string, Spot>} result @param {Map<string, number[]>} boxes
 */
function grow(board, ground, stacks, size, result, boxes) {
  const home = placeOf(board, stacks[0].place);
  const { large = [] } = home;
  const big = (size * (board.largeCounter ?? 0)) / board.counter;
  const spots = stacks.map((s) => /** @type {Spot} */ (result.get(s.id)));
  if (board.grid && (home.slots.length > 0 || stacks.length > board.grid.wide.length)) return;
  const tries = board.grid ? fanned(board.grid.wide, home, stacks.length, size / board.counter) : [
    ...(stacks.length <= large.length ? [large.slice(0, stacks.length).map(([x, y]) => [x, y, big])] : []),
    ...GROWTH.map((by) => spots.map(({ x, y, size: s }) => [x, y, Math.min(s * by, big)])),
  ];
  for (const { id } of stacks) ground.take(/** @type {number[]} */ (boxes.get(id)));
  for (const wanted of tries) {
    const made = stacks.map((s, i) => boxOf(s, wanted[i]));
    if (!made.every((box, i) => ground.free(box) && made.slice(0, i).every((b) => !clash(box, b)))) continue;
    stacks.forEach((s, i) => {
      result.set(s.id, { x: wanted[i][0], y: wanted[i][1], size: wanted[i][2] });
      boxes.set(s.id, made[i]);
    });
    break;
  }
  for (const { id } of stacks) ground.put(/** @type {number[]} */ (boxes.get(id)));
}

/**
 * A spot for every stack: in its place if there is room, else near it with a line that leads back.
 * No two spots overlap, none covers a name or leaves the board.
 * @param {Board} board @param {Stack[]} stacks @param {{size?: number}} [options]
 * @returns {Map<string, Spot>}
 */
export function place(board, stacks, { size = board.counter } = {}) {
  const ground = new Ground(board.viewBox, board.margin ?? 0);
  for (const box of board.keepClear ?? []) ground.put(box);
  for (const home of Object.values(board.places)) for (const box of home.names ?? []) ground.put(box);
  /** @type {Map<string, Stack[]>} */
  const groups = new Map();
  for (const stack of stacks) groups.set(stack.place, [...(groups.get(stack.place) ?? []), stack]);
  /** @type {Map<string, Spot>} */
  const result = new Map();
  /** The ground each stack covers. @type {Map<string, number[]>} */
  const boxes = new Map();
  // every place fills its own slots before any overflow may spread
  const left = [...groups.keys()].sort().flatMap((id) => settle(board, ground, groups.get(id) ?? [], size, result, boxes));
  for (const stack of left) {
    const home = placeOf(board, stack.place);
    const [x, y, s] = beside(ground, home, stack, (size * board.densePitch) / board.pitch);
    result.set(stack.id, { x, y, size: s, leaderLine: [x, y, home.anchor[0], home.anchor[1]] });
    ground.put(boxOf(stack, [x, y, s]));
  }
  // those that stand alone may be larger once all the others have their room
  const full = new Set(left.map((stack) => stack.place));
  if (board.largeCounter || board.grid) for (const [id, stacks] of [...groups].sort()) if (!full.has(id)) grow(board, ground, stacks, size, result, boxes);
  return result;
}
