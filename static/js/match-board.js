/** The score, what must be known now, and the result: texts and marks of the page changed to what a board says. */

import { copy, put, say, written } from "./match-words.js";

/** Show a board (games/engine/match_state.py). */
export function showBoard(board) {
  for (const side of board.sides) showSide(side);
  const page = document.querySelector("[data-match]");
  page.dataset.longest = Math.max(Number(page.dataset.least), ...board.sides.map((side) => String(side.total).length));
  showNow(board);
  showEnding(board);
  hide("[data-undo]", !board.can.undo); // who only watches has no such keys
  hide("[data-redo]", !board.can.redo);
  hide("[data-finish]", board.status !== "in_progress");
}

function hide(part, hidden) {
  document.querySelector(part)?.toggleAttribute("hidden", hidden);
}

/** The totals in a sentence, for who does not see them change. */
export function totalsSaid(board) {
  return board.sides.map((side) => say("total", side)).join(", ");
}

function showSide(side) {
  const panel = document.querySelector(`.panel-side[data-side="${side.index}"]`);
  panel.classList.toggle("leads", side.leads);
  panel.classList.toggle("won", side.won);
  const total = panel.querySelector("[data-total]");
  if (total.textContent !== written(side.total)) {
    total.textContent = written(side.total);
    total.classList.remove("ticked");
    void total.offsetWidth; // starts the movement anew
    total.classList.add("ticked");
  }
  for (const player of side.players) {
    panel.querySelector(`[data-seat="${player.seat}"] [data-deals]`).hidden = !player.deals;
  }
  const tally = panel.querySelector("[data-tally]");
  if (tally) showTally(tally, Math.min(side.total, Number(tally.dataset.tally)));
}

function showTally(tally, total) {
  const strokes = (id, count) => Array.from({ length: count }, () => copy(id).firstElementChild);
  tally.replaceChildren(...strokes("tally-five", Math.floor(total / 5)), ...strokes("tally-one", total % 5));
}

function showNow(board) {
  const going = board.status === "in_progress";
  const [first, second] = [document.createElement("p"), document.createElement("p")];
  const hand = document.createElement("strong");
  hand.textContent = say("hand", { number: board.hand });
  first.append(hand, ` · ${say("deals", { name: board.dealer })}`);
  second.className = "now-what";
  second.textContent = [...board.now, ...lastSaid(board)].join(" · ");
  document.querySelector("[data-now]").replaceChildren(...(going ? [first, second] : []));
}

/** What the last hand scored, in the few words of the line under the score. */
function lastSaid(board) {
  const last = board.hands.at(-1);
  return last ? [say(last.struck ? "last_struck" : "last", { points: last.points.map(written).join(" – ") })] : [];
}

function showEnding(board) {
  const ending = document.querySelector("[data-ending]");
  ending.hidden = board.status === "in_progress";
  if (ending.hidden) return;
  ending.className = board.winner === null ? "ending" : `ending won-by side-${board.winner}`;
  const winner = ending.querySelector("[data-winner]");
  if (board.winner !== null) winner.replaceChildren(copy(`sign-${board.winner}`), ` ${say("wins", board.sides[board.winner])}`);
  else winner.textContent = say(board.status === "stopped" ? "no_winner" : "draw");
  put(ending.querySelector("[data-ended]"), board.ended.join(". "));
}
