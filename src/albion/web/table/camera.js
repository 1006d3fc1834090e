/** Pan, zoom and pinch: the window of the board that is seen, kept in board units. */

const CLOSEST = 0.16;
const DRAG = 5;
const REST = 160;
/** A board of no more pixels is drawn whole, so that moving over it needs no drawing; of a larger one so much beyond each edge of what is seen, in windows. */
const WHOLE = 2 ** 24;
const ROOM = 1;
/** With less than this left beyond an edge the map is drawn again once it rests. */
const SCANT = 0.25;
/** Milliseconds after which a dragged stack counts as resting over a place. */
const LINGER = 140;

/** This near to the map's edge, in pixels, what is carried pulls the map along, this many pixels a frame. */
const EDGE = 34;
const PULL = 9;

export class Camera {
  /**
   * The sheets are drawn larger than the window, so that another part of the board is shown by shifting them. While the size
   * changes the stage is only scaled; when it rests the sheets are drawn again at that size.
   * @param {HTMLElement} stage @param {SVGSVGElement[]} sheets drawn over each other on the stage
   * @param {number[]} home the board's whole view box @param {(place: Element) => void} tap
   */
  constructor(stage, sheets, home, tap) {
    this.stage = stage;
    this.sheets = sheets;
    this.home = home;
    this.tap = tap;
    this.box = [...home];
    /** What the sheets show, and how many pixels wide they are. */
    this.drawn = [...home];
    this.width = 0;
    /** What of it is seen. */
    this.shown = [...home];
    this.rest = 0;
    /** Told what is seen. @type {(box: number[]) => void} */
    this.onMove = () => {};
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.travel = 0;
    this.frame = 0;
    /** Whether what is under the finger is taken along instead of the map. @type {(target: Element) => boolean} */
    this.grip = () => false;
    /** Told once it is taken along. */
    this.carry = () => {};
    this.carries = false;
    /** Told what it rests over, and where. @type {(target: Element, point: number[]) => void} */
    this.linger = () => {};
    /** Told what it rests on beside the board. @type {(target: Element) => void} */
    this.restOn = () => {};
    /** Told what it is let go on beside the board. @type {(target: Element) => void} */
    this.drop = () => {};
    this.lingering = 0;
    /** Which way the map is pulled along, and the frame in which it will be. */
    this.pull = [0, 0];
    this.pulling = 0;
    /** Where it rested last: what opens under the pointer there is not what it is let go on. @type {{x: number, y: number} | null} */
    this.rested = null;
    /** Of the window, in pixels. */
    this.size = { width: 1, height: 1 };
    this.resize();
    this.listen();
  }

  listen() {
    const stop = new AbortController();
    const on = (/** @type {string} */ kind, /** @type {(e: any) => void} `any`, because each kind of event has a type of its own */ act, target = /** @type {EventTarget} */ (this.stage)) =>
      target.addEventListener(kind, act, { signal: stop.signal, passive: false });
    on("pointerdown", (/** @type {PointerEvent} */ e) => this.down(e));
    on("pointermove", (/** @type {PointerEvent} */ e) => this.move(e), window);
    on("pointerup", (/** @type {PointerEvent} */ e) => this.up(e), window);
    on("pointercancel", (/** @type {PointerEvent} */ e) => this.fingers.delete(e.pointerId), window);
    on("wheel", (/** @type {WheelEvent} */ e) => this.wheel(e));
    this.stop = () => stop.abort();
  }

  /** @param {PointerEvent} e */
  down(e) {
    if (e.button > 0) return;
    if (this.fingers.size === 0) this.travel = 0;
    this.rested = null;
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    this.carries = this.fingers.size === 1 && this.grip(/** @type {Element} */ (e.target));
  }

  /** @param {PointerEvent} e */
  move(e) {
    const old = this.fingers.get(e.pointerId);
    if (!old) return;
    const before = this.spread();
    const still = this.travel < DRAG;
    this.travel += Math.hypot(e.clientX - old.x, e.clientY - old.y);
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    const after = this.spread();
    if (this.travel < DRAG) return;
    e.preventDefault();
    if (this.carries && this.fingers.size === 1) {
      if (still) this.carry();
      clearTimeout(this.lingering);
      if (!this.atEdge(e)) this.lingering = window.setTimeout(() => this.restAt(e), LINGER);
      return;
    }
    if (this.fingers.size > 1 && before.size > 0) this.zoom(before.size / after.size, after.x, after.y);
    const scale = this.scale();
    this.show([this.box[0] - (after.x - before.x) * scale, this.box[1] - (after.y - before.y) * scale, this.box[2], this.box[3]]);
  }

