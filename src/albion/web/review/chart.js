/** Points round by round, and under them who was winning. */
/** @import { Player } from "../lib/review" */
/** @import { Facts } from "./facts.js" */
import { placed } from "../lib/base.js";
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { t } from "../lib/words.js";
import { Token, hatched } from "../look/counters.js";
import { lit, roman } from "./facts.js";

const LEFT = 44;
const TOP = 34;
const HEIGHT = 230;
const AXIS = 44;
const BAND = 120;
/** The size of the signs over the chart. */
const SIGN = 15;
/** Marks that tell seats apart without colour. */
const MARKS = ["M-4-4H4V4H-4Z", "M0-5.500L5.500 0L0 5.500L-5.500 0Z", "M0-5L5 4.500H-5Z", "M-4.500 0A4.500 4.500 0 1 1 4.500 0A4.500 4.500 0 1 1-4.500 0Z", "M-5-2H-2V-5H2V-2H5V2H2V5H-2V2H-5Z"];
/** A gain of so much of the whole height gets a mark. */
const GREAT = 0.04;

/** @typedef {(of: number) => number} Scale where something stands on the chart */

/** The width of an element, as it changes. @param {{current: HTMLElement | null}} box */
function useWidth(box) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry.contentRect.width)));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** Steps of an axis: about five round numbers. @param {number} from @param {number} to */
function steps(from, to) {
  const raw = (to - from) / 4;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * size).find((s) => s >= raw) ?? size;
  const found = [];
  for (let y = Math.ceil(from / step) * step; y <= to; y += step) found.push(y);
  return found;
}

/** @param {{facts: Facts, open: (n: number) => string | null, marked: number, mark: (n: number) => void}} p */
export function PointsChart({ facts, open, marked, mark }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(box);
  const { review } = facts;
  const right = width < 700 ? 12 : 124;
  const inner = Math.max(80, width - LEFT - right);
  const hasChances = review.chances.length > 1;
  const height = TOP + HEIGHT + AXIS + (hasChances ? BAND + 30 : 0);
  const x = (/** @type {number} */ n) => LEFT + facts.at(n) * inner;
  const y = (/** @type {number} */ points) => TOP + HEIGHT * (1 - (points - facts.least) / (facts.most - facts.least));
  const point = (/** @type {MouseEvent} */ e) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    mark(facts.moveAt((e.clientX - left - LEFT) / inner));
  };
  const stops = [...new Set(review.players.flatMap((p) => p.changes.map((c) => c.n)))].sort((a, b) => a - b);
  const key = (/** @type {KeyboardEvent} */ e) => {
    if (e.key === "ArrowRight") mark(stops.find((n) => n > marked) ?? facts.last);
    else if (e.key === "ArrowLeft") mark(stops.findLast((n) => n < marked) ?? 0);
    else if (e.key === "Enter" && open(marked)) location.assign(placed(/** @type {string} */ (open(marked))));
    else return;
    e.preventDefault();
  };
  const labels = spread(review.players.map((p) => ({ p, y: y(p.points) })));
  const thin = width < 700 ? Math.ceil(review.rounds.length / 6) : 1;
  return html`<div class="chart" ref=${box}>
    ${width ? html`<svg width=${width} height=${height} tabindex="0" role="img" aria-label=${facts.say("review.points-chart", { names: review.players.map((p) => `${facts.name(p.seat)} ${p.points}`).join(", ") })} onPointerMove=${point} onPointerDown=${point} onDblClick=${() => open(marked) && location.assign(placed(/** @type {string} */ (open(marked))))} onKeyDown=${key}>
      ${steps(facts.least, facts.most).map((v) => html`<g key=${v}><line class="grid" x1=${LEFT} x2=${LEFT + inner} y1=${y(v)} y2=${y(v)} /><text class="tick" x=${LEFT - 8} y=${y(v) + 4} text-anchor="end">${v}</text></g>`)}
      ${review.rounds.map((r, /** @type {number} */ k) => {
        const from = LEFT + (k / review.rounds.length) * inner;
        const years = /^\d/.test(r.name);
        return html`<g key=${r.number}><line class="grid" x1=${from} x2=${from} y1=${TOP} y2=${TOP + HEIGHT + 6} />
          ${k % thin ? null : html`<text class="tick big" x=${from + inner / review.rounds.length / 2} y=${TOP + HEIGHT + 22} text-anchor="middle">${roman(r.number)}</text>
          ${years ? html`<text class="tick" x=${from + inner / review.rounds.length / 2} y=${TOP + HEIGHT + 38} text-anchor="middle">${r.name.split("–")[0]}</text>` : null}`}</g>`;
      })}
      ${signs(facts, x).map(({ line, at, row }, i) => html`<g key=${i} class="sign" transform=${`translate(${at - SIGN / 2} ${row * (SIGN + 1)})`}>${facts.look.factions[line.who] ? html`<${Token} look=${facts.look} id=${line.who} size=${SIGN} />` : html`<path class="told" transform=${`translate(${SIGN / 2} ${SIGN / 2})`} d="M0-5L4 0L0 5L-4 0Z" />`}<title>${facts.spoken(line.text)}</title></g>`)}
      ${review.players.map((p, /** @type {number} */ i) => html`<${Seat} key=${p.seat} p=${p} i=${i} facts=${facts} x=${x} y=${y} />`)}
      ${right > 20 ? labels.map(({ p, at }) => html`<g key=${p.seat} style=${`color:${lit(facts.paint(p.seat).colour)}`}><path class="mark" d=${MARKS[review.players.indexOf(p) % MARKS.length]} transform=${`translate(${LEFT + inner + 12} ${at})`} /><text class="end" x=${LEFT + inner + 22} y=${at + 5}>${facts.name(p.seat)} <tspan class="num">${p.points}</tspan></text></g>`) : null}
      ${hasChances ? html`<${Band} facts=${facts} x=${x} top=${TOP + HEIGHT + AXIS + 26} />` : null}
      ${marked >= 0 ? html`<line class="now" x1=${x(marked)} x2=${x(marked)} y1=${TOP - 6} y2=${height} />` : null}
    </svg>
    ${marked >= 0 ? html`<${Card} facts=${facts} n=${marked} at=${x(marked)} width=${width} open=${open} />` : null}` : null}
    ${hasChances ? html`<p class="estimate">${t("review.estimate")}</p>` : html`<p class="estimate">${t(review.over ? "review.no-model" : "review.no-chances-yet")}</p>`}
  </div>`;
}

