/** Sitting down by a link, and matches brought as text. */
import { messageOf } from "../lib/errors.js";
import { field } from "../lib/forms.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api, chance } from "../lib/api.js";
import { navigate } from "../lib/route.js";
import { hours } from "../lib/figures.js";
import { botName, t } from "../lib/words.js";
import { VariantMark } from "../lab/variants.js";
import { introduce, useMe } from "./who.js";

export function JoinByLink() {
  const [text, setText] = useState("");
  const go = (/** @type {Event} */ e) => {
    e.preventDefault();
    const found = text.match(/\/(join|watch|match|position)\b.*/);
    if (found) navigate(found[0]);
    else if (text.trim()) navigate(`/join/${text.trim()}`);
  };
  return html`<section class="card" data-tab="tables" aria-label=${t("lobby.join")}><h2>${t("lobby.join")}</h2>
    <form onSubmit=${go} style="display:flex;gap:8px"><input class="input" aria-label=${t("lobby.link")} placeholder=${t("lobby.link")} value=${text} onInput=${(/** @type {Event} */ e) => setText(field(e).value)} /><button class="button">${t("lobby.go")}</button></form></section>`;
}

/** @param {{attempt: (act: () => Promise<void>) => void}} p */
export function Import({ attempt }) {
  const read = (/** @type {Event} */ e) => {
    const file = field(e).files?.[0];
    if (!file) return;
    attempt(async () => {
      const made = await api.post("/records", { text: await file.text(), title: file.name.replace(/\.(txt|albion)$/, "").replace(/^albion-m_[\w-]+( ?\(\d+\))?$/, "").slice(0, 80) });
      navigate(`/match/${made.match}`);
    });
  };
  return html`<section class="card" data-tab="tables" aria-label=${t("lobby.import")}><h2>${t("lobby.import")}</h2>
    <label class="field"><span>${t("lobby.import-hint")}</span><input class="input" type="file" accept=".albion,.txt,text/plain" data-do="import" onChange=${read} /></label></section>`;
}

/** What the game is, what one would lead, who else is there, and where to learn it. @param {{offer: import("../lib/shapes.js").Invitation, game: import("../lib/catalogue.js").GameTable | null}} p */
function Offered({ offer, game }) {
  const others = offer.seats.filter((s) => s.seat !== offer.seat).map((s) => `${s.name}: ${s.kind === "bot" ? botName(s.bot) : (s.player ?? t("lobby.free"))}`);
  const about = game?.about;
  return html`<div class="offered">
    ${about ? html`<p class="lead">${about.line}</p><p><b>${offer.name}</b>: ${about.seats[offer.seat] ?? ""}</p><p class="small">${t("learn.about", hours(about.minutes))} · ${t(`lobby.pace.${offer.pace}`)}</p>` : null}
    <p class="small">${others.join(" · ")}</p>
    <p><a class="ghost" href=${`/learn/${offer.game}`} target="_blank">${t("join.learn")}</a></p>
  </div>`;
}

/** An invitation: what one would join, and a name to join with. @param {{invite: string}} p */
export function Join({ invite }) {
  const [offer, setOffer] = useState(/** @type {import("../lib/shapes.js").Invitation | null} */ (null));
  const [game, setGame] = useState(/** @type {import("../lib/catalogue.js").GameTable | null} */ (null));
  const [me, setMe] = useMe();
  const [error, setError] = useState("");
  useEffect(() => {
    api.get(`/invites/${encodeURIComponent(invite)}`).then(setOffer, (e) => setError(messageOf(e)));
  }, [invite]);
  useEffect(() => {
    if (offer) api.gameTable(offer.game).then(setGame, () => {});
  }, [offer]);
  const join = async (/** @type {Event} */ e) => {
    e.preventDefault();
    try {
      setMe(await introduce(me.name));
      const table = await api.post(`/invites/${encodeURIComponent(invite)}`, { chance: chance() });
      navigate(`/match/${table.match}`);
    } catch (refusal) {
      setError(messageOf(refusal));
    }
  };
  return html`<main class="lobby" style="max-width:560px"><section class="card">
    <h2>${game ? t("join.title", { game: game.title }) : t("lobby.join")}</h2>
    ${error ? html`<p class="notice bad" role="alert">${error}</p>` : null}
    ${offer ? html`<p>${t(offer.title ? "join.intro" : "join.intro-untitled", { creator: offer.creator ?? "", title: offer.title })} <${VariantMark} of=${offer} /></p>
      <${Offered} offer=${offer} game=${game} />
      <form class="setup" onSubmit=${join}><label class="field"><span>${t("lobby.name")}</span><input class="input" name="name" maxlength="40" value=${me.name ?? ""} placeholder=${t("lobby.guest")} onInput=${(/** @type {Event} */ e) => setMe({ ...me, name: field(e).value })} /></label>
      <div class="begin"><button class="button primary" data-do="join">${t("join.go", { name: offer.name })}</button></div></form>` : html`<p><a class="ghost" href="/">${t("menu.lobby")}</a></p>`}
  </section></main>`;
}
