/** Turning points, the luck ledger, what was scored where, the chronicle. */
/** @import { Conquest, Fought, Moment, Source, Stretch, Throw as ThrownDice } from "../lib/review" */
/** @import { Drawing } from "../table/drawing.js" */
/** @import { Facts } from "./facts.js" */
import { minus } from "../lib/figures.js";
import { html, useState } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Token, hatched } from "../look/counters.js";
import { Cut } from "./board.js";
import { lit, roman, signed } from "./facts.js";
import { reason } from "./result.js";

const LISTED = 5;

/** A link to a move where there is a table to go to, else plain text. @param {{open: (n: number) => string | null, n: number, children?: unknown}} p */
function Move({ open, n, children }) {
  const href = open(n);
  return href ? html`<a class="move" href=${href}>${children}</a>` : html`<span>${children}</span>`;
}

/** @param {{facts: Facts, seat: string}} p */
function Swatch({ facts, seat }) {
  const { colour, hatch } = facts.paint(seat);
  return html`<i class="swatch" style=${`background:${hatched(colour, hatch)}`}></i>`;
}

/** Who gained how much on whom. @param {Facts} facts @param {Moment} m */
const swing = (facts, m) => t(m.estimated ? "review.moment-chance" : "review.moment-points", { gainer: facts.name(m.gainer), loser: facts.name(m.loser), n: m.estimated ? Math.round(m.gain * 100) : m.gain });

/** Places in a row: all of three, the first two of more. @param {Facts} facts @param {Moment["taken"]} places */
function listed(facts, places) {
  const names = places.map((place) => facts.nearby(place.id) ?? place.name);
  const last = names.length > 3 ? t("review.more-places", { n: names.length - 2 }) : /** @type {string} */ (names.pop());
  const rest = names.slice(0, 2).join(", ");
  return rest ? `${rest}${t("review.and")}${last}` : last;
}

/** What a turn took, or tried to take; null where nobody was attacked. @param {Facts} facts @param {Moment} m */
const deed = (facts, { taken, failed, name }) => (taken.length ? t("review.moment-takes", { name, places: listed(facts, taken) }) : failed.length ? t("review.moment-fails", { name, places: listed(facts, failed) }) : null);

/** What a turn is headed with, and what is told below: what it took, else the first thing to be told of it. @param {Facts} facts @param {Moment} m */
function headed(facts, m) {
  const told = m.told.map((/** @type {string} */ s) => facts.spoken(s));
  const took = deed(facts, m);
  const heading = took ?? told.shift()?.replace(/\.$/, "") ?? null;
  const missed = m.taken.length && m.failed.length ? [t("review.moment-fails-too", { places: listed(facts, m.failed) })] : [];
  return heading ? { heading, below: [`${swing(facts, m)}.`, ...missed, ...told].join(" ") } : { heading: swing(facts, m), below: "" };
}

/** @param {{facts: Facts, drawing: Drawing, open: (n: number) => string | null}} p */
export function Moments({ facts, drawing, open }) {
  const { moments } = facts.review;
  if (!moments.length) return null;
  const estimated = moments[0].estimated;
  return html`<section class="moments" data-tab="moments" aria-labelledby="moments-title">
    <header class="on-table"><h2 id="moments-title">${t("review.moments")}</h2><span>${t(estimated ? "review.moments-chance" : "review.moments-points")}</span></header>
    <div class="moment-row">${moments.map((m) => html`<article class="card moment" key=${m.n}>
      <${Cut} facts=${facts} drawing=${drawing} pieces=${m.pieces} place=${m.place} />
      <p class="small with-token">${facts.look.factions[m.who] ? html`<${Token} look=${facts.look} id=${m.who} size=${16} />` : html`<${Swatch} facts=${facts} seat=${m.gainer} />`}${facts.say("review.moment-when", { round: m.round, name: m.name })}</p>
      <h3>${headed(facts, m).heading}</h3>
      <p>${headed(facts, m).below}</p>
      <div class="bars">${[m.gainer, m.loser].map((seat) => html`<${Bar} key=${seat} facts=${facts} seat=${seat} m=${m} />`)}</div>
      ${open(m.n) ? html`<a class="move" href=${open(m.n)}>${t("review.open-move", { n: m.n })}</a>` : html`<span class="small">${t("review.move", { n: m.n })}</span>`}
    </article>`)}</div>
  </section>`;
}

