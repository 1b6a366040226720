// A player's notes on the match, and the talk around it, stay as they are, open and half written,
// when the board is fetched anew.

import { hint, isSentence, root, say } from "./lib.js";

const PLACES = ["note-place", "talk-place"];
const place = (id) => document.getElementById(id);

const kept = new Map(PLACES.map((id) => [id, place(id)]));

/** The line that says so comes with the answer, where a screen reader does not hear it. */
document.addEventListener("htmx:afterSettle", (event) => {
  const said = event.detail.elt.closest?.(".note")?.querySelector(".note-said")?.textContent;
  if (said) say(said);
});

/** A note to a move is one to the move shown, unless another number was typed. */
function followMove() {
  const field = document.getElementById("note-move");
  if (!field || field === document.activeElement || document.getElementById("note-remark").value) return;
  const { ply } = document.querySelector("#match-live .match").dataset;
  field.value = Math.max(0, Number(ply) - Number(field.closest(".note").dataset.first));
}

document.addEventListener("htmx:afterSettle", followMove);

document.addEventListener("match:shown", () => {
  for (const id of PLACES) {
    const fresh = place(id);
    const old = kept.get(id);
    if (fresh && old && fresh !== old) {
      fresh.replaceWith(old);
      htmx.process(old);
    }
    kept.set(id, place(id));
  }
  followMove();
});

/** A refused line comes back with the reason why, in its place. */
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "talk" || event.detail.xhr.status >= 500) return;
  if (isSentence(event.detail.xhr)) return; // for the toast
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

// --- what is written while a line is on its way stays, and is sent after it ---------------------------

const talkField = () => document.getElementById("talk-text");
let onItsWay = "";
let isNextSent = false;

document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (!target.matches(".talk-say")) return;
  onItsWay = talkField()?.value ?? "";
  isNextSent = false;
});

document.addEventListener("submit", ({ target }) => {
  if (target.matches(".talk-say") && talkField().value !== onItsWay) isNextSent = true;
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const next = talkField()?.value;
  if (!detail.requestConfig.elt.matches(".talk-say") || !next || next === onItsWay) return;
  const goOn = ({ target }) => {
    if (target.id !== "talk") return; // the lines alone may be fetched as well
    document.removeEventListener("htmx:afterSettle", goOn);
    const field = talkField();
    const isRefused = Boolean(field.value);
    field.value = isRefused ? `${field.value} ${next}` : next;
    if (isNextSent && !isRefused) field.form.requestSubmit();
  };
  document.addEventListener("htmx:afterSettle", goOn);
});

let readUpTo = 0; // how far from its end the talk is read, which is where it begins (talk.css)

document.addEventListener("htmx:beforeSwap", (event) => {
  readUpTo = event.detail.target?.id === "talk-lines" ? event.detail.target.scrollTop : 0;
});
document.addEventListener("htmx:afterSwap", () => {
  const lines = document.getElementById("talk-lines");
  if (lines && readUpTo) lines.scrollTop = readUpTo;
});

// --- the talk, while one does not look at it ----------------------------------------------------------

let read = ""; // the last line by somebody else that stood where it could be read

/** Marks the talk while it holds a line by somebody else that its reader has not seen yet. */
function lookAtTalk() {
  const talk = place("talk-place");
  const last = talk?.querySelector("#talk-lines li:last-child:not(.mine, .faint)");
  const line = last?.textContent ?? "";
  if (talk?.open && talk.getClientRects().length) {
    read = line || read;
    delete root.dataset.talk;
  } else if (line && line !== read) {
    read = line;
    root.dataset.talk = "new";
    hint(talk.querySelector(".talk-new").textContent);
  }
}

function openTalk() {
  const tab = document.getElementById("tab-facts");
  if (tab) tab.checked = true; // else it stands in a panel that is not shown
  place("talk-place").open = true;
  place("talk-place").scrollIntoView({ block: "nearest" });
}

/** A closed talk is read as if it were opened: whether there is something new, its lines say. */
document.addEventListener("talk:changed", () => {
  const talk = place("talk-place");
  if (talk && !document.getElementById("talk")) talk.dispatchEvent(new Event("toggle"));
});
document.addEventListener("toggle", lookAtTalk, true);
document.addEventListener("change", lookAtTalk);
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.closest?.("#talk-place")) lookAtTalk();
});

if (location.hash === "#talk-place" && place("talk-place")) openTalk();
