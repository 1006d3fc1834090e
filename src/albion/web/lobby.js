/** The lobby: begin a match, go on with one, join, watch, look at finished ones, bring a record. */
import { html, useEffect, useRef, useState } from "./lib/html.js";
import { api, chance } from "./lib/api.js";
import { followed, navigate } from "./lib/route.js";
import { change, theme } from "./lib/settings.js";
import { line } from "./lib/socket.js";
import { botName, GameWords, has, plain, t } from "./lib/words.js";
import { Drawing, boardFiles } from "./table/drawing.js";
import { Shield } from "./table/header.js";

/** @param {string} text */
function useMe(text = "") {
  const [me, setMe] = useState(/** @type {{player: string | null, name: string | null}} */ ({ player: null, name: text || null }));
  useEffect(() => {
    api.get("/me").then(setMe, () => {});
  }, []);
  return /** @type {const} */ ([me, setMe]);
}

/** Make sure the server knows who this is. @param {string | null} name */
async function introduce(name) {
  const me = await api.post("/me", { name: name?.trim() || t("lobby.guest") });
  line.restart();
  return me;
}

export function Lobby() {
  const [games, setGames] = useState(/** @type {any[] | null} */ (null));
  const [me, setMe] = useMe();
  const [error, setError] = useState("");
  useEffect(() => {
    document.title = "Albion";
    api.games().then((g) => setGames(g.games), (e) => setError(e.message));
  }, []);
  const named = async () => {
    const made = me.player ? me : await introduce(me.name);
    setMe(made);
    return made;
  };
  const attempt = async (/** @type {() => Promise<any>} */ act) => {
    setError("");
    try {
      await named();
      await act();
    } catch (/** @type {any} */ refusal) {
      setError(refusal.message);
    }
  };
  return html`<main class="lobby">
    <header class="lobby-head">
      <${Shield} size=${46} /><h1>Albion</h1><p>${t("lobby.motto")}</p>
      <label class="you"><span>${t("lobby.name")}</span>
        <input class="input" maxlength="40" value=${me.name ?? ""} placeholder=${t("lobby.guest")} onInput=${(/** @type {any} */ e) => setMe({ ...me, name: e.target.value })} onChange=${() => me.name?.trim() && introduce(me.name).then(setMe, (r) => setError(r.message))} /></label>
      <button class="icon-button" aria-label=${theme() === "dark" ? t("menu.light") : t("menu.dark")} onClick=${() => { change({ theme: theme() === "dark" ? "light" : "dark" }); setError(error); }}>◐</button>
    </header>
    ${error ? html`<p class="card notice bad" role="alert">${error}</p>` : null}
    <div class="lobby-grid">
      ${games ? html`<${NewMatch} games=${games} attempt=${attempt} />` : html`<section class="card"><p class="empty" role="status">${t("loading")}</p></section>`}
      <div class="lobby-side"><${Lists} games=${games ?? []} me=${me} attempt=${attempt} /></div>
    </div>
  </main>`;
}

/** @param {any} game @param {Record<string, any>} options */
function seatsOf(game, options) {
  const row = game.seats.table.find((/** @type {any} */ r) => Object.entries(r.when).every(([k, v]) => options[k] === v));
  return (row ?? game.seats.table[0]).seats;
}

/** The bot to play against if nothing is said. @param {string[]} bots */
const goodBot = (bots) => bots.find((b) => b !== "random") ?? bots[0];

/** @param {any} seat */
const seatTitle = (seat) => (seat.name === seat.id ? plain(seat.name) : seat.name);

/** @param {any} game */
const defaults = (game) => Object.fromEntries(game.options.map((/** @type {any} */ o) => [o.name, o.default]));

