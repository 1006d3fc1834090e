/** The review of a match: result, points, turning points, luck, sources, chronicle; on a phone a tab each. */
/** @import { Drawing } from "../table/drawing.js" */
import { html, useEffect, useMemo, useState } from "../lib/html.js";
import { change, theme, watchSettings } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { lookOf } from "../look/boards.js";
import { FactionDefs } from "../look/counters.js";
import { Shield } from "../table/header.js";
import { nearbyNames } from "../table/nearby.js";
import { Deeds } from "./deeds.js";
import { BoardSheet, Cut } from "./board.js";
import { PointsChart } from "./chart.js";
import { Facts } from "./facts.js";
import { Chronicle, LuckLedger, Moments, SourcesTable } from "./parts.js";
import { ResultCard, SeatCard } from "./result.js";

const TABS = ["result", "points", "moments", "luck", "story"];

/** @param {{review: import("../lib/review").Review, drawing: Drawing, match: {id: string, watch: string | null} | null}} p */
export function ReviewPage({ review, drawing, match }) {
  const look = lookOf(review.board);
  const facts = useMemo(() => new Facts(review, look, nearbyNames(drawing)), [review]);
  const [tab, setTab] = useState("result");
  const [marked, mark] = useState(-1);
  const [, again] = useState(0);
  useEffect(() => watchSettings(() => again((n) => n + 1)), []);
  useEffect(() => {
    document.title = t("review.page", { title: review.title });
  }, []);
  const open = (/** @type {number} */ n) => (match ? `/match/${match.id}?${match.watch ? `watch=${encodeURIComponent(match.watch)}&` : ""}at=${n}` : null);
  return html`<div class="review" data-show=${tab}>
    <${FactionDefs} look=${look} ids=${[...Object.keys(review.factions), "nobody"]} />
    <${BoardSheet} drawing=${drawing} />
    <header class="review-bar"><a class="brand" href=${match ? "/" : "#app"}><${Shield} size=${30} /><span>${review.title}</span></a>
      <span class="brand-note">${t(review.over ? "review.title" : "review.title-running")}${review.imported ? ` · ${t("imported")}` : ""}</span>
      ${match ? html`<nav aria-label=${t("review.title")}><span class="pill on" aria-current="page">${t("review.title")}</span><a class="pill" href=${open(review.moves)?.replace(/[?&]at=\d+$/, "")}>${t("review.to-board")}</a></nav>` : null}
      <button class="icon-button" aria-label=${theme() === "dark" ? t("menu.light") : t("menu.dark")} onClick=${() => change({ theme: theme() === "dark" ? "light" : "dark" })}>◐</button></header>
    <main>
      <div class="review-head"><${ResultCard} facts=${facts} board=${html`<${Cut} facts=${facts} drawing=${drawing} pieces=${review.pieces} tall />`} />
        ${review.players.map((p) => html`<${SeatCard} key=${p.seat} facts=${facts} p=${p} />`)}</div>
      <${Deeds} facts=${facts} match=${match} marked=${marked} />
      <section class="card points-card" data-tab="points" aria-labelledby="points-title"><header><h2 id="points-title">${facts.say("review.points")}</h2><span class="small">${t(match ? "review.points-note" : "review.points-note-file")}</span></header>
        <${PointsChart} facts=${facts} open=${open} marked=${marked} mark=${mark} /></section>
      <${Moments} facts=${facts} drawing=${drawing} open=${open} />
      <div class="review-pair"><${LuckLedger} facts=${facts} open=${open} /><${SourcesTable} facts=${facts} /></div>
      <${Chronicle} facts=${facts} open=${open} />
      <footer>${review.seed ? html`<span>${t("review.seed", { seed: review.seed })}</span>` : null}<span>${t("review.version", { game: review.game, n: review.version })}</span>${review.imported ? html`<span>${t("imported")}</span>` : null}</footer>
    </main>
    <nav class="review-tabs" aria-label=${t("review.parts")}>${TABS.map((id) => html`<button key=${id} class=${id === tab ? "on" : ""} aria-pressed=${id === tab ? "true" : "false"} onClick=${() => { setTab(id); scrollTo(0, 0); }}>${t(`review.tab.${id}`)}</button>`)}</nav>
  </div>`;
}
