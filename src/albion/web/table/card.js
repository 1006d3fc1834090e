/** The card at the target: how many go, with the odds of each number, what the rules warn of, and the button that sends them. */
/** @import { BattleOdds, ReachedAnswer, View } from "../lib/shapes" */
/** @import { Look } from "../look/look.js" */
/** @import { GameWords } from "../lib/words.js" */
/** @import { Option, Target } from "./draft.js" */
/** @import { Party } from "./picker.js" */
import { html, useEffect, useRef } from "../lib/html.js";
import { percent, winChance } from "../lib/figures.js";
import { t } from "../lib/words.js";
import { hatched } from "../look/counters.js";
import { factionOf, isRuin } from "../look/look.js";
import { besidePoint } from "./beside.js";
import { wayText } from "./draft.js";
import { Picker } from "./picker.js";

/** Up to this many numbers have buttons of their own, six in a row. */
const DIRECT = 18;

/**
 * @typedef {{target: Target, party: Party | null, led: number, pick: number, boat: boolean, point: number[], source: number[] | null, others: number[][], stood: number[][], extras: ReachedAnswer[], extra: string | null, risky: boolean, stuck?: string}} Card
 * `party`: who goes, where that is chosen here; `led`: how many answers of a plan come before the target; `others`: where the other places in reach are; `stood`: where somebody stands; `stuck`: why the step could not end after this; `risky`: it begins a battle, and the player wants to confirm that; `extras`: answers to a question that comes with the move, such as who leads them
 */

/** The first number shown, so that the chosen one is among them. @param {number} pick @param {number} all */
const windowStart = (pick, all) => Math.max(0, Math.min(pick - DIRECT / 2, all - DIRECT));

/** Whether a number may be sent by pressing it: nothing is risked, nothing else is asked. @param {Option} option @param {Card} card */
const harmless = (option, card) => !card.risky && !option.warning && card.extras.length < 2;

/** About how high it is: head and button, rows of six numbers, the odds. @param {Card} card @param {number} numbers */
const cardHeight = (card, numbers) => 100 + 36 * (card.party?.units.length ?? 0) + 43 * Math.ceil(Math.min(numbers, DIRECT) / 6) + (card.target.options.some((o) => o.odds) ? 74 : 0) + (card.target.options.some((o) => o.warning) ? 40 : 0) + (card.target.way ? 22 : 0);

/** @param {Card} card @returns {Option[]} */
export const optionsOn = (card) => (card.boat && card.target.boat ? card.target.boat : card.target.options);

/** Whether it is only asked how many go. @param {Card} card */
export const numbered = (card) => !card.party && optionsOn(card).filter((o) => o.n !== null).length > 1;