/** What the chronicle tells, over the chart: in a second row where the first is taken. @param {Facts} facts @param {Scale} x */
function signs({ review }, x) {
  const ends = [-SIGN, -SIGN];
  return review.chronicle.flatMap((c) => c.lines).map((line) => {
    const at = x(line.n);
    const row = at - ends[0] > SIGN || at - ends[1] <= SIGN ? 0 : 1;
    ends[row] = at;
    return { line, at, row };
  });
}

/** Labels apart from each other. @param {{p: Player, y: number}[]} wanted @returns {{p: Player, at: number}[]} */
function spread(wanted) {
  let last = -100;
  return [...wanted].sort((a, b) => a.y - b.y).map(({ p, y }) => ({ p, at: (last = Math.max(y, last + 19)) }));
}

/** One seat's line and marks. @param {{p: Player, i: number, facts: Facts, x: Scale, y: Scale}} p */
function Seat({ p, i, facts, x, y }) {
  const { colour } = facts.paint(p.seat);
  let d = "";
  for (const c of p.changes) d += d ? `H${x(c.n)}V${y(c.points)}` : `M${x(c.n)} ${y(c.points)}`;
  const great = p.changes.filter((c, /** @type {number} */ k) => k && Math.abs(c.points - p.changes[k - 1].points) >= GREAT * (facts.most - facts.least));
  return html`<g style=${`color:${lit(colour)}`}><path class="line-halo" d=${`${d}H${x(facts.last)}`} /><path class="line" d=${`${d}H${x(facts.last)}`} />
    ${great.length < 60 ? great.map((c) => html`<path key=${c.n} class="mark" d=${MARKS[i % MARKS.length]} transform=${`translate(${x(c.n)} ${y(c.points)})`} />`) : null}</g>`;
}

/** Chances of all seats, stacked. @param {{facts: Facts, x: Scale, top: number}} p */
function Band({ facts, x, top }) {
  const { chances, players } = facts.review;
  let below = chances.map(() => 0);
  const areas = [...players].reverse().map((p) => {
    const base = below;
    below = chances.map((c, /** @type {number} */ k) => base[k] + (c.chances[p.seat] ?? 0));
    const up = chances.map((c, /** @type {number} */ k) => `${x(c.n)} ${top + BAND * (1 - below[k])}`);
    const down = chances.map((c, /** @type {number} */ k) => `${x(c.n)} ${top + BAND * (1 - base[k])}`).reverse();
    const wide = chances.reduce((/** @type {number} */ best, c, /** @type {number} */ k) => (below[k] - base[k] > below[best] - base[best] ? k : best), 0);
    return { p, d: `M${up.join("L")}L${down.join("L")}Z`, at: below[wide] - base[wide] > 0.18 ? [Math.min(Math.max(x(chances[wide].n), x(0) + 40), x(facts.last) - 40), top + BAND * (1 - (below[wide] + base[wide]) / 2)] : null };
  });
  return html`<g><text class="band-title" x=${LEFT} y=${top - 10}>${t("review.winning")}</text>
    ${areas.map(({ p, d }) => html`<g key=${p.seat}><path d=${d} fill=${facts.paint(p.seat).colour} /><path d=${d} fill=${`url(#hatch-${facts.paint(p.seat).hatch})`} stroke="var(--card)" stroke-width="1" /></g>`)}
    ${areas.map(({ p, at }) => at && html`<text key=${p.seat} class="band-name" x=${at[0]} y=${at[1] + 4} text-anchor="middle">${facts.name(p.seat)}</text>`)}
    ${[0, 50, 100].map((v) => html`<text key=${v} class="tick" x=${LEFT - 8} y=${top + BAND * (1 - v / 100) + 4} text-anchor="end">${v}</text>`)}</g>`;
}

/** What was true at a move. @param {{facts: Facts, n: number, at: number, width: number, open: (n: number) => string | null}} p */
function Card({ facts, n, at, width, open }) {
  const round = facts.roundAt(n);
  const chances = facts.chancesAt(n);
  const href = open(n);
  const left = Math.min(Math.max(at + 14, 8), width - 190);
  return html`<div class="chart-card" style=${`left:${at + 204 > width ? Math.max(8, at - 194) : left}px`}>
    <b>${facts.say("review.at", { round: round.number, n })}</b>
    ${facts.review.players.map((p) => html`<span key=${p.seat}><i class="swatch" style=${`background:${hatched(facts.paint(p.seat).colour, facts.paint(p.seat).hatch)}`}></i>${facts.name(p.seat)}<b>${facts.pointsAt(p.seat, n)}</b>${chances ? html`<em>${Math.round((chances[p.seat] ?? 0) * 100)} %</em>` : null}</span>`)}
    ${href ? html`<a href=${href}>${t("review.open-move", { n })}</a>` : null}
  </div>`;
}
