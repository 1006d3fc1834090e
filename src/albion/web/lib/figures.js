/** Figures as people read them. */
/** @import { BattleOdds } from "./shapes" */

/** A chance in hundredths: "<1" and ">99" where rounding would claim certainty. @param {number} p */
export function percent(p) {
  const n = p * 100;
  if (n > 99 && p < 1) return ">99";
  return n > 0 && n < 1 ? "<1" : String(Math.round(n));
}

/** The attacker's chance to win, as far as one number tells it. @param {BattleOdds | null} odds @returns {number | null} */
export const winChance = (odds) => sureWin(odds?.attacker_wins ?? (odds?.wins && odds.attacker ? odds.wins[odds.attacker] : null) ?? null, odds);

/** A chance that is 1 only because the rest is too small for its digits is not certain. @template {number | null} P @param {P} p @param {BattleOdds | null} odds */
export const sureWin = (p, odds) => (p !== null && p > 0.9999 && (odds?.defender_wins || odds?.nobody) ? 0.9999 : p);

/** "5/36" as a number. @param {string} text */
export function fraction(text) {
  const [above, below = "1"] = String(text).split("/");
  return Number(above) / Number(below);
}

/** A number as people write it who count in halves. @param {number} n */
export const halved = (n) => String(n).replace(/^0\.5$|\.5$/, "½");

/** A number with its sign, which is not a hyphen. @param {number} n */
export const signed = (n) => `${n > 0 ? "+" : n < 0 ? "−" : ""}${Math.abs(n)}`;

/** A figure whose minus is not a hyphen. @param {number | string} n */
export const minus = (n) => String(n).replace("-", "−");

/** How long a game lasts, in half hours. @param {number[]} minutes at least and at most */
export const hours = ([least, most]) => ({ from: Math.round(least / 30) / 2, to: Math.round(most / 30) / 2 });
