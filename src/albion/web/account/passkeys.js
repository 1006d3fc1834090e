/** Passkeys: what the browser makes and shows, as the JSON that the server reads. */
import { api } from "../lib/api.js";

/** @param {string} text base64url @returns {Uint8Array} */
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

/** @param {ArrayBuffer | null | undefined} buffer */
const text = (buffer) => (buffer ? btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "") : null);

/** Whether this browser knows passkeys, on an address where it allows them. */
export const passkeysWork = () => "PublicKeyCredential" in window && isSecureContext;

/** What a browser gave, with every part as text. @param {Credential | null} given */
function asJson(given) {
  if (!(given instanceof PublicKeyCredential)) throw new Error("no passkey");
  /** @type {Record<string, string | null>} */
  const parts = {};
  const answer = given.response;
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (name in answer) parts[name] = text(/** @type {Record<string, ArrayBuffer | null>} */ (/** @type {unknown} */ (answer))[name]);
  }
  return { id: given.id, rawId: text(given.rawId), type: given.type, response: parts, clientExtensionResults: {} };
}

/** Make a passkey for the signed-in player. @param {string} name */
export async function addPasskey(name) {
  const { options, state } = await api.post("/me/passkeys/options");
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((/** @type {{id: string}} */ known) => ({ ...known, id: bytes(known.id) })),
  };
  const credential = asJson(await navigator.credentials.create({ publicKey }));
  return api.post("/me/passkeys", { state, credential, name });
}

/** Come back by a passkey. */
export async function signInByPasskey() {
  const { options, state } = await api.post("/passkey/options");
  const credential = asJson(await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] } }));
  return api.post("/passkey", { state, credential });
}
