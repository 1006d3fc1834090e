/** What a page needs of a game to show it. */
import { api } from "../lib/api.js";
import { GameWords } from "../lib/words.js";
import { lookOf } from "../look/boards.js";
import { Drawing } from "./drawing.js";
import { nearbyNames } from "./nearby.js";

/** A game with its words, its look and its board, which need not wait for the game if its name is known.
 * @param {string} id @param {string | null} [board] */
export async function loadGame(id, board = null) {
  const asked = api.gameTable(id);
  const drawn = board ?? (await asked).board;
  const [game, drawing] = await Promise.all([asked, Drawing.load(drawn)]);
  return { game, look: lookOf(drawn), drawing, words: new GameWords(game.words, nearbyNames(drawing)) };
}
