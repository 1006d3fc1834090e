/** Notifications on the account page: where to be told, when not, and holidays. */
/** @import { Holiday, Notifications } from "../lib/shapes" */
import { html, useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { placed } from "../lib/base.js";
import { t } from "../lib/words.js";

/** @typedef {{attempt: (act: () => Promise<unknown>) => () => Promise<void>}} Attempting */

/** Whether this browser can be told by push, on an address where it allows that. */
const pushWorks = () => "serviceWorker" in navigator && "PushManager" in window && isSecureContext;

/** @param {string} text base64url @returns {Uint8Array<ArrayBuffer>} */
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

/** Until a worker is at work; `ready` would wait for one that has this page in its scope. @param {ServiceWorkerRegistration} worker */
const begun = (worker) => new Promise((done) => {
  if (worker.active) done(null);
  else worker.installing?.addEventListener("statechange", () => worker.active && done(null));
});

/** Ask the browser for a subscription. @param {string} key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("notify.not-allowed"));
  const worker = await navigator.serviceWorker.register(placed("/club/push-worker.js"));
  await begun(worker);
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  return JSON.stringify(made.toJSON());
}

/** @param {SubmitEvent} e @returns {Record<string, string>} */
const fields = (e) => {
  e.preventDefault();
  return Object.fromEntries([...new FormData(/** @type {HTMLFormElement} */ (e.target))].map(([k, v]) => [k, String(v)]));
};

/** @param {Attempting} p */
export function Notify({ attempt }) {
  const [told, setTold] = useState(/** @type {Notifications | null} */ (null));
  useEffect(() => void attempt(async () => setTold(await api.get("/me/notifications")))(), []);
  if (!told) return null;
  const add = (/** @type {string} */ kind, /** @type {string} */ address) => async () => setTold(await api.post("/me/notifications/channels", { kind, address }));
  const remove = (/** @type {string} */ id) => attempt(async () => {
    await api.remove(`/me/notifications/channels/${id}`);
    setTold(await api.get("/me/notifications"));
  });
  const form = (/** @type {"email" | "apprise"} */ kind) => html`<form class="line" onSubmit=${(/** @type {SubmitEvent} */ e) => attempt(add(kind, fields(e).address))()}><input class="input" name="address" required type=${kind === "email" ? "email" : "text"} maxlength="500" aria-label=${t(`notify.${kind}`)} placeholder=${t(`notify.${kind}-example`)} /><button class="button" data-do=${`add-${kind}`}>${t(`notify.${kind}-add`)}</button></form>`;
  const quiet = (/** @type {SubmitEvent} */ e) => {
    const { begins, ends, wait } = fields(e);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    attempt(async () => setTold(await api.put("/me/notifications/quiet", { begins, ends, zone, wait: Number(wait) })))();
  };
  return html`<section class="card notify"><h2>${t("notify.title")}</h2><p class="small">${t("notify.note")}</p>
    <ul class="kept">${told.channels.map((c) => html`<li key=${c.id} data-channel=${c.kind}><span><b>${t(`notify.${c.kind}`)}</b><small>${c.kind === "push" ? "" : c.name} ${c.confirmed ? "" : t("notify.unconfirmed")}</small></span><button class="button" onClick=${remove(c.id)}>${t("account.forget")}</button></li>`)}</ul>
    ${pushWorks() ? html`<p><button class="button" data-do="add-push" onClick=${attempt(async () => add("push", await subscribe(told.push_key))())}>${t("notify.push-add")}</button></p>` : html`<p class="small">${t("notify.push-cannot")}</p>`}
    ${told.kinds.includes("email") ? form("email") : null}${told.kinds.includes("apprise") ? form("apprise") : null}
    <form class="line" onSubmit=${quiet}><label>${t("notify.quiet-from")} <input class="input" type="time" name="begins" required value=${told.quiet.begins} /></label><label>${t("notify.quiet-to")} <input class="input" type="time" name="ends" required value=${told.quiet.ends} /></label><label>${t("notify.wait")} <input class="input" type="number" name="wait" min="0" max="1440" required value=${told.quiet.wait} /></label><button class="button" data-do="quiet">${t("lobby.save")}</button></form>
    <p class="small">${told.quiet.begins === told.quiet.ends ? t("notify.never-quiet") : t("notify.quiet-is", told.quiet)}</p>
  </section>`;
}

/** @param {Attempting} p */
export function HolidayPlans({ attempt }) {
  const [told, setTold] = useState(/** @type {{holidays: Holiday[], days_left: number} | null} */ (null));
  useEffect(() => void attempt(async () => setTold(await api.get("/me/holidays")))(), []);
  if (!told) return null;
  const plan = (/** @type {SubmitEvent} */ e) => {
    const { begins, ends } = fields(e);
    const end = new Date(`${ends}T00:00`);
    end.setDate(end.getDate() + 1);
    attempt(async () => setTold(await api.post("/me/holidays", { begins: new Date(`${begins}T00:00`).toISOString(), ends: end.toISOString() })))();
  };
  const end = (/** @type {number} */ id) => attempt(async () => {
    await api.remove(`/me/holidays/${id}`);
    setTold(await api.get("/me/holidays"));
  });
  const day = (/** @type {string} */ time, back = 0) => new Date(Date.parse(time) - back).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short", year: "numeric" });
  return html`<section class="card plans"><h2>${t("holiday.title")}</h2><p class="small">${t("holiday.note", { n: told.days_left })}</p>
    <ul class="kept">${told.holidays.map((h) => html`<li key=${h.id} data-holiday><span><b>${day(h.begins)} – ${day(h.ends, 1000)}</b></span><button class="button" onClick=${end(h.id)}>${t("holiday.end")}</button></li>`)}</ul>
    <form class="line" onSubmit=${plan}><label>${t("holiday.from")} <input class="input" type="date" name="begins" required /></label><label>${t("holiday.to")} <input class="input" type="date" name="ends" required /></label><button class="button" data-do="holiday">${t("holiday.add")}</button></form>
  </section>`;
}

/** Coming back by a mailed link. @param {Attempting} p */
export function SignInByMail({ attempt }) {
  const [sent, setSent] = useState(false);
  const send = (/** @type {SubmitEvent} */ e) => {
    const { address } = fields(e);
    attempt(async () => {
      await api.post("/mail/sign-in", { address });
      setSent(true);
    })();
  };
  return sent ? html`<p role="status">${t("account.mail-sent")}</p>` : html`<form class="line apart" onSubmit=${send}><input class="input" name="address" type="email" required aria-label=${t("notify.email")} placeholder=${t("notify.email-example")} /><button class="button" data-do="sign-in-mail">${t("account.sign-in-mail")}</button></form>`;
}
