/** The account: the name others see, ways to come back from another device, and where one is signed in. */
/** @import { Passkey, Session } from "../lib/shapes" */
import { messageOf } from "../lib/errors.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { followed, navigate } from "../lib/route.js";
import { line } from "../lib/socket.js";
import { t } from "../lib/words.js";
import { introduce, useMe } from "../lobby/who.js";
import { Sure } from "../table/dialog.js";
import { Shield } from "../table/header.js";
import { HolidayPlans, Notify, SignInByMail } from "../club/notify.js";
import { addPasskey, passkeysWork, signInByPasskey } from "./passkeys.js";

/** What is said where a browser makes or shows no passkey, in words of its own. @type {Record<string, string>} */
const UNMADE = { NotAllowedError: "account.passkey-cancelled", NotSupportedError: "account.passkeys-cannot", SecurityError: "account.passkeys-cannot" };

/** @typedef {{attempt: (act: () => Promise<unknown>) => () => Promise<void>}} Attempting tries something; a refusal is shown on the page */

export function AccountPage() {
  const [me, setMe] = useMe();
  const [failed, setFailed] = useState("");
  useEffect(() => {
    document.title = `${t("account.title")} · Albion`;
  }, []);
  const attempt = (/** @type {() => Promise<unknown>} */ act) => async () => {
    setFailed("");
    await act().catch((refusal) => setFailed(refusal.name in UNMADE ? t(UNMADE[refusal.name]) : messageOf(refusal)));
  };
  const cameBack = async (/** @type {Promise<import("../lobby/who.js").Me>} */ told) => {
    setMe({ ...(await told), asked: true });
    line.restart();
  };
  return html`<main class="lobby account">
    <header class="lobby-head"><a class="ghost on-table-title" href="/" onClick=${(/** @type {MouseEvent} */ e) => followed(e, () => navigate("/"))}>← ${t("menu.lobby")}</a><${Shield} size=${34} /><h1>${t("account.title")}</h1></header>
    ${failed ? html`<p class="card notice bad" role="alert">${failed}</p>` : null}
    ${!me.asked ? html`<p class="card" role="status">${t("loading")}</p>` : me.player ? html`
      <${Name} key=${me.player} name=${me.name ?? ""} save=${(/** @type {string} */ name) => attempt(async () => setMe(await introduce(name)))()} />
      <${Recovery} key=${`code ${me.player}`} attempt=${attempt} />
      <${Notify} key=${`notify ${me.player}`} attempt=${attempt} />
      <${HolidayPlans} key=${`holidays ${me.player}`} attempt=${attempt} />
      <${Passkeys} key=${`keys ${me.player}`} attempt=${attempt} />
      <${Sessions} key=${`sessions ${me.player}`} attempt=${attempt} signOut=${attempt(async () => {
        await api.remove("/me");
        line.restart();
        setMe({ player: null, name: null, asked: true });
      })} />` : html`<${SignIn} attempt=${attempt} cameBack=${cameBack} />`}
  </main>`;
}

/** @param {{name: string, save: (name: string) => void}} p */
function Name({ name, save }) {
  const send = (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    save(String(new FormData(/** @type {HTMLFormElement} */ (e.target)).get("name")));
  };
  return html`<section class="card"><h2>${t("account.name")}</h2><form class="line" onSubmit=${send}><input class="input" name="name" maxlength="40" aria-label=${t("lobby.name")} value=${name} /><button class="button">${t("lobby.save")}</button></form></section>`;
}

/** A code that is shown once. @param {Attempting} p */
function Recovery({ attempt }) {
  const [made, setMade] = useState(/** @type {{code: string, link: string} | null} */ (null));
  const copy = (/** @type {string} */ text) => () => navigator.clipboard.writeText(text);
  return html`<section class="card"><h2>${t("account.recovery")}</h2><p class="small">${t("account.recovery-note")}</p>
    ${made ? html`<p class="code" data-code>${made.code}</p><p class="small">${t("account.recovery-once")}</p><div class="line"><button class="button" onClick=${attempt(copy(made.code))}>${t("account.copy-code")}</button><button class="button" onClick=${attempt(copy(made.link))}>${t("account.copy-link")}</button></div>`
      : html`<button class="button" data-do="recovery" onClick=${attempt(async () => setMade(await api.post("/me/recovery")))}>${t("account.recovery-go")}</button>`}
  </section>`;
}

