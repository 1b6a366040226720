// Keeps the desk and the counts fresh on every open page of a signed-in person.
//
// The socket says that something changed, how many boards wait, and how many lines of the bell
// are not read ({"desk": n, "bell": n}); what else changed is fetched where a page shows it, also
// when the counts are as before: an offer. Without a socket the page asks for all of it once a
// minute while it is being looked at. State for CSS and tests: <body data-desk-link="open|lost">.

import { say, send } from "./lib.js";

const body = document.body;
const path = body.dataset.deskSocket;
const plainTitle = document.title.replace(/^\(\d+\) /, "");
const POLL_EVERY = 60_000; // milliseconds
const LONGEST_WAIT = 30_000;

let failures = 0;
let isGreeted = false; // the first frame of a socket is no news, but to a page that waits
let socket;
let retry;

function changed() {
  send("desk:changed");
}

function poll() {
  send("desk:polled");
  changed();
}

function connect() {
  clearTimeout(retry);
  isGreeted = false;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}${path}`);
  socket.addEventListener("open", opened);
  socket.addEventListener("message", received);
  socket.addEventListener("close", lost);
}

function opened() {
  const away = failures > 0;
  failures = 0;
  body.dataset.deskLink = "open";
  if (away) changed(); // whatever was said meanwhile was missed
}

function received(event) {
  const { desk: boards, bell } = JSON.parse(event.data);
  const isOther = boards !== countIn(boardsBubble()) || bell !== countIn(bellBubble());
  write(boardsBubble(), boards);
  write(bellBubble(), bell);
  showCount(boards);
  if (isGreeted || isOther || onward) changed();
  if (isGreeted) showLatest();
  isGreeted = true;
}

// --- news in the tab that is used -------------------------------------------------------------------

const NEWS_FOR = 10_000; // milliseconds
let shownKey = 0;

/** Whether no tab of this browser has said it yet, nor this one before it went on to this page. */
function isUnshown(key) {
  try {
    if (key <= Number(localStorage.getItem("told"))) return false;
    localStorage.setItem("told", key);
  } catch {
    // nothing can be kept here: this page knows what it has said itself
  }
  if (key <= shownKey) return false;
  shownKey = key;
  return true;
}

/** Says the latest news in the one tab that has the focus; what its own page shows is left out. */
async function showLatest() {
  const bell = bellBubble()?.closest("a");
  if (!bell || document.hidden || !document.hasFocus()) return;
  const at = /^\/matches\/([^/]+)\//.exec(location.pathname)?.[1] ?? "";
  const answer = await fetch(`${bell.href}latest/?at=${encodeURIComponent(at)}`).catch(() => null);
  const news = answer?.ok ? await answer.json().catch(() => null) : null;
  if (news?.key && isUnshown(news.key)) showNews(news);
}

function showNews({ text, url }) {
  document.getElementById("news")?.remove();
  const line = document.createElement("p");
  line.id = "news";
  line.className = "toast";
  const link = document.createElement("a");
  link.href = url;
  link.textContent = text;
  line.append(link);
  document.getElementById("main").append(line); // content lies in landmarks
  say(text);
  setTimeout(() => line.remove(), NEWS_FOR);
}

function lost() {
  body.dataset.deskLink = "lost";
  failures += 1;
  const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** failures);
  retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
}

function isLost() {
  return socket?.readyState !== WebSocket.OPEN;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !isLost()) return;
  poll();
  if (socket?.readyState === WebSocket.CLOSED) connect();
});

setInterval(() => {
  if (!document.hidden && isLost()) poll();
}, POLL_EVERY);

// --- the counts in the frame --------------------------------------------------------------------

function boardsBubble() {
  return document.getElementById("boards-bubble");
}

function bellBubble() {
  return document.getElementById("notices-bubble");
}

function countIn(bubble) {
  return Number(bubble?.querySelector(".bubble")?.textContent ?? 0);
}

function write(bubble, count) {
  if (!bubble || countIn(bubble) === count) return;
  const number = document.createElement("span");
  number.className = "bubble";
  number.ariaHidden = "true";
  number.textContent = count;
  const words = document.createElement("span");
  words.className = "unseen";
  const { one, several } = bubble.dataset; // words for 1 and for 2
  words.textContent = count === 1 ? one : several.replace("2", count);
  bubble.replaceChildren(...(count ? [number, words] : []));
}

// --- the count in the title and on the icon -----------------------------------------------------

const icon = document.querySelector('link[rel="icon"]');
const plainIcon = icon?.href;
let shown = "";

function badge(picture, count) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0, 64, 64);
  pen.beginPath();
  pen.arc(44, 44, 20, 0, 2 * Math.PI);
  pen.fillStyle = "#221d17";
  pen.fill();
  pen.lineWidth = 3;
  pen.strokeStyle = "#fffaf3";
  pen.stroke();
  pen.fillStyle = "#fffaf3";
  pen.font = "bold 28px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(count > 9 ? "9+" : String(count), 44, 46);
  return canvas.toDataURL("image/png");
}

function showCount(count) {
  if (path) navigator.setAppBadge?.(count).catch(() => {}); // of an installed app
  document.title = count > 0 ? `(${count}) ${plainTitle}` : plainTitle;
  if (!icon || shown === String(count)) return;
  shown = String(count);
  if (!count) {
    icon.href = plainIcon;
    return;
  }
  const picture = new Image(64, 64);
  picture.addEventListener("load", () => {
    if (shown === String(count)) icon.href = badge(picture, count);
  });
  picture.src = plainIcon;
}

function readCount() {
  showCount(countIn(boardsBubble()));
}

// --- what the fetched desk says -----------------------------------------------------------------

const desk = document.getElementById("desk");
let summary = summaryNow();

function summaryNow() {
  return desk?.querySelector("[data-summary]")?.textContent.trim() ?? "";
}

document.addEventListener("htmx:oobAfterSwap", readCount);

document.addEventListener("htmx:afterSettle", (event) => {
  readCount();
  if (event.target !== desk) return;
  const now = summaryNow();
  if (now !== summary) say(now);
  summary = now;
});

// --- an offer that was taken leads on to its board, one that is over says so ----------------------

const onward = document.querySelector("[data-onward]")?.dataset.onward;

async function lookOnward() {
  const answer = await fetch(location.href, { redirect: "manual" });
  if (answer.type === "opaqueredirect") location.assign(onward);
  else if (!(await answer.text()).includes("data-onward")) location.reload();
}

if (onward) body.addEventListener("desk:changed", () => lookOnward().catch(() => {}));

readCount();
if (path && !document.documentElement.dataset.keptAt) connect();