/** From how much to how much. @param {{facts: Facts, seat: string, m: Moment}} p */
function Bar({ facts, seat, m }) {
  const whole = m.estimated ? 1 : facts.most;
  const [from, to] = [m.before[seat], m.after[seat]];
  const show = (/** @type {number} */ v) => (m.estimated ? Math.round(v * 100) : v);
  const colour = lit(facts.paint(seat).colour);
  const part = (/** @type {number} */ v) => `${(100 * Math.max(0, v)) / whole}%`;
  return html`<div class="bar-row"><${Swatch} facts=${facts} seat=${seat} /><span>${facts.name(seat)}</span>
    <span class="bar"><i style=${`width:${part(Math.min(from, to))};background:${colour}`}></i><i class=${to < from ? "lost" : ""} style=${`width:${part(Math.abs(to - from))};--own:${colour};background-color:${to < from ? "transparent" : colour}`}></i></span>
    <b>${show(from)} → ${show(to)}</b></div>`;
}

/** @param {{facts: Facts, open: (n: number) => string | null}} p */
export function LuckLedger({ facts, open }) {
  const { review } = facts;
  const rows = review.players.flatMap((p) => review.luck.filter((l) => l.seat === p.seat && l.dice > 0));
  const [seat, setSeat] = useState(rows[0]?.seat ?? "");
  if (!rows.length) return null;
  const reach = Math.max(...rows.map((l) => Math.max(l.deviation, Math.abs(l.came - l.expected)))) * 1.1;
  const own = review.battles.filter((b) => seat in b.luck).sort((a, b) => b.luck[seat] - a.luck[seat]);
  return html`<section class="card luck" data-tab="luck" aria-labelledby="luck-title">
    <header><h2 id="luck-title">${t("review.luck")}</h2><span class="small">${t("review.luck-note")}</span></header>
    <table><thead><tr><th>${t("review.seat")}</th><th>${t("review.dice")}</th><th>${t("review.expected")}</th><th>${t("review.came")}</th><th class="middle">${t("review.lucky")}</th><th></th></tr></thead>
      <tbody>${rows.map((l) => {
        const x = l.came - l.expected;
        const at = (/** @type {number} */ v) => 50 + (50 * v) / reach;
        return html`<tr key=${l.seat} data-seat=${l.seat}><th scope="row"><${Swatch} facts=${facts} seat=${l.seat} />${facts.name(l.seat)}</th><td>${l.dice}</td><td>${l.expected.toFixed(1)}</td><td><b>${l.came}</b></td>
          <td class="gauge"><span><i class="pale" style=${`left:${at(-l.deviation)}%;right:${100 - at(l.deviation)}%`}></i><i class="own" style=${`left:${Math.min(50, at(x))}%;right:${100 - Math.max(50, at(x))}%;background:${lit(facts.paint(l.seat).colour)}`}></i><i class="zero"></i></span></td><td><b>${signed(x)}</b></td></tr>`;
      })}</tbody></table>
    <header class="battles-head"><h3>${t("review.battles")}</h3><div class="pills" role="group" aria-label=${t("review.battles")}>${rows.map((l) => html`<button key=${l.seat} class=${`pill ${l.seat === seat ? "on" : ""}`} aria-pressed=${l.seat === seat ? "true" : "false"} onClick=${() => setSeat(l.seat)}>${facts.name(l.seat)}</button>`)}</div></header>
    <div class="two">${/** @type {[string, Fought[]][]} */ ([["review.luckiest", own.filter((b) => b.luck[seat] > 0).slice(0, LISTED)], ["review.unluckiest", own.filter((b) => b.luck[seat] < 0).slice(-LISTED).reverse()]]).map(([title, list]) => html`<div key=${title}><h4>${t(title)}</h4>
      <ol>${list.map((b) => html`<li key=${b.n} class=${b.luck[seat] > 0 ? "good" : "ill"}><b class="num">${signed(b.luck[seat])}</b><div><${Move} open=${open} n=${b.n}><b>${facts.place(b.place)}</b> <span class="small">${facts.say("review.in-round", { round: b.round, n: b.n })}</span></${Move}><p>${b.throws.map((th, /** @type {number} */ i) => html`${i ? html` <em>${t("review.against")}</em> ` : null}<${Throw} key=${th.who} facts=${facts} th=${th} />`)}</p></div></li>`)}</ol></div>`)}</div>
  </section>`;
}

