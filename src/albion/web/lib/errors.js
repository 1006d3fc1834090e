/** Errors as people read them. */
import { t } from "./words.js";

/** The message of a request that the connection could not take, or ended without answering. */
export const LOST = "lost";

/** A refused answer as the server tells it to programs: the answer, then why, and the clauses. */
const REFUSED = /^'[^']*' is not allowed now: (?:(.*) )?\(?[a-z0-9-]+ [^()]*\)?$/s;

/** A message as a sentence: those of the server begin small and have no full stop, so that programs can put them into sentences of their own. @param {string} text */
const whole = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? "" : "."}` : "");

/** Why something was refused, without the words of programs. @param {{message?: string, clauses?: {text: string}[]}} told */
export function plainly({ message = "", clauses = [] }) {
  if (message === LOST) return t("lost");
  const refused = message.match(REFUSED);
  return whole(refused ? refused[1] || (clauses[0]?.text ?? "") : message);
}

/** What went wrong, in words. @param {unknown} error */
export const messageOf = (error) => plainly(error instanceof Error ? error : { message: String(error) });
