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
import { endsOtherwise, fitsPage, hasSameParts, isDrawnOtherwise, isEnteredAlike, mergeState, newestBids } from "./state.js";
import { listenForCorrections, markShown, showHands } from "./history.js";
import { hideMissed, hideSaid, say, showMissed, showTimeCalled, showTrouble } from "./notices.js";
import { isAhead, markSeen, Sender } from "./post.js";
import { redraw, replaceMatch } from "./redraw.js";
import { showScore, totalsText } from "./scoreboard.js";
import { ignoreSecondTaps, isResting, rest, startTaps } from "./taps.js";
import { pageText, sideBySide } from "./texts.js";

const CLOCK = "./clock.js";

let page = document.querySelector("[data-match]");
let base = page.dataset.match;
// All are loaded before any listener: an earlier tap submits the form to the server, as without scripts.
/** Loaded only for games with calls. @type {typeof import("./calls.js") | null} */
const calls = page.dataset.callsScript ? await import(page.dataset.callsScript) : null;
/** Loaded only if the sides confirm. @type {typeof import("./confirmations.js") | null} */
const confirmations = page.dataset.confirmScript ? await import(page.dataset.confirmScript) : null;
/** Loaded only if the match has a clock. @type {typeof import("./clock.js") | null} */
const clock = document.querySelector("[data-clock]") ? await import(CLOCK) : null;
/** Loaded only if players go out. @type {typeof import("../entry/going-out.js") | null} */
const goingOut = page.dataset.outScript ? await import(page.dataset.outScript) : null;
const startGame = await loadGameScript(page.dataset.gameScript);
let draft = new Draft(base);
/** @type {MatchState} */
let state = readJson("board");
/** The form, and the objects that fill and preview it: new ones each time it is drawn (startForm). @type {PostForm} */
let form;
/** @type {EntryForm} */
let entry;
/** @type {HandPreview} */
let preview;
/** Resolves when all redraws that were requested so far are done. */
let drawn = Promise.resolve();
const sender = new Sender(() => page, (busy) => {
  if (poller) poller.paused = busy;
});
/** @type {ReturnType<typeof poll> | null} */
let poller = isOnlyHere(base) ? null : poll(`${base}/state.json`, state.version, { onState: receive, onTrouble: showTrouble });
if (poller) poller.called = state.called ?? 0;

/**
 * Shows a newer state and a message about the change.
 * @param {MatchState} newer
 * @param {string} [text]
 * @param {PostForm | null} begun the form, if it was begun before this state: it is still sent with the version it was begun with
 * @param {boolean} anew true to draw the form again in any case
 */
function show(newer, text, begun = null, anew = false) {
  const before = state;
  if (!hasSameParts(state, newer)) return location.reload();
  poller?.setVersion(newer.version);
  state = mergeState(state, newer);
  showScore(state);
  showHands(state, base);
  confirmations?.showConfirmations(state);
  calls?.showCalls(state);
  showTimeCalled(state);
  markSeen(newer.version, begun);
  const ends = showForm(before, anew);
  if (text) {
    const totals = ends ? `${totalsText(state)}. ${state.result}` : totalsText(state);
    setText(page.querySelector("[data-said]"), `${text} ${totals}`);
    sayAloud(totals);
  }
  const detail = { base, version: newer.version };
  drawn.then(() => window.dispatchEvent(new CustomEvent("scorekeeper:shown", { detail })));
}

/**
 * Draws the form or the end again if templates draw the new state otherwise; returns true if the match has ended or goes on.
 * @param {MatchState} before
 * @param {boolean} anew true to draw it in any case
 */
function showForm(before, anew) {
  const ends = endsOtherwise(before, state);
  if (ends && state.status === "finished") signal("won");
  if (ends) draw().then(() => window.scrollTo(0, 0));
  else if (anew || (entry.number === null && isDrawnOtherwise(before, state))) draw();
  else {
    tellGame();
    if (entry.number === null && !isBegun(entry.way)) entry.pad.start(); // its keys may be others now
  }
  return ends;
}

/**
 * Draws form, dock and end as the page at this address has them when it is opened.
 * @param {string} address of the match, or of one of its hands to correct it
 */
function draw(address = base) {
  drawn = drawn.then(async () => {
    form.classList.add("resting"); // its keys mean something else now
    const begun = isBegun(entry.way) ? form.elements.seen.value : null;
    preview.stop();
    if (!(await redraw(address, state.version))) return location.assign(address);
    markSeen(state.version);
    startForm();
    if (begun !== null) form.elements.seen.value = begun;
    window.dispatchEvent(new CustomEvent("scorekeeper:outbox", { detail: { added: false } })); // its line has a place in each
    confirmations?.showConfirmations(state);
    calls?.showCalls(state);
  });
  return drawn;
}

/** All unsent changes of this phone have arrived. */
window.addEventListener("scorekeeper:synced", ({ detail: { base: sent, state: newer } }) => {
  if (sent !== base) return;
  if (newer) show(newer);
  else if (state.status !== "in_progress" && page.querySelector("[data-tournament]")) draw(); // only the server knows its table
});

