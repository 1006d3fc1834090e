/** Files that the page hands to the reader. */

/** @param {string} name @param {string} text @param {string} [type] */
export function saveText(name, text, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
