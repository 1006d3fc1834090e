/** Choosing the language of the interface. */
import { html } from "./html.js";
import { change, settings } from "./settings.js";
import { LANGUAGES, t } from "./words.js";

export function LanguageChoice() {
  const choose = (/** @type {Event} */ e) => {
    change({ language: /** @type {HTMLSelectElement} */ (e.currentTarget).value });
    location.reload(); // every sentence on the page is said again
  };
  return html`<select class="input language" data-do="language" aria-label=${t("language.choose")} value=${settings.language} onChange=${choose}>
    ${Object.entries(LANGUAGES).map(([id, name]) => html`<option key=${id} value=${id} lang=${id} selected=${settings.language === id}>${name}</option>`)}
  </select>`;
}
