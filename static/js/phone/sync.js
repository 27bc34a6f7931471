/**
 * Sends all unsent writes: match by match, in order, each with its own key, until there is no response. If others have
 * recorded something, sending stops until the user has decided (conflict-dialog.js). Ticks of a tournament's door page are
 * sent last.
 */

import { ROOT } from "../shared/site.js";
import { askEngine, rulesDigest } from "./engine.js";
import { SAID, sendWrite, shifted, tryGet, tryPost } from "./request.js";
import {
  allMatches, allWrites, getMatch, isTick, moveMatch, removeWrite, replaceHistory, updateMatch, withLock, writesOf,
} from "./store.js";
import { announceOutbox } from "./write.js";

const LONGEST_WAIT = 60; // seconds
const TICKS = "./send-ticks.js"; // loaded only if there are ticks

let wait = 2;
let timer = 0;
let again = false; // something was added meanwhile
/** @type {Promise<void> | null} */
let running = null;

/** Sends everything; resolves when nothing is left or there is no response. */
export function sync() {
  clearTimeout(timer);
  again = true;
  running ??= sendAll().finally(() => {
    running = null;
    announceOutbox();
  });
  return running;
}

async function sendAll() {
  while (again) {
    again = false;
    for (const match of await unsent()) {
      if (!(await withLock(`sending ${match.base}`, () => sendMatch(match.base)))) return scheduleSync();
    }
  }
  if ((await allWrites()).some(isTick)) {
    const { sendTicks } = await import(TICKS);
    if (!(await withLock("ticks", sendTicks))) return scheduleSync();
  }
  wait = 2;
  return undefined;
}

/** Tries again after a pause that grows each time. */
function scheduleSync() {
  clearTimeout(timer);
  timer = setTimeout(sync, 1000 * wait);
  wait = Math.min(2 * wait, LONGEST_WAIT);
}

/**
 * Returns the matches with unsent writes and no conflict, in the order in which they were started. A conflict about a write
 * that is gone was decided, but the page closed before that was stored.
 */
async function unsent() {
  const writes = await allWrites();
  const bases = new Set(writes.map((write) => write.base));
  const ids = new Set(writes.map((write) => write.id));
  return (await allMatches())
    .filter((match) => !match.arrived && (match.start || match.told || bases.has(match.base)))
    .filter((match) => !(match.conflict && ids.has(match.conflict.write)) && !match.ended)
    .sort((one, other) => (one.start?.at ?? 0) - (other.start?.at ?? 0));
}

/**
 * Sends one match; false without a response. Meanwhile the page can save more: the match is locked only while its stored data
 * are read or changed.
 * @param {string} base
 */
async function sendMatch(base) {
  const match = await getMatch(base);
  const current = match.start ? await sendStart(base, match.start) : base;
  if (!current) return false;
  /** The server's state after the last write. @type {MatchState | null} */
  let state = null;
  const next = () => withLock(current, async () => (await writesOf(current))[0]);
  for (let write = await next(); write; write = await next()) {
    const done = await sendOne(current, write);
    if (typeof done === "string") return done !== "unanswered";
    if (done) state = done;
  }
  return finish(current, state);
}

/**
 * Starts the match on the server; returns its address there, or null.
 * @param {string} base
 * @param {MatchStart} start
 */
