/** Views as the server tells them: what changed, as a JSON Patch of add, remove and replace. */

/** @typedef {{ op: "add" | "remove" | "replace", path: string, value?: unknown }} Operation */

/** The document after a patch; what did not change stays the same object. @template T @param {T} document @param {Operation[]} patch @returns {T} */
export function patched(document, patch) {
  /** What was copied for this patch already. @type {Set<object>} */
  const own = new Set();
  let root = document;
  for (const operation of patch) {
    const keys = operation.path.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    root = changed(root, keys, operation, own);
  }
  return root;
}

/** @param {any} node of a document, `any` because only its path says what it is, @param {string[]} keys @param {Operation} operation @param {Set<object>} own @returns {any} */
function changed(node, [key, ...rest], operation, own) {
  if (!own.has(node)) {
    node = Array.isArray(node) ? [...node] : { ...node };
    own.add(node);
  }
  if (rest.length) node[key] = changed(node[key], rest, operation, own);
  else if (Array.isArray(node)) node.splice(Number(key), operation.op === "add" ? 0 : 1, ...(operation.op === "remove" ? [] : [operation.value]));
  else if (operation.op === "remove") delete node[key];
  else node[key] = operation.value;
  return node;
}
