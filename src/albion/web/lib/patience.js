/** Asking again: a server that is busy, or a connection that broke, may well answer in a moment. */

/** What a server answers that has no time just now. */
const BUSY = new Set([429, 502, 503, 504]);
/** Milliseconds until it is asked again, each time longer. */
const PAUSES = [400, 900, 1800, 3600, 7200];

/** Ask for what nothing is changed by being asked for twice, until there is an answer. @template T @param {() => Promise<T>} ask it fails with the answer's `status`, or as `fetch` does without one @returns {Promise<T>} */
export async function patiently(ask) {
  for (const pause of PAUSES) {
    try {
      return await ask();
    } catch (failed) {
      const { status } = /** @type {{status?: number}} */ (failed);
      if (!(failed instanceof TypeError) && !BUSY.has(status ?? 0)) throw failed;
      await new Promise((later) => setTimeout(later, pause));
    }
  }
  return ask();
}