  /** Whether what is carried is at the edge of the map, which then follows, so that any place can be reached by one drag. @param {PointerEvent} e */
  atEdge(e) {
    const { left, right, top, bottom } = this.frameRect();
    const beyond = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) => (at < low || at > high ? 0 : at < low + EDGE ? -1 : at > high - EDGE ? 1 : 0);
    const inside = this.under(e, () => {}); // not on a card over it
    const towards = inside ? [beyond(e.clientX, left, right), beyond(e.clientY, top, bottom)] : [0, 0];
    this.pull = towards.map((way, i) => ((way < 0 && this.box[i] > this.home[i] + 1) || (way > 0 && this.box[i] + this.box[i + 2] < this.home[i] + this.home[i + 2] - 1) ? way : 0));
    const pulls = this.pull.some(Boolean);
    if (pulls && !this.pulling) this.pulling = requestAnimationFrame(() => this.drawAlong());
    return pulls;
  }

  /** One frame of the map following what is carried. */
  drawAlong() {
    this.pulling = 0;
    if (!this.carries || this.fingers.size !== 1 || !this.pull.some(Boolean)) return;
    const step = PULL * this.scale();
    this.show([this.box[0] + this.pull[0] * step, this.box[1] + this.pull[1] * step, this.box[2], this.box[3]]);
    this.pulling = requestAnimationFrame(() => this.drawAlong());
  }

  /** @param {PointerEvent} e */
  up(e) {
    this.pull = [0, 0];
    const had = this.fingers.delete(e.pointerId);
    if (!had || this.fingers.size > 0 || (this.travel >= DRAG && !this.carries)) return;
    clearTimeout(this.lingering);
    const moved = !this.rested || Math.hypot(e.clientX - this.rested.x, e.clientY - this.rested.y) >= DRAG;
    if (!this.under(e, this.tap) && this.carries) this.drop(moved ? (document.elementFromPoint(e.clientX, e.clientY) ?? this.stage) : this.stage);
  }

  /** @param {PointerEvent} e */
  restAt(e) {
    const { left, top } = this.frameRect();
    if (this.under(e, (target) => this.linger(target, [e.clientX - left, e.clientY - top]))) this.rested = { x: e.clientX, y: e.clientY };
    else if (this.rested && Math.hypot(e.clientX - this.rested.x, e.clientY - this.rested.y) >= DRAG) this.restOn(document.elementFromPoint(e.clientX, e.clientY) ?? this.stage);
  }

  /** Tell what lies under the pointer, if it is the board; whether it is. @param {PointerEvent} e @param {(target: Element) => void} tell */
  under(e, tell) {
    const target = document.elementFromPoint(e.clientX, e.clientY);
    const board = target !== null && this.stage.contains(target);
    if (board) tell(target);
    return board;
  }

  /** Where the window lies on the screen; to ask has the page laid out at once. */
  frameRect() {
    return /** @type {HTMLElement} */ (this.stage.parentElement).getBoundingClientRect();
  }

  /** The window has another size now. */
  resize() {
    const { width, height } = this.frameRect();
    this.size = { width, height };
  }

  /** Middle of the fingers and how far they are apart. */
  spread() {
    const points = [...this.fingers.values()];
    const x = points.reduce((sum, p) => sum + p.x, 0) / points.length;
    const y = points.reduce((sum, p) => sum + p.y, 0) / points.length;
    return { x, y, size: points.length > 1 ? Math.hypot(points[0].x - points[1].x, points[0].y - points[1].y) : 0 };
  }

  /** @param {WheelEvent} e */
  wheel(e) {
    e.preventDefault();
    this.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.004), e.clientX, e.clientY);
  }

  /** Board units a screen pixel covers. */
  scale() {
    const size = this.size;
    return Math.max(this.box[2] / size.width, this.box[3] / size.height);
  }

  /** @param {number} factor @param {number} [clientX] @param {number} [clientY] */
  zoom(factor, clientX, clientY) {
    const size = this.frameRect();
    const whole = this.fit(this.home);
    const width = Math.min(whole[2], Math.max(this.home[2] * CLOSEST, this.box[2] * factor));
    const real = width / this.box[2];
    const part = [((clientX ?? size.left + size.width / 2) - size.left) / size.width, ((clientY ?? size.top + size.height / 2) - size.top) / size.height];
    const [x, y, w, h] = this.box;
    this.show([x + w * part[0] * (1 - real), y + h * part[1] * (1 - real), w * real, h * real]);
  }

  /** The smallest window of the screen's shape around a box. @param {number[]} around */
  fit([x, y, w, h]) {
    const size = this.size;
    const shape = size.height ? size.width / size.height : 1;
    const width = Math.max(w, h * shape);
    const height = width / shape;
    return [x + (w - width) / 2, y + (h - height) / 2, width, height];
  }

  /** Go there in one step. @param {number[]} around */
  lookAt(around) {
    this.show(this.fit(around), () => (this.isDrawn() ? this.shift() : this.draw()));
  }

  whole() {
    this.lookAt(this.home);
  }

  /** Show a window of the board; nothing beyond its edge unless the whole of it is smaller than the screen. @param {number[]} box @param {() => void} move */
  show(box, move = () => this.shift()) {
    const whole = this.fit(this.home);
    const w = Math.min(box[2], whole[2]);
    const h = Math.min(box[3], whole[3]);
    const within = (/** @type {number} */ v, /** @type {number} */ size, /** @type {number} */ low, /** @type {number} */ all) =>
      size >= all ? low - (size - all) / 2 : Math.max(low, Math.min(v, low + all - size));
    this.box = [within(box[0], w, this.home[0], this.home[2]), within(box[1], h, this.home[1], this.home[3]), w, h];
    cancelAnimationFrame(this.frame);
    if (this.rest || !same(this.box, this.shown) || !this.isDrawn()) this.frame = requestAnimationFrame(move);
  }

  /** Whether the sheets hold what is to be seen, at its size. @param {number} [room] with so much around it, in windows */
  isDrawn(room = 0) {
    const wanted = this.around(room);
    const near = NEAR * this.box[2];
    const held = [0, 1].every((i) => wanted[i] > this.drawn[i] - near && wanted[i] + wanted[i + 2] < this.drawn[i] + this.drawn[i + 2] + near);
    return held && Math.abs((this.drawn[2] * this.size.width) / this.box[2] - this.width) < 1;
  }

  /** What is seen with some more around it, as far as there is board. @param {number} room in windows */
  around(room) {
    const [x, y, w, h] = this.box;
    const [left, top, wide, high] = this.home;
    const [low, up] = [Math.min(x, Math.max(left, x - w * room)), Math.min(y, Math.max(top, y - h * room))];
    const [right, down] = [Math.max(x + w, Math.min(left + wide, x + w + w * room)), Math.max(y + h, Math.min(top + high, y + h + h * room))];
    return [low, up, right - low, down - up];
  }

  /** Follow at once by moving what is drawn; draw once it rests, where that is not enough. */
  shift() {
    const { width, height } = this.size;
    if (Math.abs(this.box[2] / this.box[3] - width / height) > 0.01) return this.draw();
    const pixels = width / this.box[2];
    const scale = (this.drawn[2] * pixels) / this.width;
    this.shown = [...this.box];
    this.stage.style.transform = moved((this.drawn[0] - this.box[0]) * pixels, (this.drawn[1] - this.box[1]) * pixels, Math.abs(scale - 1) < NEAR ? 1 : scale);
    clearTimeout(this.rest);
    this.rest = this.isDrawn(SCANT) ? 0 : window.setTimeout(() => this.draw(), REST);
    this.onMove(this.box);
    return undefined;
  }

  /** Draw what is seen and what lies around it. */
  draw() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.rest = 0;
    const pixels = this.size.width / this.box[2];
    this.drawn = this.around(this.home[2] * this.home[3] * (pixels * devicePixelRatio) ** 2 > WHOLE ? ROOM : Infinity);
    this.shown = [...this.box];
    this.width = this.drawn[2] * pixels;
    this.stage.style.transform = moved((this.drawn[0] - this.box[0]) * pixels, (this.drawn[1] - this.box[1]) * pixels, 1);
    this.onMove(this.box);
    for (const sheet of this.sheets) {
      sheet.setAttribute("viewBox", this.drawn.map((v) => v.toFixed(2)).join(" "));
      sheet.setAttribute("width", this.width.toFixed(2));
      sheet.setAttribute("height", (this.drawn[3] * pixels).toFixed(2));
    }
  }

  /** Where a point of the board is on the screen, relative to the drawing. @param {number[]} point */
  toScreen([x, y]) {
    const size = this.size;
    return [((x - this.box[0]) / this.box[2]) * size.width, ((y - this.box[1]) / this.box[3]) * size.height];
  }
}

/** What cannot be seen to differ. */
const NEAR = 0.001;

/** Shifted by whole pixels, so that what was drawn stays sharp. @param {number} left @param {number} top @param {number} scale */
const moved = (left, top, scale) => (scale === 1 ? `translate(${Math.round(left)}px,${Math.round(top)}px)` : `translate(${left}px,${top}px) scale(${scale})`);

/** Whether two windows are one to the eye. @param {number[]} a @param {number[]} b */
const same = (a, b) => a.every((v, i) => Math.abs(v - b[i]) < 0.01);
