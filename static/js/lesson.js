// The boards of the front door: tap a piece, tap where it goes, and the match begins.
//
// What may be played comes with the page. Several boards stand on it, so everything is looked up
// inside the board that was pressed. Without this script a press asks the server instead.

const begins = (offer, squares) => squares.every((square, index) => offer.squares[index] === square);

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

  open = (squares) => this.offers.filter((offer) => begins(offer, squares));
  cell = (square) => this.root.querySelector(`.square[value="${CSS.escape(square)}"]`).closest(".cell");

  press(square) {
    if (this.open([...this.picked, square]).length) this.picked.push(square);
    else if (String(this.picked) !== square && this.open([square]).length) this.picked = [square];
    else this.picked = [];
    const done = this.open(this.picked).filter((offer) => offer.squares.length === this.picked.length);
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
    const open = this.picked.length ? this.open(this.picked) : [];
    for (const offer of open.filter((one) => one.squares.length > this.picked.length)) {
      const goal = offer.squares[this.picked.length];
      this.mark(goal, "target", offer.captures ? "capture" : "target");
      if (offer.captures) this.cell(goal).classList.add("capture");
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
