/** The match page: previews and saves without reloading. It always shows a state computed by the rules. */

import { Draft, restore } from "../entry/draft.js";
import { controlsOf, isBegun, isGiven } from "../entry/fields.js";
import { EntryForm, fieldsOf } from "../entry/form.js";
import { numberOf } from "../entry/numbers.js";
import { HandPreview } from "../entry/preview.js";
import { poll } from "../shared/poll.js";
import { readJson, setText } from "../shared/dom.js";
import { keepScreenOn, sayAloud, signal } from "../shared/phone-comforts.js";
import { newKey } from "../shared/random-key.js";
import { isOnlyHere } from "../shared/site.js";
import { startClock } from "./clock.js";
import { listenForConfirming, showConfirmations } from "./confirmations.js";
import { endsOtherwise, fitsPage, mergeState } from "./state.js";
import { listenForCorrections, markShown, showHands } from "./history.js";
import { hideMissed, hideSaid, say, sayNext, showMissed, showTimeCalled, showTrouble } from "./notices.js";
import { isAhead, markSeen, Sender } from "./post.js";
import { showScore, showTurn, totalsText } from "./scoreboard.js";
import { isResting, rest, startTaps } from "./taps.js";
import { pageText, sideBySide } from "./texts.js";

const page = document.querySelector("[data-match]");
const base = page.dataset.match;
const form = /** @type {PostForm} */ (document.querySelector("form[data-entry]"));
// Both are loaded before any listener: an earlier tap submits the form to the server, as without scripts.
/** Loaded only for games with calls. @type {typeof import("./calls.js") | null} */
const calls = page.dataset.callsScript ? await import(page.dataset.callsScript) : null;
const startGame = await loadGameScript(page.dataset.gameScript);
const entry = new EntryForm(form, base);
const preview = new HandPreview(form, base, entry);
const draft = new Draft(base);
/** @type {MatchState} */
let state = readJson("board");
const sender = new Sender(page, (busy) => {
  if (poller) poller.paused = busy;
});
/** @type {ReturnType<typeof poll> | null} */
const poller = isOnlyHere(base) ? null : poll(`${base}/state.json`, state.version, { onState: receive, onTrouble: showTrouble });
if (poller) poller.called = state.called ?? 0;

/**
 * Shows a newer state and a message about the change.
 * @param {MatchState} newer
 * @param {string} [text]
 * @param {PostForm | null} begun before it, so that it is not sent as by somebody who has seen it
 */
function show(newer, text, begun = null) {
  if (endsOtherwise(state, newer)) return showEnd(newer);
  poller?.setVersion(newer.version);
  state = mergeState(state, newer);
  showScore(state);
  showHands(state.hands, base);
  showConfirmations(state);
  calls?.showCalls(state);
  showTimeCalled(state);
  entry.show(state.status === "in_progress" || entry.number !== null);
  tellGame();
  markSeen(newer.version, begun);
  if (text) {
    setText(page.querySelector("[data-said]"), `${text} ${totalsText(state)}`);
    sayAloud(totalsText(state));
  }
  window.dispatchEvent(new CustomEvent("scorekeeper:shown", { detail: { base, version: newer.version } }));
}

/**
 * Loads the page again when the match has ended.
 * @param {MatchState} newer
 */
async function showEnd(newer) {
  page.inert = true;
  if (newer.status === "finished") await Promise.all([signal("won"), sayAloud(`${totalsText(newer)}. ${newer.result}`)]);
  location.reload();
}

/** All unsent changes of this phone have arrived. */
window.addEventListener("scorekeeper:synced", ({ detail: { base: sent, state: newer } }) => {
  if (sent === base && newer) show(newer);
});

/**
 * Shows another phone's change. A hand being entered is kept; if both conflict, saving first asks.
 * @param {MatchState} newer
 * @returns {Promise<void>}
 */
async function receive(newer) {
  if (showTimeCalled(newer)) signal("call");
  if (await isAhead(base)) {
    poller?.setVersion(state.version); // this phone's unsent changes come first, the others are fetched after them
    return;
  }
  if (newer.version === state.version) return receiveCall(newer.call);
  const begun = isBegun(entry.way) || entry.number !== null;
  const changes = newer.changes ?? [];
  if (!fitsPage(state, newer)) return location.reload();
  show(newer, changes.join(". "), begun ? form : null);
  if (begun && newer.conflicts) showMissed(changes, false);
  else say(changes.join(". "));
}

/** @param {MatchState["call"]} call */
function receiveCall(call) {
  state = { ...state, call };
  calls?.showCalls(state);
  signal("call");
}

const tellGame = () => tellGameScript(form, state, entry.number !== null);

form.addEventListener("input", () => {
  if (!entry.filling) draft.save(entry.number ?? state.hand, entry.way);
  if (sender.isBusy) preview.isOutdated = true;
  else preview.soon();
});

/**
 * Sends a form, one at a time, and shows the result; returns true if it was saved.
 * @param {PostForm} sent
 * @param {string} address
 */
