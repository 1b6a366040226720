// What this device does for the person who is signed in on it: it tells of boards that wait, keeps
// boards that were opened, and a move that could not be sent.
//
// Whose all that is stands in localStorage under "device": {user, push, at, keep, hasMoved, asked}. A page of
// anybody else, or of nobody, empties everything before it does anything.

import { fill, post, send } from "./lib.js";

const note = document.getElementById("device-note");
const who = document.body.dataset.user;
const words = note?.dataset ?? {};
const canWork = "serviceWorker" in navigator && "caches" in window;
const canPush = canWork && "PushManager" in window && "Notification" in window && Boolean(words.key);
const isAtBoard = document.querySelector(".match") !== null;
const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1; // an iPad says it is a Mac
const isIos = (/iPhone|iPad/.test(navigator.userAgent) || isTablet) && !navigator.standalone;
const MOST_PAGES = 21; // the desk, and twenty boards
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const read = () => {
  try {
    return JSON.parse(localStorage.getItem("device")) ?? {};
  } catch {
    return {};
  }
};

function write(changes) {
  try {
    localStorage.setItem("device", JSON.stringify({ ...read(), user: who, ...changes }));
  } catch {
    // nothing can be kept here
  }
}

const isOurs = () => Boolean(who) && read().user === who;
const keeps = () => isOurs() && read().keep === true;

// --- leaving ------------------------------------------------------------------------------------

async function empty() {
  for (const name of await caches.keys()) if (!name.startsWith("house-")) await caches.delete(name);
}

/** Nothing of whoever was here before is left. */
async function forget() {
  localStorage.removeItem("device");
  localStorage.removeItem("told");
  if (!canWork) return;
  await empty();
  await (await subscriptionHere())?.unsubscribe();
  await navigator.clearAppBadge?.();
}

document.addEventListener("submit", (event) => {
  if (!event.target.action?.endsWith("/accounts/logout/") || !read().user) return;
  event.preventDefault();
  const form = event.target;
  const leave = async () => {
    const subscription = canWork && (await subscriptionHere());
    if (subscription) await tell("drop", subscription).catch(() => {});
    await forget();
  };
  leave().catch(() => {}).finally(() => form.submit());
});

// --- push -----------------------------------------------------------------------------------------

async function subscriptionHere() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration?.pushManager?.getSubscription();
}

function tell(action, subscription, more = {}) {
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({ do: action, endpoint, ...keys, ...more });
  return post(words.push, { body });
}

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Asks for the right, and has the site push here; whether it does. To be called on a press. */
async function turnOn() {
  return (await Notification.requestPermission()) === "granted" && subscribe();
}

/** Has the site push here, and no more to where this browser listened before. */
async function subscribe() {
  await register();
  const registration = await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: bytes(words.key) };
  const subscription = await registration.pushManager.subscribe(options);
  const { at } = read();
  const answer = await tell("keep", subscription, at ? { instead: at } : {});
  if (!answer.ok) return false;
  write({ push: true, at: subscription.endpoint });
  return true;
}

/** Whether a subscription is for the key that the site pushes with now. */
function isForUs(subscription) {
  const key = subscription.options?.applicationServerKey;
  return !key || bytes(words.key).every((value, place) => value === new Uint8Array(key)[place]);
}

/** Subscribes anew without a word where the browser has lost what was asked for, or the site has
    another key. What the house has given up may have been taken off its list: that is asked. */
async function subscribeAgain() {
  if (Notification.permission !== "granted") return false;
  const subscription = await subscriptionHere();
  return (!subscription || !isForUs(subscription)) && subscribe();
}

async function turnOff() {
  const subscription = await subscriptionHere();
  if (subscription) {
    await tell("drop", subscription);
    await subscription.unsubscribe();
  }
  write({ push: false });
}

/** Whether the site still pushes here, and the browser still shows it. */
async function isReached() {
  if (Notification.permission !== "granted") return false;
  const subscription = await subscriptionHere();
  return Boolean(subscription) && isForUs(subscription) && (await tell("seen", subscription)).status === 204;
}

async function lookForPush() {
  if (!canPush || !isOurs() || !read().push || !navigator.onLine) return;
  if ((await isReached()) || (await subscribeAgain().catch(() => false))) return;
  if (!isAtBoard) showNote("stopped", { again: again, close: () => write({ push: false }) });
}

