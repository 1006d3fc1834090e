/** Parts of the page that few visits need: fetched together when the first of them is shown. */
import { file } from "./api.js";
import { html, useEffect, useState } from "./html.js";
import { t } from "./words.js";

/** @typedef {typeof import("../later.js")} Parts */

/** @type {Parts | null} */
let parts = null;

/** Fetched first, so that a busy server is asked again: a browser imports from what it has just fetched. */
const load = () => file("later.js", (answer) => answer.text()).then(() => import("../later.js"));

/** A part as a component; until it is there, a page says that it is loading, anything else shows nothing. @param {keyof Parts} name @param {boolean} [page] */
export const later = (name, page = false) => (/** @type {Record<string, unknown>} */ props) => {
  const [failed, setFailed] = useState(false);
  const [, show] = useState(parts);
  useEffect(() => {
    if (!parts) load().then((all) => show((parts = all)), () => setFailed(true));
  }, []);
  if (parts) return html`<${parts[name]} ...${props} />`;
  if (failed) return html`<div class="banner" role="alert">${t("later.failed")} <button class="button" onClick=${() => location.reload()}>${t("later.reload")}</button></div>`;
  return page ? html`<main class="lobby"><p class="card" role="status">${t("loading")}</p></main>` : null;
};
