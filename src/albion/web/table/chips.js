/** Clause chips: small buttons that open the rules where they say so. */
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";

/** @param {{cite: string[], onClause: (ref: string) => void}} p */
export function Chips({ cite, onClause }) {
  return html`${cite.map((ref) => html`<button key=${ref} class="chip" title=${t("rules.open", { ref })} onClick=${() => onClause(ref)}>${ref.split(" ").slice(1).join(" ") || ref}</button>`)}`;
}

/** @param {{clauses: {ref: string, text: string}[], onClause: (ref: string) => void}} p */
export function ClauseTexts({ clauses, onClause }) {
  return html`${clauses.slice(0, 3).map((c) => html`<blockquote key=${c.ref}>${c.text}</blockquote>`)}
    <p><${Chips} cite=${clauses.map((c) => c.ref)} onClause=${onClause} /></p>`;
}
