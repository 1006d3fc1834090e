/** Several answers by one gesture: press one, go on to the others with the button held, rest on each, let go. */
import { useEffect, useRef } from "../lib/html.js";

/** Milliseconds after which the pointer counts as resting on an answer. */
const REST = 140;

/** @param {(plan: string[]) => unknown} send */
export function useSweep(send) {
  const latest = useRef(send);
  latest.current = send;
  const held = useRef(/** @type {Sweep | null} */ (null));
  useEffect(() => () => held.current?.end(), []);
  return (/** @type {PointerEvent} */ e) => {
    const first = answerAt(e);
    if (e.pointerType !== "mouse" || e.button > 0 || !first) return;
    held.current?.end();
    held.current = new Sweep(first, (plan) => latest.current(plan));
  };
}

/** The answer under the pointer that may be one of several. @param {PointerEvent} e @returns {HTMLElement | null} */
const answerAt = (e) => document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-sweep]") ?? null;

/** One gesture, from the press to letting go. */
class Sweep {
  /** @param {HTMLElement} first @param {(plan: string[]) => unknown} send */
  constructor(first, send) {
    /** The answers chosen, in their order. @type {HTMLElement[]} */
    this.chosen = [first];
    /** What the pointer is over. @type {HTMLElement | null} */
    this.over = first;
    this.resting = 0;
    this.stop = new AbortController();
    const on = (/** @type {"pointermove" | "pointercancel" | "pointerup"} */ kind, /** @type {(e: PointerEvent) => void} */ act) => addEventListener(kind, act, { signal: this.stop.signal });
    on("pointermove", (e) => this.move(answerAt(e)));
    on("pointercancel", () => this.end());
    on("pointerup", () => {
      if (this.over) this.choose(this.over);
      const plan = this.chosen.flatMap((button) => (button.dataset.sweep ?? "").split(", "));
      const several = this.chosen.length > 1;
      this.end();
      if (several) send(plan);
    });
  }

  /** @param {HTMLElement | null} button */
  move(button) {
    if (button === this.over) return;
    clearTimeout(this.resting);
    this.over = button;
    if (button) this.resting = window.setTimeout(() => this.choose(button), REST);
  }

  /** @param {HTMLElement} button */
  choose(button) {
    if (this.chosen.at(-1) === button) return;
    this.chosen.push(button);
    for (const one of this.chosen) one.toggleAttribute("data-swept", true);
  }

  end() {
    clearTimeout(this.resting);
    for (const one of this.chosen) one.removeAttribute("data-swept");
    this.stop.abort();
  }
}
