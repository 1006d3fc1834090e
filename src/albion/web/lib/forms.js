/** Form fields. */

/** The field an event comes from. @param {Event} e */
export const field = (e) => /** @type {HTMLInputElement} */ (e.target);