async function again() {
  if (await turnOn().catch(() => false)) location.reload();
}

document.addEventListener("match:shown", (event) => {
  const match = document.querySelector(".match");
  const isWithPerson = match?.querySelector("[data-person]") !== null;
  if (event.detail.mine && match?.dataset.status === "active" && isWithPerson) write({ hasMoved: true });
});

/** Asks in plain words, on the desk, once somebody has moved against a person: never at a board. */
function askForPush() {
  const { hasMoved, asked, push } = isOurs() ? read() : {};
  if (location.pathname !== "/desk/" || !hasMoved || asked || push) return;
  const no = () => write({ asked: true });
  if (isIos) showNote("ios", { close: no });
  else if (canPush && Notification.permission === "default") showNote("ask", { yes: () => again().then(no), no });
}

// --- the page of devices ------------------------------------------------------------------------------

async function furnish() {
  const [on, off] = [document.querySelector("[data-push-on]"), document.querySelector("[data-push-off]")];
  const keep = document.querySelector("[data-keep]");
  if (keep && canWork) {
    keep.closest("[hidden]")?.removeAttribute("hidden");
    keep.checked = keeps();
    keep.addEventListener("change", () => setKeeping(keep.checked));
  }
  if (!on) return;
  const state = document.querySelector("[data-device-state]");
  document.querySelector("[data-push-ios]").hidden = !isIos;
  if (!canPush) return;
  document.querySelector("[data-push-denied]").hidden = Notification.permission !== "denied";
  const isOn = await isReached().catch(() => false);
  [on.hidden, off.hidden] = [isOn || isIos, !isOn];
  state.textContent = isOn ? words.on : words.off;
  state.hidden = false;
  on.addEventListener("click", () => again());
  off.addEventListener("click", () => turnOff().finally(() => location.reload()));
}

async function setKeeping(wanted) {
  write({ keep: wanted });
  if (!wanted) return empty();
  await register();
  await signIn();
}

// --- boards that were opened -----------------------------------------------------------------------------

const register = () => navigator.serviceWorker.register("/sw.js", { scope: "/" });

async function signIn() {
  await (await caches.open("who")).put("/who", new Response(who));
}

const isKept = /^\/(desk|matches\/[0-9A-Za-z]{12})\/$/.test(location.pathname);
const keptAt = document.documentElement.dataset.keptAt;

/** Keeps the page as the site would send it now, for this person alone, until its end; nothing of it
    that the rules hide from others: whoever has the device could read that. */
async function keepPage() {
  if (!keeps() || !isKept || keptAt || !navigator.onLine) return;
  const path = location.pathname;
  const until = Date.now() + 1000 * Number(words.keptFor);
  const answer = await fetch(path);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || answer.redirected || page.body.dataset.user !== who || !keeps()) return;
  const pages = await caches.open(`kept-${who}`);
  await pages.delete(path);
  if (!page.querySelector(".match[data-hides]")) {
    for (const part of page.querySelectorAll("[data-hides]")) part.remove();
    page.documentElement.dataset.keptAt = new Date().toISOString();
    const files = await keepFiles(); // first: a page without them is of no use
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-Until": String(until),
      "X-Files": JSON.stringify(files),
    };
    await pages.put(path, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
  }
  const old = (await pages.keys()).slice(0, -MOST_PAGES);
  for (const page of old) await pages.delete(page);
  if (!keeps()) await empty(); // signed out meanwhile
  navigator.serviceWorker.controller?.postMessage("prune");
}

/** Keeps the styles, scripts and pictures of the page; their addresses. */
async function keepFiles() {
  const files = await caches.open("files");
  const all = performance.getEntriesByType("resource").map((entry) => entry.name.split("#")[0]);
  const urls = [...new Set(all)].filter((url) => url.startsWith(`${location.origin}/static/`));
  for (const url of urls) if (!(await files.match(url))) await files.add(url).catch(() => {});
  return urls;
}

let keeping;
document.addEventListener("match:shown", () => {
  clearTimeout(keeping);
  keeping = setTimeout(() => keepPage().catch(() => {}), 500);
});

function tellKept() {
  const language = document.documentElement.lang.replace(/^en$/, "en-GB"); // 24 hours, as the site writes them
  const time = new Date(keptAt).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  showNote("kept", {}, { time });
  const look = () => fetch(location.pathname, { method: "HEAD" }).then((answer) => answer.ok && location.reload());
  window.addEventListener("online", () => look().catch(() => {}));
  setInterval(() => look().catch(() => {}), 15_000);
}

