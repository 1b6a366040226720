// Keeps the lobby fresh: the socket says that something has changed, the page fetches itself.
//
// Many offers may come and go at once, so it fetches at most every few seconds; without a socket
// it asks once a minute while it is being looked at.

import { send } from "./lib.js";

const CALM = 3_000; // milliseconds between two fetches
const POLL_EVERY = 60_000;
const LONGEST_WAIT = 30_000;

let failures = 0;
let socket;
let pending;
let last = 0;

function changed() {
  if (pending || document.hidden) return;
  pending = setTimeout(fetchAgain, Math.max(0, last + CALM - Date.now()));
}

function fetchAgain() {
  pending = undefined;
  last = Date.now();
  send("lobby:changed");
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}/ws/lobby/`);
  socket.addEventListener("open", () => {
    failures = 0;
    changed(); // what happened between the page and its socket was missed
  });
  socket.addEventListener("message", changed);
  socket.addEventListener("close", () => {
    failures += 1;
    const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** failures);
    setTimeout(connect, wait * (0.5 + Math.random() / 2));
  });
}

document.addEventListener("visibilitychange", changed);
setInterval(() => {
  if (socket?.readyState !== WebSocket.OPEN) changed();
}, POLL_EVERY);

connect();
