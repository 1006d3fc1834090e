/** The keyboard's focus: where a button goes away with its question, it comes to rest on the options instead of nowhere. */
import { useEffect } from "../lib/html.js";

/** What a keyboard came to last in the game's own part of the page; a pointer has no use for it. @type {HTMLElement | null} */
let last = null;
addEventListener("focusin", (e) => {
  const to = /** @type {HTMLElement} */ (e.target);
  last = to.matches(":focus-visible") && to.closest(".side, .map-box") ? to : null;
});
addEventListener("pointerdown", () => (last = null), true);

/** Keep the focus while questions change; `busy`: an answer is on its way, and buttons cannot have it. @param {boolean} busy */
export function useKeptFocus(busy) {
  useEffect(() => {
    if (busy || !last || document.activeElement !== document.body) return;
    const there = last.isConnected && !last.matches(":disabled") ? last : /** @type {HTMLElement | null} */ (document.querySelector(".side .turn"));
    there?.focus({ preventScroll: true });
  });
}
