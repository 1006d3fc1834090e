/** Shows what the server pushes, and opens the table when it is clicked; runs without the page. */

// TypeScript's types of a worker and of a page exclude each other, so that events and `self` are `any` here.
addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  event.waitUntil(/** @type {any} */ (self).registration.showNotification(title ?? "Albion", { body, tag, data: { url } }));
});

addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** Bring the table to the front if it is open somewhere, else open it. @param {string} url */
async function open(url) {
  const { clients } = /** @type {any} */ (self);
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ w) => w.url.startsWith(url));
  return there ? there.focus() : clients.openWindow(url);
}