const SHOWN = 9;
/** The dice of one side; those that brought something are dark. @param {{facts: Facts, th: ThrownDice}} p */
function Throw({ facts, th }) {
  return html`<span class="throw" title=${t("review.throw", { name: th.name, came: th.came, expected: th.expected.toFixed(1) })}><${Token} look=${facts.look} id=${th.who} size=${16} />${th.dice.slice(0, SHOWN).map((/** @type {number} */ die, /** @type {number} */ i) => html`<i key=${i} class=${`die ${th.worth[i] ? "hit" : ""}`}>${die}</i>`)}${th.dice.length > SHOWN ? html`<small>${t("review.more-dice", { n: th.dice.length - SHOWN })}</small>` : null}<span class="visually-hidden">${t("review.throw", { name: th.name, came: th.came, expected: th.expected.toFixed(1) })}</span></span>`;
}

/** @param {{facts: Facts}} p */
export function SourcesTable({ facts }) {
  const { review } = facts;
  const reasons = Object.keys(review.sources.reasons);
  if (!reasons.length) return null;
  const most = Math.max(...review.sources.rows.flatMap((r) => Object.values(r.points)));
  const sum = (/** @type {Source[]} */ rows, /** @type {string} */ why) => rows.reduce((n, r) => n + (r.points[why] ?? 0), 0);
  const total = (/** @type {Source} */ row) => Object.values(row.points).reduce((a, b) => a + b, 0);
  return html`<section class="card sources" data-tab="points" aria-labelledby="sources-title">
    <header><h2 id="sources-title">${t("review.sources")}</h2></header>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="sources-title"><table><thead><tr><th></th>${reasons.map((why) => html`<th key=${why} scope="col">${reason(review, why)}</th>`)}<th scope="col">${t("review.total")}</th></tr></thead>
      ${review.players.map((p) => {
        const rows = review.sources.rows.filter((r) => r.seat === p.seat).sort((a, b) => total(b) - total(a));
        const single = rows.length === 1 && rows[0].id === p.seat;
        return html`<tbody key=${p.seat}><tr class="whole"><th scope="row"><${Swatch} facts=${facts} seat=${p.seat} />${facts.name(p.seat)}</th>${reasons.map((why) => html`<td key=${why}>${minus(sum(rows, why) || "")}</td>`)}<td>${p.points}</td></tr>
          ${single ? null : rows.map((r) => html`<tr key=${r.id}><th scope="row"><${Token} look=${facts.look} id=${r.id} size=${15} />${r.name}</th>${reasons.map((why) => html`<td key=${why} style=${r.points[why] ? `--heat:${Math.round((70 * Math.max(0, r.points[why])) / most) + 6}%` : ""}>${minus(r.points[why] ?? "·")}</td>`)}<td>${minus(total(r))}</td></tr>`)}</tbody>`;
      })}</table></div>
  </section>`;
}

/** The years of a chapter; '' where rounds have none. @param {Stretch} chapter */
function years({ first, last }) {
  const [from, to] = [first.name.split("–")[0], last.name.split("–").at(-1)];
  return /^\d/.test(from) ? (from === to ? from : t("review.years", { from, to })) : "";
}

/** Names in a row, the last after "and". @param {string[]} names */
const row = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")}${t("review.and")}${names.at(-1)}` : names[0]);

const CONQUERORS = 2;
const VICTIMS = 3;
/** How many ways there are of saying that somebody took something. */
const WAYS = 3;

