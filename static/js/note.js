// A player's notes on the match stay as they are, open and half written, when the board is fetched anew.

const place = () => document.getElementById("note-place");

let kept = place();

/** The line that says so comes with the answer, where a screen reader does not hear it. */
document.addEventListener("htmx:afterSettle", (event) => {
  const said = event.detail.elt.closest?.(".note")?.querySelector(".note-said")?.textContent;
  if (said) document.getElementById("live").textContent = said;
});

document.addEventListener("match:shown", () => {
  const fresh = place();
  if (fresh && kept && fresh !== kept) {
    fresh.replaceWith(kept);
    window.htmx.process(kept);
  }
  kept = place();
});
