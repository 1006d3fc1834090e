/** The bar along the top: the game, who plays, the round, and the buttons for everything else. */
/** @import { Table, View } from "../lib/shapes.js" */
/** @import { MatchSession } from "../lib/match.js" */
/** @import { GameTable } from "../lib/catalogue.js" */
import { query } from "../lib/api.js";
import { html } from "../lib/html.js";
import { later } from "../lib/later.js";
import { navigate } from "../lib/route.js";
import { change, theme } from "../lib/settings.js";
import { t } from "../lib/words.js";
import { VariantMark } from "../lab/variants.js";
import { TimeLeft } from "../club/clock.js";

const Menu = later("Menu");

/** "Round 7 of 16", or "Turn 2 of 4 · 1067" where the game calls it so. @param {{number: number, of: number, name?: string}} round @param {import("../look/look.js").Look} look */
function roundText({ number, of, name }, look) {
  const turns = look.history?.round === "turn";
  return [t(turns ? "round.turn" : "round.now", { n: number, of }), turns && /^\d/.test(name ?? "") ? name : ""].filter(Boolean).join(" · ");
}

/** @param {{session: MatchSession, game: GameTable, table: Table, view: View, look: import("../look/look.js").Look, replay: import("./replaying.js").Replaying, telling: import("./telling.js").Telling,
 *   open: string | null, setOpen: (open: string | null) => void, tell: (text: string, bad?: boolean) => void}} p */
export function Header({ session, game, table, view, look, replay, telling, open, setOpen, tell }) {
  const toggle = (/** @type {string} */ id) => () => setOpen(open === id ? null : id);
  const home = (/** @type {Event} */ e) => {
    e.preventDefault();
    navigate("/");
  };
  const since = () => {
    replay.live();
    if (!telling.since()) tell(t("replay.nothing"));
  };
  const named = table.title && table.title !== game.title;
  const kind = table.origin === "import" ? t("imported") : table.origin === "fork" ? t("sandbox") : named ? "" : t(`pace.${table.pace}`);
  return html`<header class="bar">
    <div class="bar-start"><a class="brand" href="/" onClick=${home} title=${t("menu.lobby")}><${Shield} /><h1>${game.title}</h1></a>
    <span class="brand-note">${[named ? table.title : "", kind].filter(Boolean).join(" · ")}</span><${VariantMark} of=${table} /></div>
    <div class="bar-end">
      ${view?.round?.of ? html`<span class="round-now">${roundText(view.round, look)}</span>` : null}
      ${table.seats.some((s) => s.invite) ? html`<button class="button" data-do="invite" onClick=${toggle("seats")}>${t("invite")}</button>` : null}
      ${table.status === "over" && table.origin !== "fork" ? html`<a class="button primary" data-do="review" href=${`/review/${session.id}${query({ watch: session.watch })}`}>${t("review.title")}</a>` : null}
      <button class="icon-button theme-button" aria-label=${theme() === "dark" ? t("menu.light") : t("menu.dark")} title=${t("menu.theme")} onClick=${() => change({ theme: theme() === "dark" ? "light" : "dark" })}>◐</button>
      <button class="icon-button" data-do="rules" aria-label=${t("rules.title")} title=${t("rules.title")} aria-expanded=${open === "rules" ? "true" : "false"} onClick=${toggle("rules")}>§</button>
      <button class="icon-button" data-do="menu" aria-label=${t("menu.title")} title=${t("menu.title")} aria-expanded=${open === "menu" ? "true" : "false"} onClick=${toggle("menu")}>≡</button>
    </div>
    ${open === "menu" ? html`<${Menu} session=${session} at=${replay.at} open=${setOpen} onClose=${() => setOpen(null)} tell=${tell} onSince=${since} />` : null}
  </header>`;
}

export function Shield({ size = 26 }) {
  return html`<svg width=${size} height=${size * 1.08} viewBox="-12 -13 24 26" aria-hidden="true"><path d="M-10-9Q0-13 10-9Q10.5 3 0 12Q-10.5 3-10-9Z" fill="#263f82" stroke="#d7a53a" stroke-width="2" /><path d="M0-10V9M-9-2H9" stroke="#f3dfa6" stroke-width="2" /></svg>`;
}

/** The seats along the top, with their points. @param {{table: Table, view: View, swatch: (seat: string) => string}} p */
export function Players({ table, view, swatch }) {
  const alone = table.seats.filter((s) => s.you).length === 1;
  return html`<ul class="players" aria-label=${t("players")}>
    ${table.seats.map((s) => html`<li key=${s.seat} class=${`player ${s.online || s.kind === "bot" ? "" : "away"} ${s.you ? "yours" : ""} ${table.turn?.seat === s.seat ? "turn" : ""}`}>
      <span class="swatch" style=${swatch(s.seat)}></span><span class="player-name">${s.you && alone ? t("you.short") : s.kind === "human" && !s.you ? (s.player ?? s.name) : s.name}</span>
      ${view.scores?.[s.seat] !== undefined ? html`<b>${view.scores[s.seat]}</b>` : null}
      <${TimeLeft} table=${table} seat=${s} />
      ${s.kind === "human" ? null : html`<em>${t(s.kind === "bot" ? "seat.bot.short" : "seat.open.short")}</em>`}
      <span class="visually-hidden">${s.name}${table.turn?.seat === s.seat ? `, ${t("turn.now")}` : ""}</span>
    </li>`)}
  </ul>`;
}
