/** The match page at work: previews and saves without loading it again. What it shows is always a board from the rules. */

import { feel, keepAwake } from "./awake.js";
import { follow } from "./live.js";
import { showAgreed } from "./match-agreed.js";
import { showBoard, totalsSaid } from "./match-board.js";
import { startClock } from "./match-clock.js";
import { Draft, carriedIn, withCarried } from "./match-draft.js";
import { Entry } from "./match-entry.js";
import { isBegun, isGiven, numberOf } from "./match-fields.js";
import { keepHands, showHands } from "./match-history.js";
import { afterNews, hasSameSeats, tellTrouble } from "./match-news.js";
import { Preview } from "./match-preview.js";
import { isAhead, isOwn, post } from "./match-send.js";
import { watchSticking } from "./match-sticking.js";
import { hideMissed, hush, showMissed, tell } from "./match-tell.js";
import { newKey, put, say } from "./match-words.js";

const page = document.querySelector("[data-match]");
const base = page.dataset.match;
const form = document.querySelector("[data-entry]");
const entry = new Entry(form, base);
const preview = new Preview(form, base, entry);
let board = JSON.parse(document.getElementById("board").textContent);
let sending = false;
const draft = new Draft(base);
const live = isOwn(base) ? { know() {} } : follow(`${base}/state.json`, board.version, { news: hear, trouble: tellTrouble });

/** Show a new state; of the hands it holds only those that changed. */
function show(state, said) {
  live.know(state.version);
  board = afterNews(board, state);
  showBoard(board);
  showHands(board.hands, board.sides, base);
  showAgreed(board);
  form.hidden = board.status !== "in_progress" && !entry.number;
  tellGame();
  if (said) put(page.querySelector("[data-said]"), `${said} ${totalsSaid(board)}`);
  window.dispatchEvent(new CustomEvent("scorekeeper:shown", { detail: { base, version: state.version } }));
}

/** All that this phone had to send has arrived. */
window.addEventListener("scorekeeper:synced", ({ detail: { base: address, state } }) => {
  if (address !== base || !state) return;
  show(state);
  see(state.version);
});

/** From now on forms are sent as by somebody who has seen this version; but for a hand that was begun before it. */
function see(version, begun = null) {
  for (const seen of document.querySelectorAll('input[name="seen"]')) if (seen.form !== begun) seen.value = version;
}

/** What another phone did. A hand that is being entered here stays as it is, and its sender is asked once more. */
async function hear(state) {
  if (await isAhead(base)) return; // what this phone still has to send comes first
  const begun = isBegun(entry.way) || entry.number !== null;
  if (!hasSameSeats(board, state)) return location.reload();
  show(state, state.changes?.join(". "));
  see(state.version, begun ? form : null);
  if (begun) showMissed(state.changes, false);
  else tell(state.changes.join(". "), false);
}

/** Let the game's own script know what the form is for. */
function tellGame() {
  form.dispatchEvent(new CustomEvent("board", { detail: { board, correcting: entry.number !== null } }));
}

form.addEventListener("input", () => {
  if (!entry.putting) draft.keep(entry.number ?? board.hand, entry.way);
  preview.soon();
});

/** Send a form to an address, once at a time, and show what came of it: true when it was done. */
async function send(which, address) {
  if (sending) return false;
  sending = live.held = true;
  hush();
  preview.stop();
  const record = form.querySelector("[data-record]");
  const note = form.hidden ? page.querySelector("[data-said]") : form.querySelector("[data-sending]");
  record.setAttribute("aria-disabled", "true");
  try {
    const { status, answer } = await post(address, new URLSearchParams(new FormData(which)), (seconds) => {
      note.hidden = false;
      note.textContent = say("waiting", { seconds });
    });
    note.hidden = note !== page.querySelector("[data-said]");
    return settle(which, address, status, answer);
  } finally {
    sending = live.held = false;
    record.removeAttribute("aria-disabled");
  }
}

function settle(which, address, status, answer) {
  hideMissed();
  if (status === 409) {
    showMissed(answer.changes, true);
    show(answer.state);
    see(answer.state.version);
    preview.now();
    return false;
  }
  if (status === 200) {
    const behind = which !== form && Number(form.elements.seen.value) < board.version; // begun before what was heard
    feel();
    which.elements.key.value = newKey();
    if (which === form) done();
    show(answer.state, answer.said);
    see(answer.state.version, behind ? form : null);
    if (!address.endsWith("/hands")) tell(answer.said, answer.winner_changed);
    return true;
  }
  entry.tried = true;
  entry.showProblems(answer.problems ?? [{ field: null, text: say("failed", { reason: answer.error?.message ?? status }) }]);
  return false;
}

/** The hand is recorded: the form is empty again, and nothing is kept of it. */
function done() {
  const number = entry.number ?? board.hand;
  entry.clear();
  draft.forget(number);
}

document.addEventListener("submit", async (event) => {
  const which = event.target;
  if (which !== form && !which.matches("form[data-post]")) return;
  event.preventDefault();
  const address = event.submitter?.hasAttribute("formaction") ? event.submitter.formAction : which.action;
  if (await send(which, address) && which === form) ready();
});

/** The form empty and the pad at its first field. */
function ready() {
  window.scrollTo(0, 0);
  preview.show(null);
  entry.pad.start();
}

document.addEventListener("click", (event) => {
  const correct = event.target.closest("[data-correct]");
  const cancel = event.target.closest("[data-cancel]");
  if (correct) {
    event.preventDefault();
    const number = Number(correct.closest("[data-hand]").dataset.hand);
    entry.clear();
    entry.correct(board.hands.find((hand) => hand.number === number));
    takeUp();
    form.hidden = false;
    tellGame();
    form.querySelector("[data-correcting]").scrollIntoView({ block: "center" });
  } else if (cancel) {
    event.preventDefault();
    done();
    form.hidden = board.status !== "in_progress";
    tellGame();
    ready();
  }
});

/** Go on with a hand that was left half entered, and take into it what the address carries; a reload takes it only once. */
function takeUp() {
  const number = entry.number ?? board.hand;
  const carried = carriedIn(location.search, form);
  const kept = draft.read(number);
  if (kept && (carried.length || entry.number || !isBegun(entry.way))) {
    const paths = carried.map(([path]) => path);
    entry.put(withCarried(kept.typed, carried), entry.has(kept.way, paths) ? kept.way : entry.way.dataset.way);
  }
  if (!carried.length) return;
  history.replaceState(null, "", location.pathname);
  draft.keep(number, entry.way);
}

keepHands(board.hands);
keepAwake();
startClock(() => board);
watchSticking(page);
if (page.dataset.gameScript) await import(page.dataset.gameScript).then((game) => game.start(form, { numberOf }));
tellGame();
if (!form.hidden) takeUp();
if (!entry.number) entry.pad.start();
if (Array.from(form.querySelectorAll(".way:not([hidden]) [name]:not([type=hidden])")).some(isGiven)) preview.now();
