/** A dialog over the page: named, closed by Escape, by its button or by a press beside it. */
import { html, useEffect, useRef } from "../lib/html.js";
import { t } from "../lib/words.js";

/** @param {{title: string, onClose: () => void, children?: unknown}} p */
export function Dialog({ title, onClose, children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    if (box.current && !box.current.open) box.current.showModal();
  }, []);
  return html`<dialog class="dialog" ref=${box} aria-label=${title} onClose=${onClose} onClick=${(/** @type {Event} */ e) => e.target === box.current && onClose()}>
    <h2>${title}</h2>${children}
    <div class="row"><button class="button" onClick=${onClose}>${t("close")}</button></div>
  </dialog>`;
}