/** @param {any} p */
function NewMatch({ games, attempt }) {
  const [id, setId] = useState(games[0]?.id);
  const game = games.find((/** @type {any} */ g) => g.id === id) ?? games[0];
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ (game ? defaults(game) : {}));
  const [seats, setSeats] = useState(/** @type {Record<string, string>} */ ({}));
  const [pace, setPace] = useState("live");
  const [open, setOpen] = useState(false);
  const [full, setFull] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (game) api.game(game.id).then(setFull, () => {});
  }, [game?.id]);
  if (!game) return html`<section class="card"><p>${t("lobby.no-games")}</p></section>`;
  const words = new GameWords(full?.id === game.id ? full.words : {});
  const best = goodBot(game.bots);
  const list = seatsOf(game, options);
  const choice = (/** @type {string} */ seat, /** @type {number} */ i) => seats[seat] ?? (i === 0 ? "human" : `bot:${best}`);
  const pick = (/** @type {string} */ next) => {
    setId(next);
    setOptions(defaults(games.find((/** @type {any} */ g) => g.id === next)));
    setSeats({});
  };
  const begin = () => attempt(async () => {
    const taken = Object.fromEntries(list.map((/** @type {any} */ s, /** @type {number} */ i) => [s.id, choice(s.id, i)]));
    const made = await api.post("/matches", { game: game.id, options, seats: taken, pace, public: open, chance: chance() });
    navigate(`/match/${made.match}`);
  });
  return html`<section class="card" aria-label=${t("lobby.new")}>
    <${Frontispiece} key=${game.board} board=${game.board} />
    <h2>${t("lobby.new")}</h2>
    <fieldset class="games"><legend class="visually-hidden">${t("lobby.game")}</legend>
      ${games.map((/** @type {any} */ g) => html`<label class="game" key=${g.id}><input type="radio" name="game" value=${g.id} checked=${g.id === game.id} onChange=${() => pick(g.id)} /><span class="plate"><b>${g.title}</b><small>${has(`game.${g.id}`) ? t(`game.${g.id}`) : g.books.join(", ")}</small></span></label>`)}
    </fieldset>
    <form class="setup" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); begin(); }}>
      ${game.options.length ? html`<div class="options">${game.options.map((/** @type {any} */ o) => html`<${Option} key=${o.name} option=${o} words=${words} value=${options[o.name]} onChange=${(/** @type {any} */ v) => setOptions({ ...options, [o.name]: v })} />`)}</div>` : null}
      <div class="seats-table">${list.map((/** @type {any} */ s, /** @type {number} */ i) => html`<label class="seat-row" key=${s.id}>
        <span class="swatch" style=${`background:${SWATCH[s.id] ?? "var(--gilt)"}`}></span><b>${seatTitle(s)}</b>
        <select class="input" data-seat=${s.id} value=${choice(s.id, i)} onChange=${(/** @type {any} */ e) => setSeats({ ...seats, [s.id]: e.target.value })}>
          <option value="human">${t("lobby.me")}</option>${game.bots.map((/** @type {string} */ b) => html`<option key=${b} value=${`bot:${b}`}>${botName(b)}</option>`)}<option value="open">${t("lobby.friend")}</option>
        </select></label>`)}</div>
      <div class="options">
        <label class="check"><input type="radio" name="pace" checked=${pace === "live"} onChange=${() => setPace("live")} /> ${t("pace.live")}</label>
        <label class="check"><input type="radio" name="pace" checked=${pace === "slow"} onChange=${() => setPace("slow")} /> ${t("pace.slow")}</label>
        <label class="check"><input type="checkbox" checked=${open} onChange=${(/** @type {any} */ e) => setOpen(e.target.checked)} /> ${t("lobby.public")}</label>
      </div>
      <div class="begin"><button class="button primary" data-do="begin">${t("lobby.begin")}</button>
        <a class="ghost" href=${`/rules/${game.id}`} onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate(`/rules/${game.id}`))}>${t("lobby.rules")}</a></div>
    </form>
    <${Provenance} tables=${full?.id === game.id ? full.tables : []} />
  </section>`;
}

/** A strip of the board the game is played on. @param {{board: string}} p */
function Frontispiece({ board }) {
  const frame = useRef(/** @type {any} */ (null));
  useEffect(() => {
    Drawing.load(board).then(({ svg, data }) => {
      const [x, y, w, h] = data.viewBox;
      svg.setAttribute("viewBox", `${x + w * 0.06} ${y + h * 0.56} ${w * 0.88} ${h * 0.3}`);
      svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
      frame.current?.replaceChildren(svg);
    }, () => {});
  }, [board]);
  return html`<div class="frontispiece" aria-hidden="true" ref=${frame}></div>`;
}

/** @type {Record<string, string>} */
const SWATCH = { red: "#b9302f", blue: "#3557b5", green: "#2f8a70", yellow: "#d9aa2b", purple: "#76407f" };