async function sendStart(base, start) {
  const before = start.follows ? (await getMatch(start.follows))?.arrived : null;
  if (start.follows && !before) return null;
  const token = before?.match(/\/s\/([^/]+)\/m\//)?.[1] ?? start.token ?? "";
  const fields = { key: start.key, head: JSON.stringify(start.head), token, rules: await rulesDigest() };
  const reply = await tryPost(`${ROOT}/sync/matches`, Object.entries(fields));
  if (reply?.status === 200) return withLock(base, () => moveMatch(base, reply.answer));
  if (reply) await updateMatch(base, () => ({ ended: true, refused: reasons(reply) })); // sending it again would not help
  return null;
}

/**
 * Sends one write; returns the server's state after it, null if it need not be sent.
 * @param {string} base
 * @param {Write} write
 * @returns {Promise<MatchState | null | "unanswered" | "stopped">} stopped where a person has to look
 */
async function sendOne(base, write) {
  if (["confirm", "contest"].includes(write.act) && !write.saw) {
    await removeWrite(write.id); // the page closed before it was applied here
    return null;
  }
  const match = await getMatch(base);
  const own = shifted(write, match.shift ?? 0, match.shiftFrom ?? Infinity);
  if (hasToLook(own, match)) return stop(base, own, { changes: [] });
  const reply = await sendWrite(own, seenBy(write, match.confirmed));
  if (!reply || reply.status === 429) return "unanswered"; // the day's limit: kept here until it is over
  if (reply.status === 409) return stop(base, own, reply.answer);
  if (reply.status === 422) return stop(base, own, { problems: reply.answer.problems });
  if (reply.status !== 200) {
    await updateMatch(base, () => ({ ended: true, refused: reasons(reply) }));
    return "stopped";
  }
  await removeSent(base, own, reply.answer);
  return reply.answer.state;
}

/**
 * Returns the version that a write's user has seen; an older one than `confirmed` if the page closed while it was sent.
 * @param {Write} write
 * @param {number} confirmed
 */
const seenBy = ({ applied, seen }, confirmed) => (applied ? confirmed : Math.min(confirmed, seen || confirmed));

/**
 * True if a person has to look first: others have recorded the hand, or have changed its note, which they were not shown.
 * @param {Write} write
 * @param {StoredMatch} match
 */
const hasToLook = (write, { count = null, noted = [] }) =>
  write.act === "record"
    ? count !== null && Number(write.number) <= count
    : setsNote(write) && noted.includes(Number(write.hand));

/**
 * True if a write sets the note of a hand that is there already.
 * @param {Write} write
 */
const setsNote = ({ act, fields }) =>
  act === "note" || (act === "correct" && fields.some(([name, value]) => name === "note" && value.trim()));

/**
 * Returns why the server refuses something, in its words; null if the link is unknown.
 * @param {Reply} reply
 */
function reasons({ answer }) {
  return (answer.problems ?? []).map((/** @type {Problem} */ each) => each.text).join(" ") || null;
}

/**
 * @param {string} base
 * @param {Write} write
 * @param {{ state: MatchState, version?: number, hand?: number, noted?: number[] }} answer the server's state, which others
 * may have changed again, the version and hand that this write has there, and hands whose notes others have changed before it
 */
async function removeSent(base, write, { state, version = state.version, hand = state.hand - 1, noted = [] }) {
  const number = write.act === "record" ? hand : state.hand - 1;
  const own = Number(write.number);
  const more = write.act === "record" && write.applied ? number - own : 0;
  await updateMatch(base, ({ shift = 0, shiftFrom, count = null, confirmed, noted: unseen = [], differs }) => ({
    differs: differs || version !== write.version,
    confirmed: SAID.includes(write.act) && version !== confirmed + 1 ? confirmed : Math.max(confirmed, version),
    shift: shift + more,
    shiftFrom: shiftFrom ?? (more ? own - shift : undefined),
    count: count === null ? null : Math.max(count, number),
    noted: [...unseen, ...noted],
  }));
  await removeWrite(write.id);
  announceOutbox();
}

/**
 * Stops sending until the user has decided. Fetches the server's state to show both.
 * @param {string} base
 * @param {Write} write
 * @param {{ changes?: string[], problems?: Problem[] | null }} reply
 * @returns {Promise<"unanswered" | "stopped">}
 */
async function stop(base, write, { changes = [], problems = null }) {
  const state = await tryGet(`${base}/state.json`);
  if (!state) return "unanswered";
  const conflict = { write: write.id, number: write.number ?? null, changes, problems, state };
  await updateMatch(base, () => ({ conflict, differs: true }));
  window.dispatchEvent(new CustomEvent("scorekeeper:conflict", { detail: base }));
  return "stopped";
}

/**
 * Ends the sending of a match, after its last write. If the server's state differs, stores its history and announces different
 * scores. False without a response.
 * @param {string} base
 * @param {MatchState | null} sent the server's state after the last write
 */
async function finish(base, sent) {
  const match = await getMatch(base);
  const done = { told: false, shiftFrom: undefined, count: null, noted: [] };
  /** @type {MatchState | null} */
  const own = match.told ? await askEngine({ ask: "state", kept: match.kept }).catch(() => null) : null;
  const same = own && sent && isSame(match, own, sent);
  if (same && !match.kept.setup.about.confirm) {
    await replaceHistory(base, { kept: match.kept }, done);
    return true;
  }
  const said = own && !same ? await compare(match, own) : []; // the time of a confirmation is the server's
  const fresh = said && (await tryGet(`${base}/kept.json`));
  const state = fresh && (await tryGet(`${base}/state.json`));
  if (!state) return false;
  if (await replaceHistory(base, fresh, done)) {
    window.dispatchEvent(new CustomEvent("scorekeeper:synced", { detail: { base, state, said } }));
  }
  return true;
}

/**
 * True if the server has the same changes and scores.
 * @param {StoredMatch} match
 * @param {MatchState} own
 * @param {MatchState} sent
 */
function isSame({ differs }, own, sent) {
  /** @type {(state: MatchState, hands: Hand[]) => string} */
  const score = ({ version, status, winner, sides }, hands) =>
    JSON.stringify([version, status, winner, sides.map(({ total }) => total), hands.map(({ points }) => points)]);
  const changed = sent.hands.map(({ number }) => own.hands[number - 1]).filter(Boolean);
  return !differs && score(own, changed) === score(sent, sent.hands);
}

/**
 * Returns sentences about hands that score differently on the server; null without a response.
 * @param {StoredMatch} match
 * @param {MatchState} own this phone's state of it
 */
async function compare({ base, shift = 0, shiftFrom = Infinity }, own) {
  const hands = own.hands.map(({ number, points, entry, struck }) => {
    return { number: number < shiftFrom ? number : number + shift, points, entry, struck };
  });
  const reply = await tryPost(`${base}/arrived`, Object.entries({ rules: await rulesDigest(), hands: JSON.stringify(hands) }));
  return reply && (reply.status === 200 ? reply.answer.said : []);
}
