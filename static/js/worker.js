// The service worker: shows what is pushed, and what was kept when there is no network.
//
// A push is always shown: Safari takes the right to push away after three that are not. Pages are
// fetched as without it; only where that fails, the copy that the page's own script has kept for
// the person whose device this is takes its place (js/device.js), or else the offline page.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOUSE = "house-release"; // the site puts in which
const OFFLINE = "/offline/";

scope.addEventListener("install", (event) => {
  event.waitUntil(prepare());
});

async function prepare() {
  const cache = await caches.open(HOUSE);
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "reload" });
  const text = await page.clone().text();
  await cache.put(OFFLINE, page);
  const styles = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((found) => found[1]);
  await Promise.all(styles.map((url) => cache.add(url).catch(() => {})));
  await scope.skipWaiting();
}

scope.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

async function tidy() {
  for (const name of await caches.keys()) {
    if (name.startsWith("house-") && name !== HOUSE) await caches.delete(name);
  }
  await prune();
  await scope.clients.claim();
}

/** Pages whose time is over go, and files that no kept page asks for, such as of older releases. */
async function prune() {
  const wanted = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith("kept-")) continue;
    const pages = await caches.open(name);
    for (const request of await pages.keys()) {
      const page = await pages.match(request);
      if (isOver(page)) await pages.delete(request);
      else for (const url of JSON.parse(page.headers.get("X-Files") ?? "[]")) wanted.add(url);
    }
  }
  const files = await caches.open("files");
  for (const request of await files.keys()) if (!wanted.has(request.url)) await files.delete(request);
}

/** Whether a kept page is not to be shown any more; one without an end is from an older release. */
const isOver = (page) => !(Number(page.headers.get("X-Until")) > Date.now());

// --- push ---------------------------------------------------------------------------------------

scope.addEventListener("push", (event) => {
  let pushed = {};
  try {
    pushed = event.data.json();
  } catch {
    // shown all the same
  }
  event.waitUntil(show(pushed));
});

async function show(pushed) {
  await scope.registration.showNotification(pushed.title ?? "Jinya", {
    body: pushed.text ?? "",
    tag: pushed.tag ?? "jinya",
    renotify: true, // what takes the place of another is news all the same
    icon: "/static/img/icon-192.png",
    data: { url: pushed.url ?? "/" },
  });
  if (pushed.boards !== undefined) await scope.navigator.setAppBadge?.(pushed.boards).catch(() => {});
}

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** The tab that has the board, or any other that has none, is brought to the front. */
async function open(url) {
  const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const path = (tab) => new URL(tab.url).pathname;
  const there = tabs.find((tab) => path(tab) === url);
  if (there) return there.focus();
  const idle = tabs.find((tab) => !path(tab).startsWith("/matches/")) ?? tabs[0];
  if (!idle) return scope.clients.openWindow(url);
  await idle.focus().catch(() => {});
  return idle.navigate(url).catch(() => scope.clients.openWindow(url));
}

// --- without a network ----------------------------------------------------------------------------

scope.addEventListener("fetch", (event) => {
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
  if (page && isOver(page)) await prune();
  else if (page) return page;
  return (await caches.match(OFFLINE, { cacheName: HOUSE })) ?? Response.error();
}

async function owner() {
  const note = await caches.match("/who", { cacheName: "who" });
  return note ? note.text() : "";
}

async function file(url) {
  return (await caches.match(url.href)) ?? Response.error();
}

// --- moves that could not be sent --------------------------------------------------------------------

scope.addEventListener("message", (event) => {
  if (event.data === "send") event.waitUntil(sendMoves().catch(() => {}));
  if (event.data === "prune") event.waitUntil(prune().catch(() => {}));
});

scope.addEventListener("sync", (event) => {
  if (event.tag === "moves") event.waitUntil(sendMoves());
});

const OF_NO_USE = [400, 403, 404, 409, 410, 422]; // what will be answered again, however often it is sent

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
    const answer = await sendMove(move, who).catch(() => null);
    isLost ||= answer === null;
    if (answer?.status === 200) await moves.delete(request);
    else if (OF_NO_USE.includes(answer?.status)) {
      await moves.put(request, new Response(JSON.stringify({ ...move, state: "stale" })));
    }
  }
  const tabs = await scope.clients.matchAll({ type: "window" });
  for (const tab of tabs) tab.postMessage("moves");
  if (isLost) throw new Error("no network yet"); // the browser tries again
}

/** Whoever has signed in again since the move was made has another token: the page has it. */
async function sendMove(move, who) {
  const answer = await postMove(move);
  if (answer.status !== 403) return answer;
  const page = await (await fetch(move.page)).text();
  const token = /"X-CSRFToken": "(\w+)"/.exec(page)?.[1];
  return token && page.includes(`data-user="${who}"`) ? postMove({ ...move, token }) : answer;
}

function postMove(move) {
  return fetch(move.path, {
    method: "POST",
    headers: { "HX-Request": "true", "X-CSRFToken": move.token },
    body: new URLSearchParams(move.fields),
    redirect: "manual",
  });
}
