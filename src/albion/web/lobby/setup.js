/** A new match: the game, its options in plain words, and who sits where. */
/** @import { AboutGame, DataTable, Game, GameTable, GameOption, NamedSeat, Setting } from "../lib/catalogue" */
import { field } from "../lib/forms.js";
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { api, chance } from "../lib/api.js";
import { followed, navigate } from "../lib/route.js";
import { botName, GameWords, plain, t } from "../lib/words.js";
import { defaults, goodBot, seatsOf } from "./first.js";
import { introduce } from "./who.js";
import { ClockChoice, clockRequest, NO_CLOCK } from "../club/clock.js";
import { lookOf } from "../look/boards.js";
import { hatched } from "../look/counters.js";
import { seatLook } from "../look/look.js";
import { originalId, originals, VariantChoice } from "../lab/variants.js";

/** @param {NamedSeat} seat */
const seatTitle = (seat) => (seat.name === seat.id ? plain(seat.name) : seat.name);

/** About how long, in words. @param {[number, number]} minutes */
export function duration([from, to]) {
  const hours = (/** @type {number} */ n) => String(Math.round(n / 30) / 2);
  return hours(from) === hours(to) ? t("lobby.hours-one", { n: hours(from) }) : t("lobby.hours", { from: hours(from), to: hours(to) });
}

/** Whether something has come well into sight: what only it needs is asked for then. @param {{current: HTMLElement | null}} card */
function useSeen(card) {
  const [seen, see] = useState(false);
  useEffect(() => {
    if (!card.current) return undefined;
    const watch = new IntersectionObserver((some) => some.some((x) => x.isIntersecting) && see(true), { rootMargin: "0px 0px -30% 0px" });
    watch.observe(card.current);
    return () => watch.disconnect();
  }, []);
  return seen;
}

/** @param {{games: Game[], chosen: {id: string, friends: boolean, asked: number}, attempt: (act: () => Promise<unknown>) => void}} p */
export function Setup({ games, chosen, attempt }) {
  const [id, setId] = useState(chosen.id);
  const game = games.find((g) => g.id === id) ?? games[0];
  const [options, setOptions] = useState(/** @type {Record<string, Setting>} */ (game ? defaults(game) : {}));
  const [seats, setSeats] = useState(/** @type {Record<string, string>} */ ({}));
  const [others, setOthers] = useState("");
  const [pace, setPace] = useState("live");
  const [clock, setClock] = useState(NO_CLOCK);
  const [open, setOpen] = useState(false);
  const [rated, setRated] = useState(false);
  const [name, setName] = useState("");
  const [full, setFull] = useState(/** @type {GameTable | null} */ (null));
  const pick = (/** @type {string} */ next) => {
    setId(next);
    setOptions(defaults(games.find((g) => g.id === next) ?? game));
    setSeats({});
  };
  useEffect(() => {
    if (!chosen.asked) return;
    pick(chosen.id);
    setOthers(chosen.friends ? "open" : "");
  }, [chosen.asked]);
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  const seen = useSeen(card);
  useEffect(() => {
    if (game && seen) api.gameTable(game.id).then(setFull, () => {});
  }, [game?.id, seen]);
  if (!game) return html`<section class="card"><p>${t("lobby.no-games")}</p></section>`;
  const words = new GameWords(full?.id === game.id ? full.words : {});
  const list = seatsOf(game, options);
  const choice = (/** @type {string} */ seat, /** @type {number} */ i) => {
    if (rated) return i === Math.max(0, list.findIndex((s) => seats[s.id] === "human")) ? "human" : "open";
    return seats[seat] ?? (i === 0 ? "human" : others || `bot:${goodBot(game)}`);
  };
  const begin = () => attempt(async () => {
    if (linked && name.trim()) await introduce(name);
    const taken = Object.fromEntries(list.map((s, i) => [s.id, choice(s.id, i)]));
    const made = await api.post("/matches", { game: game.id, options, seats: taken, pace, public: open, rated, clock: clockRequest(clock), chance: chance() });
    navigate(`/match/${made.match}`);
  });
  const linked = list.filter((s, i) => choice(s.id, i) === "open").length;
  return html`<section class="card setup-card" id="setup" data-tab="new" ref=${card} aria-label=${t("lobby.new")}>
    <h2>${t("lobby.new")}</h2><p class="small">${t("lobby.new-note")}</p>
    <fieldset class="games"><legend class="visually-hidden">${t("lobby.game")}</legend>
      ${originals(games).map((g) => html`<label class="game" key=${g.id}><input type="radio" name="game" value=${g.id} checked=${g.id === originalId(game)} onChange=${() => pick(g.id)} /><span class="plate"><b>${g.title}</b></span></label>`)}
    </fieldset>
    <p class="about">${game.about?.line ?? ""}</p>
    <form class="setup" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); begin(); }}>
      <div class="option-list"><${VariantChoice} games=${games} game=${game} pick=${pick} />${game.options.map((o) => html`<${Option} key=${o.name} option=${o} about=${game.about?.options?.[o.name]} words=${words} value=${options[o.name]} onChange=${(/** @type {Setting} */ v) => setOptions({ ...options, [o.name]: v })} />`)}
        <div class="option-row"><div><b id="pace-name">${t("lobby.pace")}</b><small>${t("lobby.pace-note")}</small></div>
          <select class="input" aria-labelledby="pace-name" value=${pace} onChange=${(/** @type {Event} */ e) => setPace(field(e).value)}><option value="live">${t("pace.live")}</option><option value="slow">${t("pace.slow")}</option></select></div>
        <${ClockChoice} value=${clock} bots=${game.bots} onChange=${setClock} />
        <label class="option-row"><div><b>${t("lobby.public")}</b><small>${t("lobby.public-note")}</small></div><input type="checkbox" class="toggle" checked=${open} onChange=${(/** @type {Event} */ e) => setOpen(field(e).checked)} /></label>
        <label class="option-row"><div><b>${t("lobby.rated")}</b><small>${t("lobby.rated-note")}</small></div><input type="checkbox" class="toggle" data-do="rated" checked=${rated} onChange=${(/** @type {Event} */ e) => setRated(field(e).checked)} /></label></div>
      <div class="seats-table">${list.map((s, i) => html`<${SeatRow} key=${s.id} game=${game} seat=${s} rated=${rated} value=${choice(s.id, i)} onChange=${(/** @type {string} */ v) => setSeats(rated ? { [s.id]: v } : { ...seats, [s.id]: v })} />`)}</div>
      ${linked ? html`<${HostName} name=${name} onName=${setName} />` : null}
      <div class="begin"><button class="button primary" data-do="begin">${t("lobby.begin")}</button>
        <span class="small">${game.about ? t("lobby.takes", { time: duration(game.about.minutes) }) : ""} ${linked ? t("lobby.links-next", { n: linked }) : ""}</span>
        <a class="ghost" href=${`/rules/${game.id}`} onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate(`/rules/${game.id}`))}>${t("lobby.rules")}</a></div>
    </form>
    <${Provenance} tables=${full?.id === game.id ? full.tables : []} />
  </section>`;
}

