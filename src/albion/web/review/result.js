/** The head of the review: who won and how, and a card for each seat. */
/** @import { Player, Review } from "../lib/review" */
/** @import { Facts } from "./facts.js" */
import { html } from "../lib/html.js";
import { minus } from "../lib/figures.js";
import { t } from "../lib/words.js";
import { Token, hatched } from "../look/counters.js";
import { factionOf } from "../look/look.js";

const CROWN = "M2 24L0 4L11 13L20 0L29 13L40 4L38 24ZM2 27H38V31H2Z";
/** A lead of so much of the winner's points is a close one, or a runaway. */
const CLOSE = 0.05;
const FAR = 0.2;

/** Whether the winner had been ahead of everybody before a round. @param {Player[]} players @param {number} round */
const ledBefore = ([winner, ...others], round) => winner.by_round.slice(0, round - 1).some((points, i) => others.every((o) => points > o.by_round[i]));

/** How it was won, in one sentence. @param {Facts} facts @param {NonNullable<Review["result"]>} result */
export function howWon(facts, result) {
  const { rounds, players } = facts.review;
  const points = players[0].points || 1;
  const late = result.leading_since >= (rounds.at(-1)?.number ?? 0);
  if (late && result.most_behind) return facts.say(ledBefore(players, result.behind_in) ? "review.how.again" : "review.how.late", { n: result.most_behind, round: result.behind_in });
  const before = result.behind_in < result.leading_since;
  if (before && result.most_behind > points * FAR) return facts.say("review.how.comeback", { n: result.most_behind, round: result.behind_in, since: result.leading_since });
  if (result.margin > points * FAR) return facts.say("review.how.runaway", { since: result.leading_since });
  if (result.margin <= points * CLOSE) return facts.say("review.how.close", { since: result.leading_since });
  return facts.say("review.how.lead", { since: result.leading_since });
}

/** @param {{facts: Facts, board: unknown}} p */
export function ResultCard({ facts, board }) {
  const { review } = facts;
  const won = review.result;
  const shared = (won?.winners.length ?? 0) > 1;
  return html`<section class="card result" data-tab="result">
    <div><svg class="crown" width="48" height="34" viewBox="-1 -1 42 34" aria-hidden="true"><path d=${CROWN} fill="url(#gilt)" stroke="#7d5312" /></svg>
      <h1>${won ? facts.victory() : t(review.over ? "review.nobody" : "review.running")}</h1>
      ${won && !shared ? html`<p class="how">${howWon(facts, won)}</p>` : null}
      <p class="small">${facts.say("review.size", { rounds: review.rounds.length, battles: review.battles.length, dice: review.dice, moves: review.moves })}</p></div>
    <figure>${board}<figcaption class="small">${t(review.over ? "review.board-end" : "review.board-now")}</figcaption></figure>
  </section>`;
}

/** @param {{facts: Facts, p: Player}} p */
export function SeatCard({ facts, p }) {
  const paint = facts.paint(p.seat);
  const name = facts.name(p.seat);
  return html`<section class=${`card seat-card ${p.won ? "won" : ""}`} data-tab="result" aria-label=${`${name}: ${p.points}`}>
    <header><em>${t(`review.rank.${p.rank}`)}</em><h2>${name}${name === p.name ? null : html`<small><i class="swatch" style=${`background:${hatched(paint.colour, paint.hatch)}`}></i>${p.name}</small>`}</h2><b class="num">${p.points}</b></header>
    <${Area} facts=${facts} p=${p} />
    <ul>${p.factions.map((f) => html`<li key=${f.id}><${Token} look=${facts.look} id=${f.id} size=${17} />${f.name}<b>${f.points}</b></li>`)}
      ${p.factions.length ? null : sources(facts, p.seat).map(([id, label, n]) => html`<li key=${id}><i class="dot"></i>${label}<b>${minus(n)}</b></li>`)}</ul>
  </section>`;
}

/** Where a seat's points came from, added up over its factions. @param {Facts} facts @param {string} seat @returns {[string, string, number][]} */
function sources({ review }, seat) {
  /** @type {Record<string, number>} */
  const sum = {};
  for (const row of review.sources.rows) if (row.seat === seat) for (const [why, n] of Object.entries(row.points)) sum[why] = (sum[why] ?? 0) + /** @type {number} */ (n);
  return Object.entries(sum).sort((a, b) => b[1] - a[1]).map(([why, n]) => [why, reason(review, why), n]);
}

/** @param {Review} review @param {string} why */
export function reason(review, why) {
  const own = t(`review.reason.${why}`);
  const text = own === `review.reason.${why}` ? review.sources.reasons[why] : own;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A seat's points over the rounds, stacked by faction. @param {{facts: Facts, p: Player}} p */
function Area({ facts, p }) {
  const layers = p.factions.length ? [...p.factions].map((f) => ({ by: f.by_round, paint: factionOf(facts.look, f.id) })) : [{ by: p.by_round, paint: facts.paint(p.seat) }];
  const many = p.by_round.length;
  let below = Array(many + 1).fill(0);
  return html`<svg class="area" viewBox="0 0 200 56" preserveAspectRatio="none" aria-hidden="true">
    ${layers.map(({ by, paint }, i) => {
      const base = below;
      below = [0, ...by].map((n, k) => base[k] + Math.max(0, n));
      const up = below.map((n, k) => `${(200 * k) / many} ${56 - (54 * n) / facts.most}`);
      const down = base.map((n, k) => `${(200 * k) / many} ${56 - (54 * n) / facts.most}`).reverse();
      const d = `M${up.join("L")}L${down.join("L")}Z`;
      return html`<g key=${i}><path d=${d} fill=${paint.colour} /><path d=${d} fill=${`url(#hatch-${paint.hatch})`} stroke="var(--card)" stroke-width=".6" /></g>`;
    })}
    <path d="M0 55.500H200" stroke="currentColor" />
  </svg>`;
}
