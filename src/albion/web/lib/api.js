/** Calls to the server; a refusal becomes one error that carries the sentence and the clauses. */

import { placed } from "./base.js";
import { patiently } from "./patience.js";

export class Refused extends Error {
  /** @param {any} body whatever came with a refusal; `any`, because a proxy may have sent it @param {number} status */
  constructor(body, status) {
    super(body?.message ?? `The server answered ${status}.`);
    this.code = body?.error ?? "internal";
    this.status = status;
    this.cite = body?.cite ?? [];
    this.clauses = body?.clauses ?? [];
    this.table = body?.table ?? null;
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} `any`, because only the caller knows the shape of this path */
async function call(method, path, body) {
  const answer = await fetch(placed(`/api${path}`), {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.status === 204) return null;
  const text = await answer.text();
  const parsed = (answer.headers.get("content-type") ?? "").includes("json") && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refused(typeof parsed === "string" ? { message: parsed } : parsed, answer.status);
  return parsed;
}

/** What can be asked for twice. @param {string} path */
const read = (path) => patiently(() => call("GET", path));

/** A file of the page. @param {string} name from the folder of the page's modules @template T @param {(answer: Response) => Promise<T>} as @returns {Promise<T>} */
export const file = (name, as) => patiently(async () => {
  const answer = await fetch(new URL(`../${name}`, import.meta.url));
  if (!answer.ok) throw new Refused(null, answer.status);
  return as(answer);
});

/** Query text from the fields that have a value. @param {Record<string, string | number | boolean | null | undefined>} fields */
export function query(fields) {
  const pairs = Object.entries(fields).filter(([, v]) => v !== null && v !== undefined && v !== "");
  return pairs.length ? `?${new URLSearchParams(pairs.map(([k, v]) => [k, String(v)]))}` : "";
}

/** By path; `any`, because only the caller knows the shape of a path. @type {Map<string, Promise<any>>} */
const kept = new Map();

/** What never changes while the page is open is asked for once. @param {string} path */
function once(path) {
  let answer = kept.get(path);
  if (!answer) {
    answer = read(path).catch((error) => {
      kept.delete(path);
      throw error;
    });
    kept.set(path, answer);
  }
  return answer;
}

/** What this player adds to the seed of the dice: random, made here, so that no server can choose it alone. */
export function chance() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const api = {
  get: read,
  post: (/** @type {string} */ path, /** @type {unknown} */ body = {}) => call("POST", path, body),
  put: (/** @type {string} */ path, /** @type {unknown} */ body) => call("PUT", path, body),
  patch: (/** @type {string} */ path, /** @type {unknown} */ body) => call("PATCH", path, body),
  remove: (/** @type {string} */ path) => call("DELETE", path),
  games: () => once("/games"),
  game: (/** @type {string} */ id) => once(`/games/${id}`),
  gameTable: (/** @type {string} */ id) => once(`/games/${id}/table`),
  rules: (/** @type {string} */ id) => once(`/games/${id}/rules`),
};
