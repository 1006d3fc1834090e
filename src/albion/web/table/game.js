/** What a page needs of a game to show it. */
import { api } from "../lib/api.js";
import { GameWords } from "../lib/words.js";
import { loadLook } from "../look/look.js";
import { Drawing } from "./drawing.js";

/** A game with its words, its look and its board. @param {string} id */
export async function loadGame(id) {
  const game = await api.game(id);
  const [look, drawing] = await Promise.all([loadLook(game.board), Drawing.load(game.board)]);
  return { game, look, drawing, words: new GameWords(game.words) };
}
