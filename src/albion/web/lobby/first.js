/** What a table is like if nothing is said about it: seats, options, opponents; and a first game at it. */
/** @import { Game, NamedSeat, Setting } from "../lib/catalogue" */
import { api, chance } from "../lib/api.js";
import { navigate } from "../lib/route.js";

/** @param {Game} game @param {Record<string, Setting>} options @returns {NamedSeat[]} */
export function seatsOf(game, options) {
  const row = game.seats.table.find((r) => Object.entries(r.when).every(([k, v]) => options[k] === v));
  return (row ?? game.seats.table[0]).seats;
}

/** The bot to play against if nothing is said: sensible, and quick. @param {Game} game */
export const goodBot = (game) => game.bots.find((/** @type {string} */ b) => b === "steady") ?? game.bots.find((/** @type {string} */ b) => b !== "random") ?? game.bots[0];

/** For a first game: an opponent that can be beaten. @param {Game} game */
const easyBot = (game) => game.bots.find((/** @type {string} */ b) => b === "novice") ?? goodBot(game);

/** @param {Game} game */
export const defaults = (game) => Object.fromEntries(game.options.map((o) => [o.name, o.default]));

/** A game against opponents that can be beaten, without a form. @param {Game} game as the server lists it */
export async function beginFirstGame(game) {
  const options = defaults(game);
  const seats = Object.fromEntries(seatsOf(game, options).map((s, i) => [s.id, i ? `bot:${easyBot(game)}` : "human"]));
  navigate(`/match/${(await api.post("/matches", { game: game.id, options, seats, chance: chance() })).match}`);
}
