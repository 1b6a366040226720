// What the behaviours share: they import it, and config/bundles.py puts it before them, once.

/** The part of a page with a board that is fetched anew; null on other pages. */
export const root = document.getElementById("match-live");

/** Tells other behaviours, and htmx, that something has happened. */
export function send(name, detail = {}) {
  document.body.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

/** Has a screen reader say it, also if it is what was said last; the focus stays. */
export function say(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = text));
}

const HINT_FOR = 6000; // milliseconds
let hintTimer;

/** Shows a sentence beside the board about something that cannot be done; an empty one takes it away. */
export function hint(text, stays = false) {
  const line = document.getElementById("match-message");
  clearTimeout(hintTimer);
  line.textContent = text;
  line.hidden = !text;
  if (text && !stays) hintTimer = setTimeout(() => (line.hidden = true), HINT_FOR);
}

/** The text with each {name} in it replaced by its value. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");

/** Whether a press asks for what it usually does: no key is held, and it is the first button. */
export const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.button;

/** Whether a key was pressed where keys have a meaning of their own. */
export const isElsewhere = (event) => Boolean(event.target.closest?.("input, textarea, select, dialog, .board, .menu"));

/** Whether an answer is one sentence to be shown as it is, and no part of a page. */
export const isSentence = (xhr) => /^text\/plain\b/.test(xhr.getResponseHeader("Content-Type") ?? "");

/** Whether a key belongs to an input method that is writing: Safari sends the Enter that ends a
    conversion after it, and says so by its code alone. */
export const isComposed = (event) => event.isComposing || event.keyCode === 229;

/** The headers of a post that htmx does not send. */
export const postHeaders = () => JSON.parse(document.body.getAttribute("hx-headers"));

/** The click that follows when what was dragged is let go means nothing. */
export function swallowClick() {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }), 50);
}
