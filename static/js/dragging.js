// A piece that the hand carries over the page: a picture of it follows the pointer.

const FROM = 5; // pixels of movement that make a press a drag

/** What a press may become: where it began, and later the picture that is carried. */
export const grip = (event) => ({ id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, over: null });

/** Lets a press follow its pointer: `takeUp` begins to carry, `goalIn` says what can take the piece. */
export function carry(drag, event, takeUp, goalIn) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FROM) return;
  if (!drag.ghost) takeUp();
  const lifted = event.pointerType === "touch" ? 0.9 : 0.5; // a thumb must not hide the piece
  const [x, y] = [event.clientX - drag.size / 2, event.clientY - drag.size * lifted];
  drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
  const over = goalIn(document.elementFromPoint(event.clientX, event.clientY)) ?? null;
  if (over === drag.over) return;
  drag.over?.classList.remove("over");
  drag.over = over;
  over?.classList.add("over");
}

/** Begins to carry what stands on a button. */
export function lift(drag, button) {
  const drawing = button.querySelector(".piece");
  drag.size = drawing.getBoundingClientRect().width * 1.15;
  drag.ghost = drawing.cloneNode(true);
  drag.ghost.classList.add("ghost");
  drag.ghost.dataset.board = document.getElementById("board").className; // what shapes its pieces
  drag.ghost.style.width = `${drag.size}px`;
  document.body.append(drag.ghost);
  button.setPointerCapture?.(drag.id);
}