/** @param {{card: Card, look: Look, words: GameWords, view: View, busy: boolean, inline: boolean, onPick: (change: Partial<Card>) => void, onGo: (going: number[]) => void, onSend: (option?: Option) => void, onClose: () => void}} p */
export function MoveCard({ card, look, words, view, busy, inline, onPick, onGo, onSend, onClose }) {
  const options = optionsOn(card);
  const option = options[card.pick] ?? options[options.length - 1];
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus({ preventScroll: true }), [card.target.place]);
  const here = view.pieces.filter((p) => p.place === card.target.place);
  const numbers = options.length > 1 ? options : [];
  const first = windowStart(card.pick, numbers.length);
  const shown = numbers.slice(first, first + DIRECT);
  const stepped = numbers.length > DIRECT;
  const step = (/** @type {number} */ by) => onPick({ pick: Math.max(0, Math.min(options.length - 1, card.pick + by)) });
  const keys = (/** @type {KeyboardEvent} */ e) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[e.key];
    const again = e.key === "Enter" && /** @type {HTMLElement} */ (e.target).matches("[data-number][aria-checked=true]"); // the number is chosen already
    if ((by === undefined || !numbers.length) && !again) return;
    e.preventDefault();
    e.stopPropagation();
    button.current?.focus({ preventScroll: true });
    if (by === undefined) onSend();
    else step(by);
  };
  const wins = winChance(option.odds);
  const name = words.title(card.target.place);
  return html`<div class=${`move-card ${inline ? "inline" : "pop"}`} role="dialog" aria-label=${name} style=${inline ? "" : besidePoint(card.point, { w: 250, h: cardHeight(card, numbers.length) }, [card.source], card.others, card.stood)} onKeyDown=${keys}>
    <div class="card-head"><h3>${name}</h3><span>${standing(here, words)}</span><button class="close" aria-label=${t("cancel")} onClick=${onClose}>×</button></div>
    ${card.party ? html`<${Picker} party=${card.party} look=${look} words=${words} busy=${busy} onGo=${onGo} />` : null}
    ${numbers.length ? html`<div class="stepper" role="radiogroup" aria-label=${t("card.how-many")}>
      ${!stepped ? null : html`<button class="by-one" data-do="fewer" aria-label=${t("card.fewer")} disabled=${card.pick === 0} onClick=${() => step(-1)}>−</button>`}
      ${shown.map((o) => html`<button key=${o.n} role="radio" data-number=${o.n} aria-checked=${o === option ? "true" : "false"} onClick=${() => (harmless(o, card) ? onSend(o) : onPick({ pick: options.indexOf(o) }))}><b>${o.n}</b>${winChance(o.odds) !== null ? html`<small>${percent(/** @type {number} */ (winChance(o.odds)))}%</small>` : null}</button>`)}
      ${!stepped ? null : html`<button class="by-one" data-do="more" aria-label=${t("card.more")} disabled=${card.pick === options.length - 1} onClick=${() => step(1)}>+</button>`}
    </div>` : null}
    ${card.extras.length > 1 ? html`<div class="extras" role="radiogroup" aria-label=${t("card.with")}>${card.extras.map((a) => html`<button key=${a.action} role="radio" data-action=${a.action} aria-checked=${a.action === card.extra ? "true" : "false"} onClick=${() => onPick({ extra: a.action })}>${words.spoken(a.text)}</button>`)}</div>` : null}
    ${wins !== null && option.odds ? html`<${OddsBar} odds=${option.odds} look=${look} words=${words} />` : null}
    ${card.target.boat && card.target.options[0].verb !== card.target.boat[0].verb ? html`<label class="tick"><input type="checkbox" checked=${card.boat} onChange=${() => onPick({ boat: !card.boat })} /> ${t("card.boat")}</label>` : null}
    ${option.warning ? html`<p class="warning">${words.spoken(option.warning)}</p>` : null}
    ${card.stuck && !option.warning ? html`<p class="warning">${t("card.stuck", { why: words.spoken(card.stuck) })}</p>` : null}
    ${card.target.way ? html`<p class="note">${wayText(card.target.way)}</p>` : null}
    <button class="button primary send" ref=${button} data-do="send" disabled=${busy} onClick=${() => onSend()}>${t(wins !== null ? "card.attack" : "card.go", { n: option.n ?? 0, place: name })} <kbd>↵</kbd></button>
  </div>`;
}

/** @param {import("../lib/shapes").Piece[]} here @param {GameWords} words */
function standing(here, words) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const p of here) if (!isRuin(p)) sums.set(p.faction, (sums.get(p.faction) ?? 0) + (p.count ?? 1));
  return [...sums].map(([id, n]) => `${n} ${words.name(id)}`).join(", ") || t("tag.empty");
}

/** @param {{odds: BattleOdds, look: Look, words: GameWords}} p */
function OddsBar({ odds, look, words }) {
  const paint = (/** @type {string | undefined} */ id) => `background:${hatched(factionOf(look, id ?? "").colour, factionOf(look, id ?? "").hatch)}`;
  const wins = /** @type {number} */ (winChance(odds));
  const nobody = odds.nobody ?? 0;
  const loses = odds.defender_wins ?? 1 - wins - nobody;
  const usual = (Array.isArray(odds.ends) ? odds.ends : []).filter((e) => e.attackers > 0).sort((a, b) => b.p - a.p)[0];
  return html`<div class="split" role="img" aria-label=${t("odds.spoken", { attacker: words.name(odds.attacker), a: percent(wins), defender: words.name(odds.defender), d: percent(loses), n: percent(nobody) })}>
      <span style=${`flex:${wins} 1 0;${paint(odds.attacker)}`}>${wins > 0.3 ? t("card.win", { chance: percent(wins) }) : ""}</span>
      ${nobody > 0 ? html`<span class="neither" style=${`flex:${nobody} 1 0`}></span>` : null}
      ${loses > 0 ? html`<span style=${`flex:${loses} 1 0;${paint(odds.defender)}`}>${wins <= 0.3 ? t("card.win", { chance: percent(wins) }) : ""}</span>` : null}</div>
    <p class="note">${outcome(odds, loses, nobody)}${usual && Number(odds.attackers) > 1 ? ` ${t("card.usually", { n: usual.attackers, of: odds.attackers })}` : ""}</p>`;
}

/** What else the dice may bring: how it is decided without them, steps lost on either side, or defeat. @param {BattleOdds} odds @param {number} loses @param {number} nobody */
function outcome(odds, loses, nobody) {
  if (typeof odds.ends === "string") return t(`panel.${odds.ends}`);
  const lost = odds["average-lost"];
  if (lost) return t("card.steps", { lost: Number(lost[odds.attacker ?? ""]).toFixed(1), dealt: Number(lost[odds.defender ?? ""]).toFixed(1) });
  return loses || nobody ? t("card.loses", { lose: percent(loses), nobody: percent(nobody) }) : "";
}
