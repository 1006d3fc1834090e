/** Errors as people read them. */

/** A refused answer as the server tells it to programs: the answer, then why, and the clauses. */
const REFUSED = /^'[^']*' is not allowed now: (?:(.*) )?\(?[a-z0-9-]+ [^()]*\)?$/s;

/** Why something was refused, without the words of programs. @param {{message?: string, clauses?: {text: string}[]}} told */
export function plainly({ message = "", clauses = [] }) {
  const refused = message.match(REFUSED);
  return refused ? refused[1] || (clauses[0]?.text ?? "") : message;
}

/** What went wrong, in words. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? plainly(error) || error.message : String(error));
