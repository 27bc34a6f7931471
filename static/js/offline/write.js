/**
 * Where saves and previews of a match page go. A save is first stored here, then sent; without an answer it is done here,
 * by the same rules, and sent later. So nothing is lost when the network or the page goes away in the middle.
 */

import { askEngine, isReady, startEngine } from "./engine.js";
import { infoText } from "./engine-info.js";
import { withLock } from "./locks.js";
import { tryGet } from "./request.js";
import { addWrite, applyWrite, currentBase, getMatch, removeWrite, replaceHistory, updateMatch, writesOf } from "./store.js";
import { NOT_STORED, sendWrite, writeOf } from "./write-form.js";

/**
 * Whether a match is the phone's own so far, or has writes that the server has not seen.
 * @param {string} base
 */
export async function isAhead(base) {
  const current = await currentBase(base);
  return Boolean((await getMatch(current))?.start) || (await writesOf(current)).length > 0;
}

/**
 * Save a form, and answer as the server does. Null where this phone does not have the match stored.
 * @param {string} address
 * @param {URLSearchParams} fields
 * @returns {Promise<Reply | null>}
 */
export async function save(address, fields) {
  const write = await writeOf(address, fields);
  if (!(await getMatch(write.base))) return null;
  return withLock(write.base, async () => {
    const alone = (await isAhead(write.base)) || navigator.onLine === false;
    const stored = { ...write, id: await addWrite(write) };
    const reply = alone ? null : await sendNow(stored, fields.get("seen"), fields.get("csrf_token"));
    return reply ?? doHere(stored);
  });
}

/**
 * @param {Write} write
 * @param {string | null} seen
 * @param {string | null} csrf
 */
async function sendNow(write, seen, csrf) {
  const reply = await sendWrite(write, seen, csrf || null);
  if (!reply) return null;
  await removeWrite(write.id);
  if (reply.status === 200) await follow(write, reply.answer.state.version);
  else if (reply.status === 409) await refresh(write.base);
  return reply;
}

/**
 * After a save that the server has done: the stored match follows, by itself where the engine runs.
 * @param {Write} write
 * @param {number} version
 */
async function follow(write, version) {
  const match = await getMatch(write.base);
  const done = isReady() && match.kept.version === version - 1 ? await apply(match, write, timeOfDay()) : null;
  if (!done?.kept) return refresh(write.base);
  await updateMatch(write.base, () => ({ kept: done.kept, confirmed: version, touched: Date.now() }));
}

/**
 * Get the match as the server has it.
 * @param {string} base
 */
export async function refresh(base) {
  const fresh = await tryGet(`${base}/kept.json`);
  return fresh ? replaceHistory(base, fresh) : false;
}

/** @returns {string} what it is now, in words */
const timeOfDay = () => new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });

/**
 * @param {StoredMatch} match
 * @param {Write} write
 * @param {string} time of day at which the server has done it; empty where it has not
 */
function apply(match, write, time = "") {
  return askEngine({ ask: "write", kept: match.kept, ...write, time });
}

/**
 * Do a write on this phone: the answer that the server would give, or null where the engine does not run.
 * @param {Write} write
 * @returns {Promise<Reply | null>}
 */
async function doHere(write) {
  try {
    await startEngine();
  } catch {
    return null;
  }
  for (;;) {
    const match = await getMatch(write.base);
    if (write.act === "confirm" && write.seen !== match.kept.version) return notSeen(write, match);
    const done = await apply(match, write);
    if (done.problems) {
      await removeWrite(write.id);
      return { status: 422, answer: done };
    }
    const applied = { ...write, number: done.number, target: done.target, saw: done.saw };
    if (!(await applyWrite(applied, done.kept, match.kept.version))) continue;
    announceOutbox(true);
    return { status: 200, answer: { ...done, said: `${done.said}. ${await infoText("recorded_here")}` } };
  }
}

/**
 * Somebody confirmed on a page that shows another state than this phone has: nobody agrees with what they have not seen.
 * @param {Write} write
 * @param {StoredMatch} match
 * @returns {Promise<Reply>}
 */
async function notSeen(write, { kept }) {
  await removeWrite(write.id);
  return { status: 409, answer: { changes: [], state: await askEngine({ ask: "state", kept }) } };
}

/**
 * Do the writes here that were stored and never done, because the page went away while they were sent.
 * @param {string} base
 */
export async function applyPending(base) {
  for (const write of await writesOf(base)) {
    if (!write.applied) await withLock(base, () => doHere(write));
  }
}

/**
 * What a form would score; null where the server is to be asked.
 * @param {string} address
 * @param {URLSearchParams} fields
 */
export async function previewHere(address, fields) {
  const { base } = await writeOf(address, fields);
  const match = await getMatch(base);
  if (!match || !(isReady() || match.start || navigator.onLine === false)) return null;
  if (match.kept.version !== Number(fields.get("seen"))) return null;
  const pairs = Array.from(fields).filter(([name]) => name !== "hand" && !NOT_STORED.includes(name));
  return askEngine({ ask: "preview", kept: match.kept, hand: Number(fields.get("hand")) || null, fields: pairs });
}

/** Let the page know that there is more to send (`added`) or less. */
export function announceOutbox(added = false) {
  window.dispatchEvent(new CustomEvent("scorekeeper:outbox", { detail: { added } }));
}
