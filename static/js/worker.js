// The service worker: shows what is pushed, and what was kept when there is no network.
//
// A push is always shown: Safari takes the right to push away after three that are not. Pages are
// fetched as without it; only where that fails, the copy that the page's own script has kept for
// the person whose device this is takes its place (js/device.js), or else the offline page.

const HOUSE = "house-1";
const OFFLINE = "/offline/";

self.addEventListener("install", (event) => {
  event.waitUntil(prepare());
});

async function prepare() {
  const cache = await caches.open(HOUSE);
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "reload" });
  const text = await page.clone().text();
  await cache.put(OFFLINE, page);
  const styles = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((found) => found[1]);
  await Promise.all(styles.map((url) => cache.add(url).catch(() => {})));
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

async function tidy() {
  for (const name of await caches.keys()) {
    if (name.startsWith("house-") && name !== HOUSE) await caches.delete(name);
  }
  await self.clients.claim();
}

// --- push ---------------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // shown all the same
  }
  event.waitUntil(show(told));
});

async function show(told) {
  await self.registration.showNotification(told.title ?? "Jinya", {
    body: told.text ?? "",
    tag: told.tag ?? "jinya",
    icon: "/static/img/icon-192.png",
    data: { url: told.url ?? "/" },
  });
  if (told.boards !== undefined) await self.navigator.setAppBadge?.(told.boards).catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** The tab that has the board, or any other that has none, is brought to the front. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const path = (tab) => new URL(tab.url).pathname;
  const there = tabs.find((tab) => path(tab) === url);
  if (there) return there.focus();
  const idle = tabs.find((tab) => !path(tab).startsWith("/matches/")) ?? tabs[0];
  if (!idle) return self.clients.openWindow(url);
  await idle.focus();
  return idle.navigate(url).catch(() => self.clients.openWindow(url));
}

// --- without a network ----------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(url.pathname)));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fetch(request).catch(() => file(url)));
});

/** The owner's copy; whoever is signed in now is written down by each page that is opened. */
async function kept(path) {
  const who = await owner();
  const page = who && (await (await caches.open(`kept-${who}`)).match(path));
  return page || (await caches.match(OFFLINE, { cacheName: HOUSE })) || Response.error();
}

async function owner() {
  const note = await caches.match("/who", { cacheName: "who" });
  return note ? note.text() : "";
}

async function file(url) {
  return (await caches.match(url.href)) ?? Response.error();
}

// --- moves that could not be sent --------------------------------------------------------------------

self.addEventListener("message", (event) => {
  if (event.data === "send") event.waitUntil(sendMoves().catch(() => {}));
});

self.addEventListener("sync", (event) => {
  if (event.tag === "moves") event.waitUntil(sendMoves());
});

/** Sends each with its key, once it is wanted no more than once: the server knows it by that. */
async function sendMoves() {
  const who = await owner();
  if (!who) return;
  const moves = await caches.open(`moves-${who}`);
  let isLost = false;
  for (const request of await moves.keys()) {
    const found = await moves.match(request);
    const move = await found?.json();
    if (move?.state !== "waiting") continue;
    const answer = await post(move).catch(() => null);
    isLost ||= answer === null;
    if (answer?.status === 200) await moves.delete(request);
    else if ([404, 409, 422].includes(answer?.status)) {
      await moves.put(request, new Response(JSON.stringify({ ...move, state: "stale" })));
    }
  }
  const tabs = await self.clients.matchAll({ type: "window" });
  for (const tab of tabs) tab.postMessage("moves");
  if (isLost) throw new Error("no network yet"); // the browser tries again
}

function post(move) {
  return fetch(move.path, {
    method: "POST",
    headers: { "HX-Request": "true", "X-CSRFToken": move.token },
    body: new URLSearchParams(move.fields),
    redirect: "manual",
  });
}
