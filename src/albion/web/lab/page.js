/** The laboratory: the runs whose reports this server shows. */
import { messageOf } from "../lib/errors.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { followed, navigate } from "../lib/route.js";
import { t } from "../lib/words.js";

export function LabPage() {
  const [runs, setRuns] = useState(/** @type {import("../lib/shapes.js").LabRun[] | null} */ (null));
  const [failed, setFailed] = useState("");
  useEffect(() => {
    api.get("/lab/runs").then((told) => setRuns(told.runs), (refusal) => setFailed(messageOf(refusal)));
  }, []);
  const rows = runs?.map((run) => html`<tr key=${run.name}><th scope="row"><a href=${`/lab/${encodeURIComponent(run.name)}`}>${run.name}</a></th><td>${run.games}</td><td>${run.arms.join(", ")}</td><td><time datetime=${run.changed}>${new Date(run.changed).toLocaleString()}</time></td></tr>`);
  return html`<main class="lobby"><section class="card"><h1>${t("lab.title")}</h1>
    ${failed ? html`<p role="alert">${failed}</p>` : null}
    ${runs === null && !failed ? html`<p role="status">${t("loading")}</p>` : null}
    ${rows?.length === 0 ? html`<p>${t("lab.none")}</p>` : null}
    ${rows?.length ? html`<table class="study"><thead><tr><th>${t("lab.run")}</th><th>${t("lab.games")}</th><th>${t("lab.arms")}</th><th>${t("lab.changed")}</th></tr></thead><tbody>${rows}</tbody></table>` : null}
    <p><a href="/" onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate("/"))}>${t("menu.lobby")}</a></p></section></main>`;
}
