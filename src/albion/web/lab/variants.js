/** Variants of a game: chosen when a table is set up, marked wherever a match is named. */
/** @import { Game } from "../lib/catalogue" */
import { field } from "../lib/forms.js";
import { html } from "../lib/html.js";
import { t } from "../lib/words.js";

/** The games themselves. @param {Game[]} games */
export const originals = (games) => games.filter((g) => !g.variant);

/** The game a variant changes; any other is its own. @param {Game} game */
export const originalId = (game) => game.variant?.game ?? game.id;

/** Which variant of the game is played, if there are any. @param {{games: Game[], game: Game, pick: (id: string) => void}} p */
export function VariantChoice({ games, game, pick }) {
  const offered = games.filter((g) => g.variant?.game === originalId(game));
  if (!offered.length) return null;
  return html`<label class="option-row"><div><b>${t("variant.title")}</b><small>${t(game.variant ? "variant.note" : "variant.none-note")}</small></div>
    <select class="input" name="variant" value=${game.id} onChange=${(/** @type {Event} */ e) => pick(field(e).value)}><option value=${originalId(game)}>${t("variant.none")}</option>
      ${offered.map((g) => html`<option key=${g.id} value=${g.id}>${g.variant?.title}</option>`)}</select></label>`;
}

/** A match's variant, unless it is played as printed. @param {{of: {variant: string | null}}} p */
export function VariantMark({ of }) {
  return of.variant ? html`<em class="variant-mark">${t("variant.mark", { title: of.variant })}</em>` : null;
}
