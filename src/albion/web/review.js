/** The review of a match: from the server it came from, or from the file that holds it. */
import english from "./words/later/en.json" with { type: "json" };
import { messageOf } from "./lib/errors.js";
import { html, render } from "./lib/html.js";
import { settings, showTheme } from "./lib/settings.js";
import { addWords, loadWords, t } from "./lib/words.js";
import { gather } from "./review/source.js";
import { ReviewPage } from "./review/page.js";

showTheme();
await loadWords(settings.language);
await addWords(english);
const app = /** @type {Element} */ (document.getElementById("app"));
render(html`<p class="card notice review-failed" role="status">${t("review.loading")}</p>`, app);
const source = await gather().catch((/** @type {unknown} */ failed) => ({ failed: messageOf(failed) }));
if ("failed" in source) render(html`<p class="card notice bad review-failed" role="alert">${source.failed}</p>`, app);
else render(html`<${ReviewPage} ...${source} />`, app);
