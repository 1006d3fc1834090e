/** Figures as people read them. */

/** A chance in hundredths: "<1" and ">99" where rounding would claim certainty. @param {number} p */
export function percent(p) {
  const n = p * 100;
  if (n > 99 && p < 1) return ">99";
  return n > 0 && n < 1 ? "<1" : String(Math.round(n));
}