/** @param {Attempting} p */
function Passkeys({ attempt }) {
  const [keys, setKeys] = useState(/** @type {Passkey[]} */ ([]));
  const load = async () => setKeys((await api.get("/me/passkeys")).passkeys);
  useEffect(() => void attempt(load)(), []);
  const add = attempt(async () => {
    await addPasskey(t("account.passkey-name", { date: day(new Date().toISOString()) }));
    await load();
  });
  const forget = (/** @type {Passkey} */ key) => attempt(async () => {
    await api.remove(`/me/passkeys/${encodeURIComponent(key.id)}`);
    await load();
  });
  return html`<section class="card"><h2>${t("account.passkeys")}</h2><p class="small">${t(passkeysWork() ? "account.passkeys-note" : "account.passkeys-cannot")}</p>
    <ul class="kept">${keys.map((k) => html`<li key=${k.id}><span><b>${k.name}</b><small>${t("account.since", { date: day(k.created) })}</small></span><button class="button" aria-label=${t("account.forget-key", { name: k.name })} onClick=${forget(k)}>${t("account.forget")}</button></li>`)}</ul>
    ${passkeysWork() ? html`<button class="button" data-do="add-passkey" onClick=${add}>${t("account.passkey-add")}</button>` : null}
  </section>`;
}

/** @param {Attempting & {signOut: () => void}} p */
function Sessions({ attempt, signOut }) {
  const [sessions, setSessions] = useState(/** @type {Session[]} */ ([]));
  const load = async () => setSessions((await api.get("/me/sessions")).sessions);
  useEffect(() => void attempt(load)(), []);
  const end = (/** @type {Session} */ s) => attempt(async () => {
    await api.remove(`/me/sessions/${s.id}`);
    await load();
  });
  const [leaving, setLeaving] = useState(false);
  return html`<section class="card"><h2>${t("account.sessions")}</h2>
    <ul class="kept">${sessions.map((s) => html`<li key=${s.id} data-session=${s.you ? "this" : "other"}><span><b>${device(s.agent)}</b><small>${s.you ? t("account.this-device") : t("account.seen", { date: day(s.seen) })}</small></span>
      ${s.you ? html`<button class="button" data-do="sign-out" onClick=${() => setLeaving(true)}>${t("account.sign-out")}</button>` : html`<button class="button" data-do="end-session" onClick=${end(s)}>${t("account.end")}</button>`}</li>`)}</ul>
    ${leaving ? html`<${Sure} title=${t("account.sign-out")} text=${t("account.sign-out-sure")} onYes=${signOut} onClose=${() => setLeaving(false)} />` : null}
  </section>`;
}

/** @param {Attempting & {cameBack: (told: Promise<import("../lobby/who.js").Me>) => Promise<void>}} p */
function SignIn({ attempt, cameBack }) {
  const byCode = (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const typed = String(new FormData(/** @type {HTMLFormElement} */ (e.target)).get("code")).trim();
    attempt(() => cameBack(api.post("/recover", { code: typed.replace(/^.*\/recover\//, "") })))();
  };
  return html`<section class="card"><h2>${t("account.sign-in")}</h2><p class="small">${t("account.sign-in-note")}</p>
    <form class="line" onSubmit=${byCode}><input class="input" name="code" required maxlength="200" autocomplete="off" aria-label=${t("account.code")} placeholder=${t("account.code")} /><button class="button primary" data-do="recover">${t("account.sign-in")}</button></form>
    ${passkeysWork() ? html`<p class="apart"><button class="button" data-do="sign-in-passkey" onClick=${attempt(() => cameBack(signInByPasskey()))}>${t("account.sign-in-passkey")}</button></p>` : null}
    <${SignInByMail} attempt=${attempt} />
  </section>`;
}

/** @param {string} time */
const day = (time) => new Date(time).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short", year: "numeric" });

/** A browser and its system, as far as its name tells. @param {string} agent */
function device(agent) {
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? "";
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  const named = { Edg: "Edge", OPR: "Opera", "Mac OS": "macOS" };
  const name = (/** @type {string} */ part) => named[/** @type {keyof typeof named} */ (part)] ?? part;
  return browser && system ? t("account.browser-on", { browser: name(browser), system: name(system) }) : browser || system || agent.slice(0, 40) || t("account.unknown-device");
}
