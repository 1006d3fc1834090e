/** What this browser keeps by name: lists and tables that no server need know. */

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export const keep = (name, value) => localStorage.setItem(name, JSON.stringify(value));

const HEARD = "albion-heard";

/** The last line of talk this browser has shown, by match. @returns {Record<string, string>} */
export const heard = () => kept(HEARD, {});

/** @param {string} match @param {string} time of the line */
export function hear(match, time) {
  if (heard()[match] !== time) keep(HEARD, { ...heard(), [match]: time });
}