/** @param {any} p */
function Option({ option, words, value, onChange }) {
  const name = words.parts.term?.[option.name] ?? plain(option.name);
  if (typeof option.default === "boolean") {
    return html`<label class="check"><input type="checkbox" name=${option.name} checked=${value} onChange=${(/** @type {any} */ e) => onChange(e.target.checked)} /> ${name}</label>`;
  }
  return html`<label class="field"><span>${name}</span><select class="input" name=${option.name} value=${String(value)} onChange=${(/** @type {any} */ e) => onChange(option.values.find((/** @type {any} */ v) => String(v) === e.target.value))}>
    ${[...option.values].sort().map((v) => html`<option key=${v} value=${String(v)}>${typeof v === "number" ? v : (words.parts.term?.[v] ?? words.name(v))}</option>`)}</select></label>`;
}

/** What is printed and what is reconstructed. @param {{tables: any[]}} p */
function Provenance({ tables }) {
  if (!tables?.length) return null;
  const guessed = tables.filter((x) => x.confidence === "reconstructed").length;
  return html`<details class="provenance" style="margin-top:14px"><summary>${t("lobby.provenance", { n: tables.length, guessed })}</summary>
    <ul>${tables.map((x) => html`<li key=${x.name}><b>${plain(x.name)}</b> <span class=${`confidence ${x.confidence}`}>${t(`confidence.${x.confidence}`)}</span> ${x.source}</li>`)}</ul></details>`;
}

/** @param {any} p */
function Lists({ games, me, attempt }) {
  const [mine, setMine] = useState(/** @type {any[]} */ ([]));
  const [open, setOpen] = useState(/** @type {any[]} */ ([]));
  const [done, setDone] = useState(/** @type {any[]} */ ([]));
  const load = () => {
    if (me.player) api.get("/matches?list=mine").then((r) => setMine(r.matches), () => {});
    api.get("/matches?list=public&limit=12").then((r) => setOpen(r.matches), () => {});
    if (me.player) api.get("/matches?list=finished&limit=12").then((r) => setDone(r.matches), () => {});
  };
  useEffect(() => {
    load();
    if (!me.player) return undefined;
    line.connect();
    const join = () => line.send({ do: "lobby" });
    const hear = (/** @type {any} */ m) => m.type === "lobby" && load();
    line.listeners.add(hear);
    line.watchers.add(join);
    join();
    return () => {
      line.listeners.delete(hear);
      line.watchers.delete(join);
    };
  }, [me.player]);
  const seen = games.filter((/** @type {any} */ g) => [...mine, ...done].some((m) => m.game === g.id));
  useEffect(() => {
    for (const g of seen) Promise.all([api.game(g.id), boardFiles(g.board)]).catch(() => {}); // a click on a match then opens at once
  }, [seen.map((/** @type {any} */ g) => g.id).join()]);
  const title = (/** @type {any} */ m) => m.title || games.find((/** @type {any} */ g) => g.id === m.game)?.title || m.game;
  const running = mine.filter((m) => m.status === "running");
  const others = open.filter((m) => !mine.some((x) => x.match === m.match));
  return html`
    <section class="card" aria-label=${t("lobby.mine")}><h2>${t("lobby.mine")}</h2>
      ${running.length ? html`<ul class="match-list">${running.map((m) => html`<${Row} key=${m.match} m=${m} title=${title(m)} href=${`/match/${m.match}`} />`)}</ul>` : html`<p class="empty">${t("lobby.none")}</p>`}</section>
    <${JoinByLink} />
    ${others.length ? html`<section class="card" aria-label=${t("lobby.open")}><h2>${t("lobby.open")}</h2><ul class="match-list">${others.map((m) => html`<${Row} key=${m.match} m=${m} title=${title(m)} href=${Object.values(m.open ?? {})[0] ? `/join/${Object.values(m.open)[0]}` : `/watch/${m.watch}`} />`)}</ul></section>` : null}
    ${done.length ? html`<section class="card" aria-label=${t("lobby.finished")}><h2>${t("lobby.finished")}</h2><ul class="match-list">${done.map((m) => html`<${Row} key=${m.match} m=${m} title=${title(m)} href=${`/match/${m.match}`} />`)}</ul></section>` : null}
    <${Import} attempt=${attempt} />`;
}

