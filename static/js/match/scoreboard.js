/** Score, status line and result: updates texts, marks and bars of the page from a state. */

import { copyTemplate, setText } from "../shared/dom.js";
import { formatNumber, formatPoints, pageText } from "./texts.js";

/**
 * Shows a state, except for its hands (history.js).
 * @param {MatchState} state
 */
export function showScore(state) {
  const last = state.hands.filter((hand) => hand.counts).at(-1);
  for (const side of state.sides) showSide(side, last ? last.points[side.index] : null);
  const page = document.querySelector("[data-match]");
  const longest = Math.max(Number(page.dataset.least), ...state.sides.map((side) => String(side.shown).length));
  page.dataset.longest = String(longest);
  showNow(state);
  showWorth(state);
  showSteps(state.can);
  const over = state.status !== "in_progress";
  for (const part of document.querySelectorAll("[data-finish], [data-while-going]")) part.toggleAttribute("hidden", over);
}

/**
 * Labels the keys for undo and redo with what they are about; view-only visitors have no such keys.
 * @param {MatchState["can"]} can
 */
function showSteps(can) {
  for (const [way, label] of Object.entries(can)) {
    const keys = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(`[data-${way}], [data-${way}-end]`));
    for (const key of keys) {
      key.classList.toggle("idle", !label);
      key.disabled = !label && key.matches(".quiet");
      setText(key.querySelector("span"), label || pageText(way));
    }
  }
  document.querySelector("[data-redo-item]")?.toggleAttribute("hidden", !can.redo);
}

/**
 * Returns the totals as a sentence for screen readers.
 * @param {MatchState} state
 */
export function totalsText(state) {
  return state.sides.map((side) => pageText("total", { name: side.name, total: side.shown })).join(", ");
}

/**
 * @param {Side} side
 * @param {number | null} last its points in the last hand; null if no hand counts
 */
function showSide(side, last) {
  const panel = document.querySelector(`.half[data-side="${side.index}"]`);
  panel.classList.toggle("leads", side.leads);
  panel.classList.toggle("won", side.won);
  panel.classList.toggle("out", side.out);
  const total = panel.querySelector("[data-total]");
  if (total.textContent !== formatNumber(side.shown)) {
    total.textContent = formatNumber(side.shown);
    total.classList.remove("ticked");
    void total.offsetWidth; // restarts the animation
    total.classList.add("ticked");
  }
  for (const player of side.players) {
    panel.querySelector(`[data-seat="${player.seat}"] [data-deals]`).hidden = !player.deals;
  }
  showReached(panel, side);
  setText(panel.querySelector("[data-last]"), last === null ? "" : pageText("last", { points: formatPoints(last) }));
  const tally = panel.querySelector("[data-tally]");
  if (tally) showTally(tally, Math.min(side.shown, Number(tally.dataset.tally)));
}

/**
 * Shows the progress bar of a side, its marks, and the points to go.
 * @param {Element} panel
 * @param {Side} side
 */
function showReached(panel, { reached, to_go: left, out, counted, squares }) {
  const counters = panel.querySelector("[data-counted]");
  setText(counters, counted ?? ""); // phones may still have the rules of a version without it
  counters.hidden = !counted; // an empty one would take a gap
  if (squares) panel.querySelector("progress").value = squares[0];
  setText(panel.querySelector("[data-to-go]"), out ? pageText("out") : left === null ? "" : pageText("to_go", { points: left }));
  const fill = panel.querySelector("[data-fill]");
  if (!fill || reached === null) return;
  const top = String(100 - reached);
  const [part, tick] = [fill.querySelector("rect"), fill.querySelector("line")];
  part.setAttribute("y", top);
  part.setAttribute("height", String(reached));
  tick.setAttribute("y1", top);
  tick.setAttribute("y2", top);
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

/**
 * Shows the status line as its template does (matches/_now.html).
 * @param {MatchState} state
 */
function showNow(state) {
  showDealer(state);
  if (document.querySelector("[data-screen].is-correcting")) return; // it says which hand
  const line = document.querySelector("[data-now]");
  if (state.status !== "in_progress") return line.replaceChildren();
  const first = Object.assign(document.createElement("b"), { textContent: handText(state) });
  const [known, deals] = ["known", "deals"].map((className) => Object.assign(document.createElement("span"), { className }));
  known.append(...state.now.map((each) => ` · ${each}`));
  deals.append(...(state.now.length ? [] : [" · "]), pageText("deals", { name: state.dealer }));
  first.append(state.now.length ? known : deals);
  line.replaceChildren(first, ...(state.now.length ? [" ", deals] : []));
}

/** @param {MatchState} state */
function handText({ hand, of_hands: counted }) {
  return counted ? pageText("hand_of", { number: counted[0], hands: counted[1] }) : pageText("hand", { number: hand });
}

/**
 * Shows what the totals are worth at a tournament.
 * @param {MatchState} state
 */
async function showWorth({ sides, played }) {
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-vp-of]"));
  if (!places.length) return;
  const { worthOf } = await import("../shared/worth.js");
  const worth = played ? worthOf(document.querySelector("[data-match]").dataset, sides[0].total, sides[1]?.total ?? 0) : null;
  for (const place of places) {
    const own = worth?.[Number(place.dataset.vpOf)];
    setText(place, own === undefined ? "" : (place.dataset.text ?? "").replace("{points}", formatNumber(own)));
  }
}

/** @param {MatchState} state */
function showDealer({ seats, dealer }) {
  const places = document.querySelectorAll("[data-seat-map] circle");
  places.forEach((place, seat) => place.classList.toggle("deals", seats[seat] === dealer));
}