/** What those who gained most areas took, by whom it was taken. @param {Stretch} chapter @returns {Conquest[][]} */
function taken({ conquests }) {
  /** @type {Map<string, Conquest[]>} */
  const own = new Map();
  for (const c of conquests) own.set(c.who, [...(own.get(c.who) ?? []), c]);
  const many = (/** @type {Conquest[]} */ won) => won.reduce((n, c) => n + c.places.length, 0);
  return [...own.values()].sort((a, b) => many(b) - many(a)).slice(0, CONQUERORS);
}

/** Areas and whoever had them; those that nobody had last. @param {Facts} facts @param {Conquest[]} conquests @param {number} way */
function wonBy(facts, conquests, way) {
  const order = [...conquests].sort((a, b) => Number(!a.loser) - Number(!b.loser)).slice(0, VICTIMS);
  const what = order.map(({ places, loser, loser_name: name }) => (loser ? t("review.story-from", { places: listed(facts, places), loser: name }) : listed(facts, places)));
  return t(`review.story-takes.${way % WAYS}`, { name: conquests[0].name, what: what.join("; ") });
}

/** The battle that cost most. @param {Facts} facts @param {Stretch} chapter */
function battle(facts, { battles, costliest }) {
  const { place, round, losses } = /** @type {NonNullable<Stretch["costliest"]>} */ (costliest);
  const cost = row(losses.map(({ name, units }) => t("review.story-loss", { name, n: units })));
  return facts.say(battles > 1 ? "review.story-worst" : "review.story-only", { n: battles, place: facts.nearby(place.id) ?? place.name, round, losses: cost });
}

/** Who is ahead when a chapter ends. @param {Facts} facts @param {Stretch} chapter */
function lead(facts, { points }) {
  const [[first, most], second] = Object.entries(points).sort((a, b) => b[1] - a[1]);
  if (!second) return "";
  const level = Object.keys(points).filter((seat) => points[seat] === most);
  if (level.length > 1) return t("review.story-level", { points: most, names: row(level.map((seat) => facts.name(seat))) });
  return t("review.story-leads", { name: facts.name(first), points: most, by: most - second[1], second: facts.name(second[0]) });
}

/** @param {{facts: Facts, open: (n: number) => string | null}} p */
export function Chronicle({ facts, open }) {
  const { chronicle } = facts.review;
  return html`<section class="card chronicle-card" data-tab="story" aria-labelledby="story-title">
    <header><h2 id="story-title">${t("review.chronicle")}</h2><span class="small">${open(0) ? t("review.chronicle-note") : ""}</span></header>
    <div class="columns">${chronicle.map((c) => {
      const same = c.first.number === c.last.number;
      const told = c.conquests.length || c.gone.length || c.told.length || c.battles;
      const best = Object.entries(c.gains).sort((a, b) => /** @type {number} */ (b[1]) - /** @type {number} */ (a[1])).filter(([, n]) => /** @type {number} */ (n) > 0);
      return html`<article key=${c.first.number}><h3>${same ? facts.say("review.round", { n: roman(c.first.number) }) : facts.say("review.rounds", { from: roman(c.first.number), to: roman(c.last.number) })}</h3>
        <p class="small">${years(c)}</p>
        <p class="prose">${taken(c).map((conquests, i) => html`<${Move} key=${conquests[0].who} open=${open} n=${c.end}>${wonBy(facts, conquests, c.first.number + i)}</${Move}> `)}
          ${c.told.map((l) => html`<${Move} key=${l.text} open=${open} n=${l.n}>${facts.spoken(l.text)}</${Move}> `)}
          ${c.costliest ? html`<${Move} open=${open} n=${c.costliest.n}>${battle(facts, c)}</${Move}> ` : c.battles ? `${t("review.story-battles", { n: c.battles })} ` : ""}
          ${c.gone.length ? `${t(`review.story-gone.${c.first.number % 2}`, { names: row(c.gone.map((who) => who.name)) })} ` : ""}
          ${told ? "" : `${t("review.story-quiet")} `}${lead(facts, c)}</p>
        ${best.length ? html`<p class="small">${t("review.story-points", { gains: best.map(([seat, n]) => t("review.story-gain", { name: facts.name(seat), n })).join(", ") })}</p>` : null}</article>`;
    })}</div>
  </section>`;
}