// --- a move that could not be sent -----------------------------------------------------------------------

document.addEventListener("htmx:sendError", (event) => {
  const { path, verb, headers, formData, parameters } = event.detail.requestConfig;
  const [page] = /^\/matches\/[0-9A-Za-z]{12}\//.exec(path) ?? [];
  if (!keeps() || verb !== "post" || !page || !path.startsWith(`${page}move/`)) return;
  const fields = Object.fromEntries(formData ? [...formData.entries()] : Object.entries(parameters));
  const seen = document.querySelector(".match").dataset.version;
  const move = {
    path: `${page}move/`,
    page,
    token: headers["X-CSRFToken"],
    fields: { move: fields.move, seat_ply: fields.seat_ply, key: fields.key, seen },
    state: "waiting",
  };
  keepMove(move).catch(() => {});
});

async function keepMove(move) {
  await (await caches.open(`moves-${who}`)).put(move.page, new Response(JSON.stringify(move)));
  const registration = await navigator.serviceWorker.getRegistration("/");
  await registration?.sync?.register("moves").catch(() => {}); // Chromium's alone
  for (const complaint of document.querySelectorAll("#toast, #match-message")) complaint.hidden = true; // it will be sent
  await showMoves();
}

let shown = false;

/** Says what became of moves that were kept; whether one still waits. */
async function showMoves() {
  const moves = await caches.open(`moves-${who}`);
  const found = [];
  for (const request of await moves.keys()) found.push(await (await moves.match(request))?.json());
  const here = found.find((move) => move?.page === location.pathname);
  const move = here ?? found.find((other) => other?.state === "stale");
  if (!move) {
    if (shown) send("match:changed", { ifNewer: false });
    if (shown) note.hidden = true;
    shown = false;
    return false;
  }
  shown = true;
  const drop = () => moves.delete(move.page).then(showMoves);
  const to = () => location.assign(move.page);
  const name = move.state === "stale" ? "stale" : "unsent";
  showNote(name, { ...(here ? {} : { to }), discard: drop }, { move: move.fields.move });
  return found.some((one) => one?.state === "waiting");
}

const TRY_EVERY = 5000; // milliseconds: "online" is said before it is so
let trying;

async function sendMoves() {
  clearTimeout(trying);
  if (!keeps() || keptAt || !navigator.onLine) return;
  if (!(await showMoves())) return;
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage("send");
  trying = setTimeout(() => sendMoves().catch(() => {}), TRY_EVERY);
}

// --- what is said --------------------------------------------------------------------------------------------

function showNote(name, buttons, values = {}) {
  if (!note) return;
  const [text, row] = note.children;
  text.textContent = fill(words[name], values);
  const made = Object.entries(buttons).map(([label, press]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = label === "yes" || label === "again" ? "button small primary" : "button small";
    button.textContent = words[label];
    button.addEventListener("click", () => {
      note.hidden = true;
      press();
    });
    return button;
  });
  row.replaceChildren(...made);
  note.hidden = false;
}

// --- beginning -------------------------------------------------------------------------------------------------

/** What was pushed of this page has been seen. */
async function clearShown() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const shown = (await registration?.getNotifications()) ?? [];
  for (const one of shown) if (one.data?.url === location.pathname) one.close();
}

async function begin() {
  if (who === undefined) return; // a page that knows nobody, such as of an error
  if (read().user && read().user !== who) await forget();
  if (!who || !canWork) return;
  if (keptAt) {
    tellKept();
    if (keeps()) await showMoves(); // a move that waits is more to the point
    return;
  }
  const isApp = matchMedia("(display-mode: standalone)").matches;
  const isUsed = isOurs() && (read().push || read().keep);
  if (isUsed || isApp || document.querySelector("[data-keep]")) await register();
  if (keeps()) await signIn();
  if (isUsed) await clearShown();
  navigator.serviceWorker.addEventListener("message", (event) => event.data === "moves" && showMoves().catch(() => {}));
  window.addEventListener("online", () => sendMoves().catch(() => {}));
  await furnish();
  askForPush();
  await lookForPush();
  await keepPage();
  await sendMoves();
}

begin().catch(() => {});
