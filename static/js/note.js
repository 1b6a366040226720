// A player's notes on the match stay as they are, open and half written, when the board is fetched anew.

const place = () => document.getElementById("note-place");

let kept = place();

document.addEventListener("match:shown", () => {
  const fresh = place();
  if (fresh && kept && fresh !== kept) {
    fresh.replaceWith(kept);
    window.htmx.process(kept);
  }
  kept = place();
});
