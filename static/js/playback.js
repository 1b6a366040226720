// A battle of the chronicle, blow by blow. Without this script it is a list, all of it there.

const PACES = [900, 450, 180]; // milliseconds a step
let running = 0;

const stepsOf = (battle) => [...battle.querySelectorAll("ol > li")];

function open(event) {
  const battle = event.target;
  if (!battle.matches?.("[data-playback]")) return;
  battle.querySelector(".n-play").hidden = !battle.open;
}

function pressed(event) {
  const button = event.target.closest?.("[data-play]");
  if (!button) return;
  const battle = button.closest("[data-playback]");
  const does = button.dataset.play;
  if (does === "go") return start(battle);
  if (does === "all") return end(battle);
  battle.dataset.pace = String((Number(battle.dataset.pace ?? 0) + 1) % PACES.length);
}

function start(battle) {
  running += 1;
  for (const step of stepsOf(battle)) step.hidden = true;
  advance(battle, 0, running);
}

function advance(battle, at, turn) {
  const steps = stepsOf(battle);
  if (turn !== running || !battle.isConnected) return;
  if (at >= steps.length) return end(battle);
  for (const step of steps) step.classList.remove("now");
  steps[at].hidden = false;
  steps[at].classList.add("now");
  document.getElementById("live").textContent = steps[at].textContent;
  setTimeout(() => advance(battle, at + 1, turn), PACES[Number(battle.dataset.pace ?? 0)]);
}

function end(battle) {
  running += 1;
  for (const step of stepsOf(battle)) {
    step.hidden = false;
    step.classList.remove("now");
  }
}

document.addEventListener("toggle", open, true);
document.addEventListener("click", pressed);
