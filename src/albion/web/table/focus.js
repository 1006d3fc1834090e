/** The keyboard's focus: where a button goes away with its question, it comes to rest on the options instead of nowhere. */
import { useEffect } from "../lib/html.js";

/** What a keyboard came to last in the game's own part of the page; a pointer has no use for it. @type {HTMLElement | null} */
let last = null;
/** Whether it chose on the map, where a card may have opened since. */
let onMap = false;
addEventListener("focusin", (e) => {
  const to = /** @type {HTMLElement} */ (e.target);
  last = to.matches(":focus-visible") && to.closest(".side, .map-box") ? to : null;
  if (!to.closest(".move-card")) onMap = Boolean(to.closest(".board"));
});
addEventListener("pointerdown", () => (last = null), true);

/** The place of the map that Tab leads to. */
export const PLACE = ".board [data-id][tabindex='0']";

/** Keep the focus while questions change; `busy`: an answer is on its way, and buttons cannot have it. @param {boolean} busy */
export function useKeptFocus(busy) {
  useEffect(() => {
    if (busy || !last || document.activeElement !== document.body) return;
    const place = onMap ? document.querySelector(PLACE) : null;
    const there = place ?? (last.isConnected && !last.matches(":disabled") ? last : document.querySelector(".side .turn"));
    /** @type {HTMLElement | SVGElement | null} */ (there)?.focus({ preventScroll: true });
  });
}
