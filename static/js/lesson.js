// The boards of the front door: tap a piece, tap where it goes, and the match begins.
//
// What may be played comes with the page. Several boards stand on it, so everything is looked up
// inside the board that was pressed. Without this script a press asks the server instead.

import { afterPress, completed, targets } from "./picking.js";

class Lesson {
  picked = [];

  constructor(root) {
    this.root = root;
    this.slug = root.id.replace("lesson-", "");
    this.form = root.querySelector(".lesson-move");
    this.offers = JSON.parse(document.getElementById(`${this.slug}-offers`).textContent);
    root.querySelector(".board-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.submitter?.value) this.press(event.submitter.value);
    });
    this.show();
  }

  cell = (square) => this.root.querySelector(`.square[value="${CSS.escape(square)}"]`).closest(".cell");

  press(square) {
    this.picked = afterPress(this.offers, this.picked, square);
    const done = completed(this.offers, this.picked);
    this.show();
    if (done.length === 1) this.play(done[0].action);
    else if (done.length) location.assign(`${this.root.dataset.url}?${new URLSearchParams(this.picked.map((one) => ["at", one]))}`);
  }

  play(action) {
    if (this.isSent) return;
    this.isSent = true;
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "move", value: action });
    this.form.append(field);
    this.form.requestSubmit();
  }

  show() {
    for (const cell of this.root.querySelectorAll(".cell.picked, .cell.target")) {
      cell.classList.remove("picked", "target", "capture");
      cell.firstElementChild.removeAttribute("aria-describedby");
    }
    for (const square of this.picked) this.mark(square, "picked", "picked");
    if (completed(this.offers, this.picked).length) return;
    for (const [square, { captures }] of targets(this.offers, this.picked)) {
      this.mark(square, "target", captures ? "capture" : "target");
      if (captures) this.cell(square).classList.add("capture");
    }
  }

  mark(square, name, said) {
    const cell = this.cell(square);
    cell.classList.add(name);
    cell.firstElementChild.setAttribute("aria-describedby", `${this.slug}-say-${said}`);
  }
}

for (const root of document.querySelectorAll(".lesson")) new Lesson(root);
// back from the match: a page that was kept must not refuse to be played again
addEventListener("pageshow", (event) => event.persisted && location.reload());