/** Who invites the others: asked of those who have no name yet. @param {{name: string, onName: (name: string) => void}} p */
function HostName({ name, onName }) {
  const [nameless, setNameless] = useState(false);
  useEffect(() => {
    api.get("/me").then((me) => setNameless([null, t("lobby.guest"), t("learn.guest")].includes(me.name)), () => {});
  }, []);
  if (!nameless) return null;
  return html`<label class="option-row"><div><b>${t("lobby.name")}</b><small>${t("lobby.name-note")}</small></div><input class="input" data-do="host-name" maxlength="40" value=${name} placeholder=${t("lobby.guest")} onInput=${(/** @type {Event} */ e) => onName(field(e).value)} /></label>`;
}

/** A seat: what it leads, who takes it, and what that bot is like; in a rated match there is one person on each. @param {{game: Game, seat: NamedSeat, rated: boolean, value: string, onChange: (to: string) => void}} p */
function SeatRow({ game, seat, rated, value, onChange }) {
  const { colour, hatch } = seatLook(lookOf(game.board), seat.id, null);
  const level = value.startsWith("bot:") ? game.levels.find((l) => `bot:${l.name}` === value) : null;
  return html`<label class="seat-row">
    <span class="swatch" style=${`background:${hatched(colour, hatch)}`}></span><span><b>${seatTitle(seat)}</b><small>${game.about?.seats?.[seat.id] ?? ""}</small></span>
    <span><select class="input" data-seat=${seat.id} value=${value} onChange=${(/** @type {Event} */ e) => onChange(field(e).value)}>
      <option value="human">${t("lobby.me")}</option>${(rated ? [] : game.levels).map((l) => html`<option key=${l.name} value=${`bot:${l.name}`}>${botName(l.name)}${l.rating ? ` · ${l.rating}` : ""}</option>`)}${rated && value === "human" ? null : html`<option value="open">${t("lobby.friend")}</option>`}
    </select>${level ? html`<small>${level.line} ${level.rating ? t("lobby.bot-rating", { n: level.rating }) : t("lobby.bot-unrated")}</small>` : null}</span></label>`;
}

/** An option with what it changes at the table. @param {{option: GameOption, about: AboutGame["options"][string] | undefined, words: GameWords, value: Setting, onChange: (value: Setting) => void}} p */
function Option({ option, about, words, value, onChange }) {
  const name = about?.title ?? words.parts.term?.[option.name] ?? plain(option.name);
  const note = html`<div><b>${name}</b><small>${about?.text ?? ""} ${about?.values?.[String(value).toLowerCase()] ?? ""}</small></div>`;
  if (typeof option.default === "boolean") {
    return html`<label class="option-row">${note}<input type="checkbox" class="toggle" name=${option.name} checked=${value} onChange=${(/** @type {Event} */ e) => onChange(field(e).checked)} /></label>`;
  }
  return html`<label class="option-row">${note}<select class="input" name=${option.name} value=${String(value)} onChange=${(/** @type {Event} */ e) => onChange(option.values.find((v) => String(v) === field(e).value) ?? option.default)}>
    ${[...option.values].sort().map((v) => html`<option key=${v} value=${String(v)}>${typeof v === "number" ? v : (words.parts.term?.[String(v)] ?? words.name(v))}</option>`)}</select></label>`;
}

/** What is printed and what is reconstructed. @param {{tables: DataTable[]}} p */
function Provenance({ tables }) {
  if (!tables?.length) return null;
  const guessed = tables.filter((x) => x.confidence === "reconstructed").length;
  return html`<details class="provenance" style="margin-top:14px"><summary>${t("lobby.provenance", { n: tables.length, guessed })}</summary>
    <ul>${tables.map((x) => html`<li key=${x.name}><b>${plain(x.name)}</b> <span class=${`confidence ${x.confidence}`}>${t(`confidence.${x.confidence}`)}</span> ${x.source}</li>`)}</ul></details>`;
}
