// A battle of the chronicle, blow by blow; what the neighbours do, one after the other; and the lines
// of the chart, of which a fragment has only the rounds that the page does not hold (match.js).
// Without this script the first two are lists, all of it there.

import { root, say } from "./lib.js";

const PACES = [900, 450, 180]; // milliseconds a step, by the number of the pace that is pressed
let running = 0;
let pace = 0; // chosen once, for all battles of the page

const stepsOf = (battle) => [...battle.querySelectorAll("ol > li")];

function open(event) {
  const battle = event.target;
  if (!battle.matches?.("[data-playback]")) return;
  battle.querySelector(".n-play").hidden = !battle.open;
  showPace();
}

function showPace() {
  for (const button of document.querySelectorAll("[data-pace]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.pace) === pace));
  }
}

function pressed(event) {
  const button = event.target.closest?.("[data-play], [data-pace]");
  if (!button) return;
  if (button.dataset.pace) {
    pace = Number(button.dataset.pace);
    return showPace();
  }
  const battle = button.closest("[data-playback]");
  const does = { go: start, step: stepOn, all: end }[button.dataset.play];
  does(battle);
}

function start(battle) {
  running += 1;
  hideSteps(battle);
  advance(battle, running);
}

function advance(battle, turn) {
  if (turn !== running || !battle.isConnected) return;
  if (!showNext(battle)) return end(battle);
  setTimeout(() => advance(battle, turn), PACES[pace]);
}

/** One step for one press: whoever wants nothing to move by itself has this alone (nation.css). */
function stepOn(battle) {
  running += 1;
  if (!stepsOf(battle).some((step) => step.hidden)) hideSteps(battle);
  showNext(battle);
}

function hideSteps(battle) {
  for (const step of stepsOf(battle)) step.hidden = true;
}

/** Show the first step that is hidden; whether there was one. */
function showNext(battle) {
  const next = stepsOf(battle).find((step) => step.hidden);
  for (const step of stepsOf(battle)) step.classList.toggle("now", step === next);
  if (!next) return false;
  next.hidden = false;
  say(next.textContent);
  return true;
}

function end(battle) {
  running += 1;
  for (const step of stepsOf(battle)) {
    step.hidden = false;
    step.classList.remove("now");
  }
}

// --- what the neighbours do ---------------------------------------------------------------------------

const ACTION_TIME = 700; // milliseconds; the site has long played on
const plyOf = (item) => Number(item.dataset.ply);
const newest = () => Math.max(0, ...actions().map(plyOf));
const actions = () => [...root.querySelectorAll("#lately [data-ply]")];
let shown = newest(); // up to which ply
let waiting;

/** The page is new: what was shown stays, the rest comes one by one. */
function follow() {
  shown = Math.min(shown, Number(root.querySelector(".match").dataset.ply)); // after an undo
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) shown = Math.max(shown, newest());
  clearTimeout(waiting);
  showActions();
  if (actions().some((one) => one.hidden)) waiting = setTimeout(showNextAction, ACTION_TIME);
}

function showActions() {
  for (const one of actions()) one.hidden = plyOf(one) > shown;
  const skip = root.querySelector("[data-skip]");
  if (skip) skip.hidden = !actions().some((one) => one.hidden);
}

function showNextAction() {
  const next = actions().find((one) => one.hidden);
  if (!next) return;
  shown = plyOf(next);
  showActions();
  const list = document.getElementById("lately"); // the page itself stays where it is read
  list.scrollTop += Math.max(0, next.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom);
  say(next.textContent);
  waiting = setTimeout(showNextAction, ACTION_TIME);
}

function skipAhead(event) {
  if (!event.target.closest?.("[data-skip]")) return;
  clearTimeout(waiting);
  shown = newest();
  showActions();
  document.getElementById("lately").focus({ preventScroll: true });
}

// --- power and military -------------------------------------------------------------------------------

const charts = () => new Map([...root.querySelectorAll("[data-lines-from]")].map((chart) => [chart.id, chart]));
let drawn = charts();

function drawOn() {
  const past = drawn;
  drawn = charts();
  for (const [id, chart] of drawn) if (past.has(id) && past.get(id) !== chart) goOn(chart, past.get(id));
}

/** Lines go on where they stood, in a frame as high as the higher of both. */
function goOn(chart, past) {
  const kept = Number(chart.dataset.linesFrom) - 1;
  if (!kept) return;
  const [before, now] = [past, chart].map((one) => [...one.querySelectorAll("polyline")]);
  for (const [at, line] of now.entries()) {
    const points = pointsOf(before[at]).slice(0, kept);
    line.setAttribute("points", [...points, ...pointsOf(line)].join(" "));
  }
  const [frame, other] = [chart, past].map((one) => one.viewBox.baseVal);
  if (other.height <= frame.height) return;
  [frame.y, frame.height] = [other.y, other.height];
  chart.parentElement.querySelector("text").textContent = past.parentElement.querySelector("text").textContent;
}

const pointsOf = (line) => line.getAttribute("points").split(" ").filter(Boolean);

document.addEventListener("match:shown", follow);
document.addEventListener("match:shown", (event) => event.detail.again && drawOn());
document.addEventListener("click", skipAhead);
document.addEventListener("toggle", open, true);
document.addEventListener("click", pressed);
