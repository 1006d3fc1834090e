/** Who this is: known by a cookie, asked for a name only when others would see it. */
import { useEffect, useState } from "../lib/html.js";
import { api } from "../lib/api.js";
import { line } from "../lib/socket.js";
import { t } from "../lib/words.js";

/** @typedef {{player: string | null, name: string | null}} Me */

export function useMe() {
  const [me, setMe] = useState(/** @type {Me & {asked?: boolean}} */ ({ player: null, name: null }));
  useEffect(() => {
    api.get("/me").then((told) => setMe({ ...told, asked: true }), () => setMe({ player: null, name: null, asked: true }));
  }, []);
  return /** @type {const} */ ([me, setMe]);
}

/** Make sure the server knows who this is. @param {string | null} name */
export async function introduce(name) {
  const me = await api.post("/me", { name: name?.trim() || t("lobby.guest") });
  line.restart();
  return { ...me, asked: true };
}

/** Whoever this is, with a name if there was none; nobody is renamed because the server has not answered yet. @param {Me & {asked?: boolean}} me */
export async function known(me) {
  const told = me.asked ? me : { ...(await api.get("/me")), asked: true };
  return told.player ? told : introduce(told.name);
}
