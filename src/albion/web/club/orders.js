/** Standing orders: how one's seat answers in other players' turns, and what that would have answered so far. */
/** @import { OrderKind, OrderPolicy, SetOrder, TriedAnswer } from "../lib/shapes" */
/** @import { MatchSession } from "../lib/match.js" */
import { messageOf } from "../lib/errors.js";
import { field } from "../lib/forms.js";
import { html, useEffect, useState } from "../lib/html.js";
import { api, query } from "../lib/api.js";
import { t } from "../lib/words.js";

/** @typedef {Record<string, SetOrder>} Orders */

/** @param {{session: MatchSession, Dialog: typeof import("../table/dialog.js").Dialog, tell: (text: string, bad?: boolean) => void, onClose: () => void}} p */
export function Orders({ session, Dialog, tell, onClose }) {
  const seats = session.table.you.seats;
  const [seat, setSeat] = useState(session.table.perspective ?? seats[0]);
  const [kinds, setKinds] = useState(/** @type {OrderKind[]} */ ([]));
  const [orders, setOrders] = useState(/** @type {Orders} */ ({}));
  const [tried, setTried] = useState(/** @type {TriedAnswer[] | null} */ (null));
  const path = `/matches/${session.id}/orders`;
  const attempt = (/** @type {() => Promise<void>} */ act) => () => act().catch((refusal) => tell(messageOf(refusal), true));
  const adopt = (/** @type {{kinds: OrderKind[], orders: Orders}} */ told) => {
    setKinds(told.kinds);
    setOrders(told.orders);
    setTried(null);
  };
  useEffect(() => void attempt(async () => adopt(await api.get(path + query({ seat }))))(), [seat]);
  const wanted = () => ({ seat, orders: Object.fromEntries(Object.entries(orders).map(([id, { policy, n, only }]) => [id, { policy, n, only }])) });
  const save = attempt(async () => {
    adopt(await api.put(path, wanted()));
    tell(t("orders.saved"));
  });
  const change = (/** @type {string} */ id, /** @type {Partial<SetOrder>} */ part) => {
    setOrders({ ...orders, [id]: { ...(orders[id] ?? { policy: "ask", n: null, only: [], disarmed: "" }), disarmed: "", ...part } });
    setTried(null);
  };
  const recommended = () => {
    setOrders(Object.fromEntries(kinds.filter((k) => k.default !== "ask").map((k) => [k.id, { policy: k.default, n: null, only: [], disarmed: "" }])));
    setTried(null);
  };
  return html`<${Dialog} title=${t("orders.title")} onClose=${onClose}>
    <p class="small">${t("orders.intro")}</p>
    ${seats.length > 1 ? html`<label class="line">${t("orders.seat")} <select class="input" value=${seat} onChange=${(/** @type {Event} */ e) => setSeat(field(e).value)}>${seats.map((s) => html`<option key=${s} value=${s}>${session.table.seats.find((x) => x.seat === s)?.name ?? s}</option>`)}</select></label>` : null}
    <div class="orders">${kinds.map((kind) => html`<${Row} key=${`${seat} ${kind.id}`} kind=${kind} order=${orders[kind.id]} onChange=${(/** @type {Partial<SetOrder>} */ part) => change(kind.id, part)} />`)}</div>
    <div class="row">
      <button class="button" data-do="orders-default" onClick=${recommended}>${t("orders.default")}</button>
      <button class="button" data-do="orders-try" onClick=${attempt(async () => setTried((await api.post(`${path}/trial`, wanted())).questions))}>${t("orders.try")}</button>
      <button class="button primary" data-do="orders-save" onClick=${save}>${t("orders.save")}</button>
    </div>
    ${tried ? html`<${Tried} questions=${tried} />` : null}
  <//>`;
}

/** @param {{kind: OrderKind, order: SetOrder | undefined, onChange: (part: Partial<SetOrder>) => void}} p */
function Row({ kind, order, onChange }) {
  const policy = kind.policies.find((p) => p.id === order?.policy);
  const n = order?.n ?? policy?.n ?? 0;
  const text = (/** @type {OrderPolicy} */ p) => p.text.replace("{n}", String(p.id === order?.policy ? n : p.n));
  const only = order?.only ?? [];
  const rest = kind.nouns.filter((x) => !only.includes(x.noun));
  return html`<div class="order-row" data-order=${kind.id}>
    <label><b>${kind.title}</b><select class="input" value=${policy ? policy.id : "ask"} onChange=${(/** @type {Event} */ e) => onChange({ policy: field(e).value, n: null })}><option value="ask">${t("orders.ask")}</option>${kind.policies.map((p) => html`<option key=${p.id} value=${p.id}>${text(p)}</option>`)}</select></label>
    ${order?.disarmed ? html`<p class="bad small" role="alert">${t("orders.disarmed", { why: order.disarmed })}</p>` : null}
    ${policy && policy.n !== null ? html`<label class="small">${t("orders.percent")} <input class="input" type="number" min="0" max="100" value=${n} onInput=${(/** @type {Event} */ e) => onChange({ n: Math.min(100, Math.max(0, Math.round(Number(field(e).value)))) })} /></label>` : null}
    ${policy && kind.nouns.length ? html`<p class="small">${only.length ? t("orders.only", { names: only.map((x) => kind.nouns.find((y) => y.noun === x)?.name ?? x).join(", ") }) : ""}
      <select class="input" aria-label=${t("orders.restrict")} value="" onChange=${(/** @type {Event} */ e) => field(e).value && onChange({ only: [...only, field(e).value] })}><option value="">${t("orders.restrict")}</option>${rest.map((x) => html`<option key=${x.noun} value=${x.noun}>${x.name}</option>`)}</select>
      ${only.length ? html`<button class="ghost" onClick=${() => onChange({ only: [] })}>${t("orders.anywhere")}</button>` : null}</p>` : null}
  </div>`;
}

/** @param {{questions: TriedAnswer[]}} p */
function Tried({ questions }) {
  if (!questions.length) return html`<p class="empty">${t("orders.none-tried")}</p>`;
  return html`<table class="tried"><thead><tr><th>${t("orders.question")}</th><th>${t("orders.given")}</th><th>${t("orders.would")}</th></tr></thead>
    <tbody>${questions.map((q) => html`<tr key=${q.n}><td>${q.question}</td><td>${q.given ?? t("orders.open")}</td><td>${q.answer ?? (q.disarmed ? t("orders.disarmed", { why: q.disarmed }) : t("orders.asks"))}</td></tr>`)}</tbody></table>`;
}