/** @param {any} p */
function Row({ m, title, href }) {
  const go = (/** @type {MouseEvent} */ e) => followed(e, () => navigate(href));
  const seat = m.seats.find((/** @type {any} */ s) => s.seat === m.turn?.seat);
  const who = m.turn?.yours ? t("lobby.your-turn") : seat ? t("lobby.turn", { name: seat.player ?? (seat.bot ? botName(seat.bot) : seat.name) }) : "";
  const winners = (m.outcome?.winners ?? []).map((/** @type {string} */ id) => m.seats.find((/** @type {any} */ s) => s.seat === id)?.name ?? id).join(", ");
  const scores = Object.entries(m.outcome?.scores ?? {}).map(([id, n]) => `${m.seats.find((/** @type {any} */ s) => s.seat === id)?.name ?? id} ${n}`).join(", ");
  return html`<li><a class=${`row ${m.turn?.yours ? "yours" : ""}`} href=${href} onClick=${go}>
    <b>${title}</b>${m.outcome ? html`<em>${t("lobby.won", { names: winners })}</em>` : html`<em>${who}</em>`}
    <small>${m.outcome ? scores : `${t(m.sandbox ? "sandbox" : `pace.${m.pace}`)} · ${since(m.turn?.since ?? m.changed)} · ${t("lobby.answers", { n: m.n })}`}</small></a></li>`;
}

/** @param {string} time */
function since(time) {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(time)) / 60000));
  if (minutes < 1) return t("since.now");
  if (minutes < 60) return t("since.minutes", { n: minutes });
  if (minutes < 2880) return t("since.hours", { n: Math.round(minutes / 60) });
  return t("since.days", { n: Math.round(minutes / 1440) });
}

function JoinByLink() {
  const [text, setText] = useState("");
  const go = (/** @type {Event} */ e) => {
    e.preventDefault();
    const found = text.match(/\/(join|watch|match|position)\b.*/);
    if (found) navigate(found[0]);
    else if (text.trim()) navigate(`/join/${text.trim()}`);
  };
  return html`<section class="card" aria-label=${t("lobby.join")}><h2>${t("lobby.join")}</h2>
    <form onSubmit=${go} style="display:flex;gap:8px"><input class="input" aria-label=${t("lobby.link")} placeholder=${t("lobby.link")} value=${text} onInput=${(/** @type {any} */ e) => setText(e.target.value)} /><button class="button">${t("lobby.go")}</button></form></section>`;
}

/** @param {any} p */
function Import({ attempt }) {
  const read = (/** @type {any} */ e) => {
    const file = e.target.files?.[0];
    if (!file) return;
    attempt(async () => {
      const made = await api.post("/records", { text: await file.text(), title: file.name.replace(/\.(txt|albion)$/, "").slice(0, 80) });
      navigate(`/match/${made.match}`);
    });
  };
  return html`<section class="card" aria-label=${t("lobby.import")}><h2>${t("lobby.import")}</h2>
    <label class="field"><span>${t("lobby.import-hint")}</span><input class="input" type="file" accept=".albion,.txt,text/plain" data-do="import" onChange=${read} /></label></section>`;
}

/** An invitation: what one would join, and a name to join with. @param {{invite: string}} p */
export function Join({ invite }) {
  const [offer, setOffer] = useState(/** @type {any} */ (null));
  const [me, setMe] = useMe();
  const [error, setError] = useState("");
  useEffect(() => {
    api.get(`/invites/${encodeURIComponent(invite)}`).then(setOffer, (e) => setError(e.message));
  }, [invite]);
  const join = async (/** @type {Event} */ e) => {
    e.preventDefault();
    try {
      setMe(await introduce(me.name));
      const table = await api.post(`/invites/${encodeURIComponent(invite)}`, { chance: chance() });
      navigate(`/match/${table.match}`);
    } catch (/** @type {any} */ refusal) {
      setError(refusal.message);
    }
  };
  return html`<main class="lobby" style="max-width:560px"><section class="card">
    <h2>${offer ? t("join.title", { name: offer.name }) : t("lobby.join")}</h2>
    ${error ? html`<p class="notice bad" role="alert">${error}</p>` : null}
    ${offer ? html`<p>${t("join.intro", { creator: offer.creator ?? "", title: offer.title || offer.game })}</p>
      <form class="setup" onSubmit=${join}><label class="field"><span>${t("lobby.name")}</span><input class="input" name="name" maxlength="40" value=${me.name ?? ""} placeholder=${t("lobby.guest")} onInput=${(/** @type {any} */ e) => setMe({ ...me, name: e.target.value })} /></label>
      <div class="begin"><button class="button primary" data-do="join">${t("join.go", { name: offer.name })}</button></div></form>` : html`<p><a class="ghost" href="/">${t("menu.lobby")}</a></p>`}
  </section></main>`;
}
