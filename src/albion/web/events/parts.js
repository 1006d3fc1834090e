/** What the pages of events and players share. */
import { html, useEffect } from "../lib/html.js";
import { followed, navigate } from "../lib/route.js";
import { t } from "../lib/words.js";
import { Shield } from "../table/header.js";

/** A page with a head and a way back. @param {{title: string, failed: string, back?: string, children?: unknown}} p */
export function Room({ title, failed, back = "/", children }) {
  useEffect(() => {
    document.title = `${title} · Albion`;
  }, [title]);
  return html`<main class="lobby account">
    <header class="lobby-head"><${Link} to=${back} kind="ghost on-table-title">← ${t(back === "/" ? "menu.lobby" : "events.title")}<//><${Shield} size=${34} /><h1>${title}</h1></header>
    ${failed ? html`<p class="card notice bad" role="alert">${failed}</p>` : null}${children}</main>`;
}

/** A link within the page. @param {{to: string, button?: boolean, kind?: string, children?: unknown}} p */
export function Link({ to, button = false, kind = "", children }) {
  return html`<a class=${button ? "button" : kind} href=${to} onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate(to))}>${children}</a>`;
}

/** A number with at most two places. @param {number} n */
export const number = (n) => String(Math.round(100 * n) / 100);