async function send(sent, address) {
  if (sender.isBusy) return false;
  hideSaid();
  preview.stop();
  const reply = await sender.send(address, fieldsOf(sent), !form.hidden);
  return showReply(sent, address, reply);
}

/**
 * @param {PostForm} sent
 * @param {string} address
 * @param {Reply} reply
 */
function showReply(sent, address, { status, answer }) {
  hideMissed();
  if (status === 409) {
    showMissed(answer.changes, true);
    show(answer.state);
    preview.now();
  } else if (status === 200) {
    const behind = sent !== form && Number(form.elements.seen.value) < state.version; // started before another phone's change
    if (answer.state.status === "in_progress") signal("record");
    sent.elements.key.value = newKey();
    if (sent === form) clear();
    show(answer.state, answer.said, behind ? form : null);
    sayDone(address, answer);
  } else {
    const { isOutdated } = preview; // fields were changed while the request was under way
    entry.tried = true;
    const reason = answer.error?.message ?? status;
    entry.showProblems([]); // so that all are announced, those too that were shown before
    entry.showProblems(answer.problems ?? [{ field: null, text: pageText("failed", { reason }) }]);
    if (answer.problems) preview.show(null, entry.missing(answer.problems), true);
    entry.goToProblem();
    if (answer.problems && isOutdated) preview.soon();
  }
  return status === 200;
}

/**
 * Shows what was saved, with a button to undo it.
 * @param {string} address
 * @param {Reply["answer"]} answer
 */
function sayDone(address, answer) {
  if (page.inert) {
    if (answer.winner_changed) sayNext(answer.said);
    return;
  }
  if (address.endsWith("/undo")) return say(answer.said, answer.winner_changed, state.can.redo ? "redo" : null);
  const last = state.hands.at(-1);
  const recorded = address.endsWith("/hands") && last;
  const said = recorded ? pageText("recorded", { number: last.number, points: sideBySide(last.points) }) : answer.said;
  say(said, answer.winner_changed, state.can.undo ? "undo" : null);
}

/** Clears the form and removes the hand's draft. */
function clear() {
  const number = entry.number ?? state.hand;
  entry.clear();
  draft.remove(number);
}

document.addEventListener("submit", async (event) => {
  const sent = /** @type {PostForm} */ (event.target);
  if (sent !== form && !sent.matches("form[data-post]")) return;
  event.preventDefault();
  if (isResting()) return;
  const submitter = /** @type {HTMLButtonElement} */ (event.submitter);
  if (submitter?.matches("[data-record].waits")) {
    if (preview.isOutdated) await preview.now(); // a quick tap: the last field may be filled by now
    if (submitter.matches(".waits") && preview.missing) return entry.goTo(preview.missing);
  }
  const address = submitter?.hasAttribute("formaction") ? submitter.formAction : sent.action;
  if (!(await send(sent, address))) return;
  if (sent === form) return startEntry();
  rest(form);
  if (address.endsWith("/finish")) window.scrollTo(0, 0);
});

/** Scrolls to the top and opens the pad at the form's first field. */
function startEntry() {
  window.scrollTo(0, 0);
  preview.stop();
  entry.pad.start();
  preview.show(null, entry.missing([]));
  if (!preview.missing) preview.soon(); // without a pad the server knows what is missing, as when the page was opened
  rest(form);
}

listenForCorrections(startCorrection, () => {
  clear();
  entry.show(state.status === "in_progress");
  showScore(state);
  tellGame();
  startEntry();
});

/**
 * Fills the form with a hand; a final result has a page of its own.
 * @param {number} number
 */
function startCorrection(number) {
  const hand = state.hands.find((each) => each.number === number);
  if (hand?.entry.final) return location.assign(`${base}/hands/${number}`);
  entry.clear();
  entry.correct(hand);
  restore(entry, draft, number);
  entry.show(true);
  tellGame();
  showTurn(pageText("hand_dealt", { number, name: hand?.dealer }), []);
  window.scrollTo(0, 0);
}

calls?.listenForCalls(base, receiveCall);
startTaps(form, () => entry.number === null);
markShown(state.hands);
keepScreenOn();
startClock(() => state);
listenForConfirming(() => state);
startGame?.(form);
tellGame();
if (entry.tried) entry.goToProblem(); // the server has refused the hand and rendered this page
else {
  if (!form.hidden) restore(entry, draft, entry.number ?? state.hand);
  if (!entry.number) entry.pad.start();
  if (controlsOf(entry.way).some(isGiven)) preview.now();
  else preview.soon();
}

/**
 * Loads the game's script and returns its `start` function; null if the game has none.
 * @param {string} [address]
 * @returns {Promise<((form: HTMLFormElement) => void) | null>}
 */
async function loadGameScript(address) {
  if (!address) return null;
  const { start } = await import(address);
  return (entered) => start(entered, { numberOf });
}

/**
 * Tells the game's script what the form is for.
 * @param {HTMLFormElement} entered
 * @param {MatchState} board
 * @param {boolean} correcting
 */
function tellGameScript(entered, board, correcting) {
  entered.dispatchEvent(new CustomEvent("board", { detail: { board, correcting } }));
}
