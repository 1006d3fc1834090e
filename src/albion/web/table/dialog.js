/** A dialog over the page: named, closed by Escape, by its button or by a press beside it. */
import { html, useEffect, useRef } from "../lib/html.js";
import { t } from "../lib/words.js";

/** A question that is answered before something is done that cannot be undone. @param {{title: string, text: string, onYes: () => unknown, onClose: () => void}} p */
export function Sure({ title, text, onYes, onClose }) {
  const yes = html`<button class="button primary" data-do="sure" onClick=${() => { onClose(); onYes(); }}>${title}</button>`;
  return html`<${Dialog} title=${title} action=${yes} close=${t("cancel")} onClose=${onClose}><p>${text}</p><//>`;
}

/** @param {{title: string, action?: unknown, close?: string, onClose: () => void, children?: unknown}} p `action`: a button beside its own; `close`: what that says */
export function Dialog({ title, action = null, close = t("close"), onClose, children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    if (box.current && !box.current.open) box.current.showModal();
  }, []);
  return html`<dialog class="dialog" ref=${box} aria-label=${title} onClose=${onClose} onClick=${(/** @type {Event} */ e) => e.target === box.current && onClose()}>
    <h2>${title}</h2>${children}
    <div class="row">${action}<button class="button" onClick=${onClose}>${close}</button></div>
  </dialog>`;
}