/** A rematch takes this page's place; the server does not know it yet. */
window.addEventListener("scorekeeper:rematch", async ({ detail }) => {
  const before = base;
  await drawn;
  preview.stop();
  poller?.stop();
  poller = null;
  page = replaceMatch(detail.html, before, detail.base);
  base = detail.base;
  draft = new Draft(base);
  state = readJson("board");
  markShown(state.hands);
  showScore(state);
  clock?.startClock(() => state);
  startForm();
  confirmations?.showConfirmations(state);
  calls?.showCalls(state);
  startEntry();
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
  if (newer.version === state.version && isEnteredAlike(state, newer)) {
    signal("call");
    return receiveCall(newer);
  }
  const begun = isBegun(entry.way) || entry.number !== null;
  const changes = newer.changes ?? [];
  if (!fitsPage(state, newer)) return location.reload();
  show(newer, changes.join(". "), begun ? form : null);
  if (begun && newer.conflicts) showMissed(changes, false);
  else say(changes.join(". "));
}

/** @param {Pick<MatchState, "call" | "bids">} said */
function receiveCall({ call = state.call, bids = state.bids }) {
  state = { ...state, call, bids: newestBids(state, { bids }) };
  calls?.showCalls(state);
}

/** Tells the entry form's scripts, and that of the game, which state they are for, and if a hand is corrected. */
function tellGame() {
  const detail = { board: state, correcting: entry.number !== null };
  form.dispatchEvent(new CustomEvent("board", { detail }));
}

/** Attaches the scripts to the form that is on the page now, and restores the hand that was begun in it. */
function startForm() {
  form = /** @type {PostForm} */ (document.querySelector("form[data-entry]"));
  entry = new EntryForm(form);
  goingOut?.startGoingOut(form);
  preview = new HandPreview(form, base, entry);
  form.addEventListener("input", () => {
    if (!entry.filling) draft.save(entry.number ?? state.hand, entry.way);
    if (sender.isBusy) preview.isOutdated = true;
    else preview.soon();
  });
  startTaps(form, () => entry.number === null);
  startGame?.(form);
  tellGame();
  const { contests, hand } = form.elements;
  if (contests.value && !state.hands.find(({ number }) => String(number) === hand.value)?.struck) entry.keepTold();
  if (entry.tried) return entry.goToProblem(); // the server has refused the hand and rendered this page
  if (!form.hidden) restore(entry, draft, entry.number ?? state.hand);
  if (!entry.number) entry.pad.start();
  if (controlsOf(entry.way).some(isGiven)) preview.now();
  else preview.soon();
}

/**
 * Sends a form, one at a time, and shows the result; returns true if it was saved.
 * @param {PostForm} sent
 * @param {string} address
 * @param {HTMLButtonElement | null} key with a field of its own
 */
async function send(sent, address, key) {
  if (sender.isBusy) return false;
  hideSaid();
  preview.stop();
  const reply = await sender.send(address, fieldsOf(sent, key), !form.hidden);
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
    const anew = sent === form && entry.isForOneHand;
    if (sent === form) {
      draft.remove(entry.number ?? state.hand);
      entry.clear();
    }
    show(answer.state, answer.said, behind ? form : null, anew);
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
  const goesBack = /[/](undo|redo)$/.test(address);
  if (state.status !== "in_progress" && !answer.winner_changed && !goesBack) return; // the end says it
  if (/\/(confirm|contest|side)$/.test(address)) return say(answer.said); // undo skips it
  if (address.endsWith("/undo")) return say(answer.said, answer.winner_changed, state.can.redo ? "redo" : null);
  const last = state.hands.at(-1);
  const recorded = address.endsWith("/hands") && last;
  const said = recorded ? pageText("recorded", { number: last.number, points: sideBySide(last.points) }) : answer.said;
  say(said, answer.winner_changed, state.can.undo ? "undo" : null);
}

document.addEventListener("submit", async (event) => {
  const sent = /** @type {PostForm} */ (event.target);
  if (sent !== form && !sent.matches("form[data-post]")) return;
  event.preventDefault();
  if (isResting()) return;
  const key = /** @type {HTMLButtonElement} */ (event.submitter);
  if (sent === form) return sendEntry(key);
  if (await send(sent, addressOf(sent, key), key)) rest(form);
});

/**
 * Sends the hand; if something is missing, goes there instead.
 * @param {HTMLButtonElement | null} key
 */
async function sendEntry(key) {
  if (key?.matches("[data-record].waits")) {
    if (preview.isOutdated) await preview.now(); // a quick tap: the last field may be filled by now
    if (key.matches(".waits") && preview.missing) return entry.goTo(preview.missing);
  }
  await drawn; // what was typed meanwhile is in the new form
  if (!(await send(form, addressOf(form, key), key))) return;
  await drawn;
  startEntry();
}

/**
 * @param {PostForm} sent
 * @param {HTMLButtonElement | null} key
 */
const addressOf = (sent, key) => (key?.hasAttribute("formaction") ? key.formAction : sent.action);

/** Scrolls to the top and opens the pad at the form's first field. */
function startEntry() {
  window.scrollTo(0, 0);
  preview.stop();
  entry.pad.start();
  preview.show(null, entry.missing([]));
  if (!preview.missing) preview.soon(); // without a pad the server knows what is missing, as when the page was opened
  rest(form);
}

listenForCorrections(startCorrection, async () => {
  draft.remove(entry.number ?? state.hand);
  await draw();
  startEntry();
});

/**
 * Draws the form with a hand in it; a final result has a page of its own.
 * @param {number} number
 * @param {string} contests the side that contests the hand; empty if it is corrected
 */
async function startCorrection(number, contests) {
  const query = contests && `?contests=${contests}`;
  const address = `${base}/hands/${number}${query}`;
  const hand = state.hands.find((each) => each.number === number);
  if (!hand || hand.entry.final) return location.assign(address);
  hideSaid();
  window.scrollTo(0, 0); // now, not when it is drawn: the thumb may have gone on by then
  await draw(address);
  if (contests) entry.goTo(entry.first);
}

ignoreSecondTaps();
calls?.listenForCalls(() => base, (said) => {
  if (said.call) signal("call");
  receiveCall(said);
});
markShown(state.hands);
keepScreenOn();
clock?.startClock(() => state);
confirmations?.listenForConfirming(() => state);
startForm();

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
