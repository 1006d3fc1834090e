/** What several parts of the review ask: colours, names, and where a move stands in the course of the rounds. */
/** @import { Player, Review } from "../lib/review" */
/** @import { Look } from "../look/look.js" */
import { botName, GameWords, has, t } from "../lib/words.js";
import { calledRound, factionOf, inSentence } from "../look/look.js";

const ROMAN = /** @type {[number, string][]} */ ([[10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]]);

/** @param {number} n */
export function roman(n) {
  let text = "";
  for (const [value, sign] of ROMAN) for (; n >= value; n -= value) text += sign;
  return text;
}

/** @param {string} text */
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The review with what is asked of it again and again. */
export class Facts {
  /** @param {Review} review @param {Look} look @param {(id: string) => string | null} nearby */
  constructor(review, look, nearby) {
    this.review = review;
    this.look = look;
    this.nearby = nearby;
    this.words = new GameWords({}, nearby);
    this.last = review.moves;
    this.most = Math.max(1, ...review.players.flatMap((p) => p.changes.map((c) => c.points)));
    this.least = Math.min(0, ...review.players.flatMap((p) => p.changes.map((c) => c.points)));
  }

  /** Who won and by how much. @returns {string} */
  victory() {
    const { winners, margin } = this.review.result ?? { winners: [], margin: 0 };
    const told = winners.map((/** @type {string} */ s) => this.inSentence(s));
    if (winners.length > 1) return upper(t("review.shared", { names: told.join(t("review.and")) }));
    const seat = inSentence(this.look, winners[0], this.player(winners[0]).name);
    return told[0] === seat ? t("review.wins-seat", { names: seat, n: margin }) : t("review.wins", { names: told[0], seat, n: margin });
  }

  /** A sentence of the review, which calls rounds what the game calls them. @param {string} key @param {Record<string, unknown>} [fields] */
  say(key, fields = {}) {
    const name = calledRound(this.look);
    const [called, several] = [t(`called.${name}`), t(`called.${name}${fields.rounds === 1 ? "" : "s"}`)];
    return t(key, { called, several, Called: upper(called), Several: upper(several), ...fields });
  }

  /** Who sat there, as a sentence names them. @param {string} seat */
  inSentence(seat) {
    const name = this.name(seat);
    return name === this.player(seat).name ? inSentence(this.look, seat, name) : name;
  }

  /** Who sat there, in one name; bots by their level. @param {string} seat */
  name(seat) {
    const { player, name } = this.player(seat);
    if (!player) return name;
    return this.review.players.filter((p) => p.player === player).length > 1 ? name : has(`bot.${player}`) ? botName(player) : player;
  }

  /** @param {string} seat @returns {Player} */
  player(seat) {
    return /** @type {Player} */ (this.review.players.find((p) => p.seat === seat)); // every seat has one
  }

  /** @param {string} seat @returns {{colour: string, hatch: string}} */
  paint(seat) {
    return this.look.seats[seat] ?? factionOf(this.look, seat);
  }

  /** A place as a heading; those without a name are described by their neighbours. @param {{id: string, name: string} | null} place */
  place(place) {
    const text = place ? (this.nearby(place.id) ?? place.name.replace(/^the /, "")) : t("review.somewhere");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** @param {string} text */
  spoken(text) {
    return this.words.spoken(text);
  }

  /** Where a move stands: rounds are equally wide, moves divide them. @param {number} n from 0 to 1 */
  at(n) {
    const { rounds } = this.review;
    let k = rounds.length - 1;
    while (k > 0 && rounds[k].n >= n) k -= 1;
    const end = rounds[k + 1]?.n ?? this.last;
    const part = end > rounds[k].n ? Math.min(1, Math.max(0, (n - rounds[k].n) / (end - rounds[k].n))) : 0;
    return (k + part) / rounds.length;
  }

  /** The move at a part of the whole. @param {number} part */
  moveAt(part) {
    const { rounds } = this.review;
    const k = Math.min(rounds.length - 1, Math.max(0, Math.floor(part * rounds.length)));
    const end = rounds[k + 1]?.n ?? this.last;
    return Math.round(rounds[k].n + (end - rounds[k].n) * Math.min(1, Math.max(0, part * rounds.length - k)));
  }

  /** @param {number} n */
  roundAt(n) {
    const { rounds } = this.review;
    return rounds.findLast((r) => r.n < n) ?? rounds[0];
  }

  /** @param {string} seat @param {number} n */
  pointsAt(seat, n) {
    return this.player(seat).changes.findLast((c) => c.n <= n)?.points ?? 0;
  }

  /** @param {number} n @returns {Record<string, number> | null} */
  chancesAt(n) {
    return this.review.chances.findLast((c) => c.n <= n)?.chances ?? null;
  }
}

/** A colour that stands out on the card it is drawn on, also where that is dark. @param {string} colour */
export const lit = (colour) => `color-mix(in srgb, ${colour} var(--own-share), #fff)`;

/** A number with its sign. @param {number} x */
export const signed = (x) => `${x > 0 ? "+" : x < 0 ? "−" : ""}${Math.abs(x).toFixed(1)}`;
