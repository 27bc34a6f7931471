/** The score, what must be known now, and the result: texts and marks of the page changed to what a state says. */

import { copyTemplate, setText } from "../shared/dom.js";
import { formatNumber, pageText } from "./texts.js";

/**
 * Show a state; its hands are history.js's.
 * @param {MatchState} state
 */
export function showScore(state) {
  for (const side of state.sides) showSide(side);
  const page = document.querySelector("[data-match]");
  const longest = Math.max(Number(page.dataset.least), ...state.sides.map((side) => String(side.total).length));
  page.dataset.longest = String(longest);
  showNow(state);
  showEnding(state);
  document.querySelector("[data-undo]")?.classList.toggle("idle", !state.can.undo); // who only watches has no such keys
  document.querySelector("[data-redo]")?.classList.toggle("idle", !state.can.redo);
  document.querySelector("[data-finish]")?.toggleAttribute("hidden", state.status !== "in_progress");
}

/**
 * The totals in a sentence, for who does not see them change.
 * @param {MatchState} state
 */
export function totalsText(state) {
  return state.sides.map((side) => pageText("total", side)).join(", ");
}

/** @param {Side} side */
function showSide(side) {
  const panel = document.querySelector(`.panel-side[data-side="${side.index}"]`);
  panel.classList.toggle("leads", side.leads);
  panel.classList.toggle("won", side.won);
  panel.classList.toggle("out", side.out);
  const total = panel.querySelector("[data-total]");
  if (total.textContent !== formatNumber(side.total)) {
    total.textContent = formatNumber(side.total);
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

/**
 * @param {Element} tally
 * @param {number} total
 */
function showTally(tally, total) {
  /** @type {(count: number) => Element[]} */
  const drawn = (count) => (count ? Array.from(copyTemplate(`tally-${count}`).children) : []);
  const fives = Array.from({ length: Math.floor(total / 5) }, () => drawn(5)).flat();
  tally.replaceChildren(...fives, ...drawn(total % 5));
}

/** @param {MatchState} state */
function showNow(state) {
  const going = state.status === "in_progress";
  const [first, second] = [make("p", ""), make("p", "now-what")];
  const to = state.options.target ? [pageText("to", { points: state.options.target })] : [];
  const hand = make("strong", "", pageText("hand", { number: state.hand }));
  first.append(hand, ["", pageText("deals", { name: state.dealer }), ...to].join(" · "));
  const last = lastHand(state);
  second.append(make("span", "known", state.now.join(" · ")), state.now.length && last ? " · " : "", make("span", "soft", last));
  document.querySelector("[data-now]").replaceChildren(...(going ? [first, second] : []));
}

/**
 * @param {string} tag
 * @param {string} className
 */
function make(tag, className, textContent = "") {
  return Object.assign(document.createElement(tag), { className, textContent });
}

/**
 * What the last hand scored, in the few words of the line under the score.
 * @param {MatchState} state
 */
function lastHand(state) {
  const last = state.hands.at(-1);
  return last ? pageText(last.struck ? "last_struck" : "last", { points: last.points.map(formatNumber).join(" – ") }) : "";
}

/** @param {MatchState} state */
function showEnding(state) {
  const ending = document.querySelector("[data-ending]");
  const ends = ending.hidden && state.status !== "in_progress";
  ending.hidden = state.status === "in_progress";
  if (ends) window.scrollTo(0, 0); // where the result stands
  if (ending.hidden) return;
  ending.className = state.winner === null ? "ending" : `ending won-by side-${state.winner}`;
  const winner = ending.querySelector("[data-winner]");
  winner.replaceChildren(...(state.winner === null ? [] : [copyTemplate(`sign-${state.winner}`), " "]), state.result);
  setText(ending.querySelector("[data-ended]"), state.ended.join(". "));
}
