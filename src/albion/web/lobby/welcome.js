/** The first visit: what this is, three ways in, and the games. */
/** @import { Game } from "../lib/catalogue" */
import { originals } from "../lab/variants.js";
import { html, useEffect, useRef } from "../lib/html.js";
import { followed, navigate } from "../lib/route.js";
import { t } from "../lib/words.js";
import { lookOf } from "../look/boards.js";
import { FactionDefs, Token } from "../look/counters.js";
import { boardPicture, drawn } from "../table/drawing.js";
import { duration } from "./setup.js";

const SHIELD = "M1 1H11V6Q11 11 6 13Q1 11 1 6Z";
const ICONS = {
  learn: "M12 6C9 4 5 4 2 5V19C5 18 9 18 12 20C15 18 19 18 22 19V5C19 4 15 4 12 6ZM12 6V20",
  now: "M19 4L8 15M6 13L11 18M7 17L4 20M19 4L15 5L8.500 11.500",
  friends: "M8 11A3.500 3.500 0 1 0 8 4A3.500 3.500 0 1 0 8 11ZM2 20C2 15 5 13.500 8 13.500S14 15 14 20M16 11A3 3 0 1 0 15 5M17 13.500C20 14 22 16 22 20",
};

/** The strip of Britain in the hero, of which cards show other parts. */
const SHEET = "hero-sheet";
/** Which part of it the card of a game shows: left, top, width, height. @type {Record<string, string>} */
const PARTS = { "redux-core": "440 630 260 104", "redux-leaders": "236 590 260 104", "britannia-2005": "330 730 260 104" };

/** Boards that are too large for the lobby, of which pictures stand below each other in one file. */
const PICTURED = ["boudicca", "domesday"];

/** The part of its board that the card of a game shows. @param {{game: Game}} p */
function Part({ game: { id, board, variant } }) {
  const row = PICTURED.indexOf(board);
  if (row >= 0) return html`<div class="part picture" style=${`background-image:url(${new URL("../boards/cards.webp", import.meta.url).href});background-position:0 ${row * 100}%`}></div>`;
  return PARTS[id] && !variant ? html`<svg class="part" viewBox=${PARTS[id]} preserveAspectRatio="xMidYMid slice"><use href=${`#${SHEET}`} /></svg>` : null;
}

/** The south of Britain, without the rest of its board. */
function Hero() {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    boardPicture("strip").then((picture) => {
      const svg = drawn(picture);
      const [x, y, w, h] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
      const strip = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      strip.setAttribute("viewBox", [x, y, w, h].join(" "));
      strip.setAttribute("preserveAspectRatio", "xMaxYMid slice");
      for (const [name, value] of Object.entries({ id: SHEET, x, y, width: w, height: h })) svg.setAttribute(name, String(value));
      strip.append(svg);
      frame.current?.replaceChildren(strip);
    }, () => {}); // asked for again and again in vain: the lobby does without
  }, []);
  return html`<div class="hero-map" aria-hidden="true" ref=${frame}></div>`;
}

/** @param {{games: Game[], learn: () => void, now: () => void, friends: () => void, choose: (id: string) => void}} p */
export function Welcome({ games, learn, now, friends, choose }) {
  const way = (/** @type {"learn" | "now" | "friends"} */ id, /** @type {() => void} */ act) => html`<button class="card way" data-do=${`way-${id}`} onClick=${act}>
    <svg width="44" height="44" viewBox="-10 -10 44 44" aria-hidden="true"><circle cx="12" cy="12" r="21" fill="url(#gilt)" stroke="#7d5312" /><path d=${ICONS[id]} fill="none" stroke="#3b2508" stroke-width="1.800" stroke-linejoin="round" stroke-linecap="round" /></svg>
    <span><b>${t(`lobby.way.${id}`)}</b><small>${t(`lobby.way.${id}-note`)}</small></span><span class=${`button ${id === "learn" ? "primary" : ""}`}>${t(`lobby.way.${id}-go`)}</span></button>`;
  return html`<section class="hero card"><${Hero} /><div class="hero-text"><h2>${t("lobby.hero")}</h2><p>${t("lobby.hero-text")}</p></div></section>
    <div class="ways">${way("learn", learn)}${way("now", now)}${way("friends", friends)}</div>
    <${Games} games=${games} choose=${choose} />`;
}

/** What there is to play; without the hero the cards bring the strip they show parts of. @param {{games: Game[], choose: (id: string) => void, alone?: boolean}} p */
export function Games({ games, choose, alone = false }) {
  const tokens = emblems(originals(games));
  return html`${alone ? html`<div class="strip-only"><${Hero} /></div>` : null}<header class="lobby-line"><h2>${t("lobby.games")}</h2><span>${t("lobby.games-note")}</span></header>
    <div class="game-cards">${originals(games).map((g, i) => html`<${GameCard} key=${g.id} game=${g} tokens=${tokens[i]} first=${i === 0} choose=${choose} />`)}</div>`;
}

const TOKENS = 5;

/** Emblems for every game's card; each faction stands on one card only, for boards give the same people other colours. @param {Game[]} games */
function emblems(games) {
  const taken = new Set();
  return games.map(({ board }) => {
    const { factions } = lookOf(board);
    const own = Object.keys(factions).filter((id) => factions[id].emblem && !taken.has(id)).slice(0, TOKENS);
    own.forEach((id) => taken.add(id));
    return own;
  });
}

/** To a game's overview and its lesson. @param {{id: string, children?: unknown}} p */
export const LearnLink = ({ id, children }) => html`<a class="ghost" data-learn=${id} href=${`/learn/${id}`} onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate(`/learn/${id}`))}>${children}</a>`;

/** A game in a few facts. @param {{game: Game, tokens: string[], first: boolean, choose: (id: string) => void}} p */
function GameCard({ game, tokens, first, choose }) {
  const { about, board } = game;
  const look = lookOf(board);
  return html`<article class="card game-card" aria-label=${game.title}>
    <div class=${`vignette ${board}`} aria-hidden="true"><${Part} game=${game} /><${FactionDefs} look=${look} ids=${tokens} />${tokens.map((id) => html`<${Token} key=${id} look=${look} id=${id} size=${30} />`)}</div>
    ${first ? html`<span class="ribbon-note">${t("lobby.best-first")}</span>` : null}
    <h3>${game.title}</h3><p class="about">${about?.line ?? ""}</p>
    ${about ? html`<dl><dt>${t("lobby.fact.time")}</dt><dd>${t("lobby.about", { text: duration(about.minutes) })}</dd><dt>${t("lobby.fact.players")}</dt><dd>${about.players}</dd><dt>${t("lobby.fact.weight")}</dt><dd><span role="img" aria-label=${t("lobby.weight", { n: about.weight })}>${[1, 2, 3, 4, 5].map((n) => html`<svg key=${n} width="12" height="14" viewBox="0 0 12 14" aria-hidden="true"><path d=${SHIELD} fill=${n <= about.weight ? "currentColor" : "none"} stroke="currentColor" /></svg>`)}</span></dd></dl>` : null}
    <p class="game-go"><button class="button" onClick=${() => choose(game.id)}>${t("lobby.play")}</button><${LearnLink} id=${game.id}>${t("lobby.learn")}<//><a class="ghost" href=${`/rules/${game.id}`} onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate(`/rules/${game.id}`))}>${t("lobby.the-rules")}</a></p>
  </article>`;
}
