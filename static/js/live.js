// Keeps an open match page fresh.
//
// The socket says only that the match has a newer version ({"match": uid, "version": n}); what
// is new is fetched by match.js. Where sockets are blocked the page asks every ten seconds while
// it is looked at. State for CSS and tests: <div id="match-live" data-live="none|lost|on">.

import { hint, post, root, send, sentence } from "./lib.js";

const path = root.dataset.socket;
const POLL_EVERY = 10_000; // milliseconds
const CHECK_EVERY = 6; // polls; so often an open socket is doubted
const LONGEST_WAIT = 30_000;
const RELOAD_EVERY = 60_000;
const SEEN_EVERY = 60_000;
const [OPEN, CLOSED] = [1, 3]; // of WebSocket.readyState
const [NOT_SIGNED_IN, SHUT_OUT, NO_SUCH_MATCH, OTHER_EYES] = [4401, 4403, 4404, 4410];

let failures = 0;
let socket;
let retry;
let newest = 0; // the newest version the site has announced

const shown = () => Number(root.querySelector(".match").dataset.version);
const isOpen = () => socket?.readyState === OPEN;
const isBehind = () => newest > shown();

function lookAgain(ifNewer) {
  send("match:changed", { ifNewer });
}

// --- the socket ------------------------------------------------------------------------------------

function connect() {
  clearTimeout(retry);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  try {
    socket = new WebSocket(`${scheme}//${location.host}${path}`);
  } catch {
    return; // no sockets here at all: the page asks instead
  }
  socket.addEventListener("open", opened);
  socket.addEventListener("message", received);
  socket.addEventListener("close", lost);
}

function opened() {
  failures = 0;
  root.dataset.live = "on"; // the first frame has the version: nothing missed stays missed
}

function received(event) {
  const { version, talk } = JSON.parse(event.data);
  if (talk) return send("talk:changed");
  newest = Math.max(newest, version);
  if (isBehind()) lookAgain(false);
}

function lost(event) {
  if (event.target !== socket) return;
  root.dataset.live = "lost";
  reportedAt = -SEEN_EVERY; // the site takes who was at this board for gone
  if (event.code === NO_SUCH_MATCH) return;
  if ([NOT_SIGNED_IN, SHUT_OUT, OTHER_EYES].includes(event.code)) {
    if (mayReload()) return location.reload(); // the whole page is another one now
    hint(sentence("unlive"), true);
  }
  failures += 1;
  const wait = Math.min(LONGEST_WAIT, 500 * 2 ** failures);
  retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
}

/** Whether the page may load itself again: what refuses its socket may go on doing so. */
function mayReload() {
  try {
    const before = Number(sessionStorage.getItem("reloaded"));
    sessionStorage.setItem("reloaded", String(Date.now()));
    return Date.now() - before > RELOAD_EVERY;
  } catch {
    return false;
  }
}

/** After an absence the socket may look open and be dead: ask, and connect anew if it is gone. */
function wake() {
  if (document.hidden) return;
  lookAgain(true);
  if (socket?.readyState === CLOSED) connect();
}

let beats = 0;

function beat() {
  beats += 1;
  const isDue = !isOpen() || isBehind() || beats % CHECK_EVERY === 0;
  if (!document.hidden && isDue) lookAgain(true);
}

if (path && !document.documentElement.dataset.keptAt) {
  root.dataset.live = "lost";
  connect();
  setInterval(beat, POLL_EVERY);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  // the answer to a post may come of an older version than the fetch it has put an end to
  document.addEventListener("match:shown", (event) => event.detail.mine && isBehind() && lookAgain(false));
  window.addEventListener("pageshow", (event) => event.persisted && lookAgain(false));
}

// --- reporting that somebody is really looking -----------------------------------------------------
//
// For half a minute the site sends no news elsewhere to whom it knows to be at the board. So what comes
// one after the other is reported as seen once in a while, and each time only where it may not know.

const PRESENT_FOR = 120_000; // milliseconds after the last input in which news counts as seen
const GATHER_FOR = 15_000;

let reportedAt = -SEEN_EVERY;
let inputAt = performance.now(); // opening the page counts
let reporting; // the timer of what is seen and not reported yet

function report() {
  if (root.dataset.seen && !document.hidden) reportNow();
}

function reportNow() {
  clearTimeout(reporting);
  reporting = undefined;
  reportedAt = performance.now();
  post(root.dataset.seen, { keepalive: true }).catch(() => {});
}

function touched() {
  inputAt = performance.now();
  if (inputAt - reportedAt >= SEEN_EVERY) report();
}

/** What comes while somebody is there rings no bell; a forgotten tab says nothing. */
function came(event) {
  const { news, mine } = event.detail;
  const isGoingOn = root.querySelector(".match").dataset.status === "active";
  const now = performance.now();
  if (!news || (mine && isGoingOn) || now - inputAt >= PRESENT_FOR) return;
  if (!isGoingOn || !isOpen() || now - reportedAt >= SEEN_EVERY) return report();
  if (root.dataset.seen && !document.hidden) reporting ??= setTimeout(reportNow, GATHER_FOR);
}

/** What was seen before the page was left was seen. */
function left() {
  if (document.hidden && reporting) reportNow();
}

report();
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, touched, { passive: true });
document.addEventListener("match:shown", came);
document.addEventListener("visibilitychange", left);
