/**
 * Where saves and previews of a match page go. A save is first stored here, then sent; without an answer it is done here,
 * by the same rules, and sent later. So nothing is lost when the network or the page goes away in the middle.
 */

import { askEngine, infoText, isReady, startEngine } from "./engine.js";
import { sendWrite, tryGet } from "./request.js";
import {
  addWrite,
  applyWrite,
  currentBase,
  getMatch,
  removeWrite,
  replaceHistory,
  updateMatch,
  withLock,
  writesOf,
} from "./store.js";

const ADDRESS = /^(.*\/s\/[^/]+\/m\/\d+)\/(?:hands(?:\/(\d+)(?:\/(strike|note))?)?|(undo|redo|finish|preview|side|confirm))$/;
const NOT_STORED = ["csrf_token", "seen", "key"];

/**
 * Whether a match is the phone's own so far, or has writes that the server has not seen.
 * @param {string} base
 */
export async function isAhead(base) {
  const current = await currentBase(base);
  return Boolean((await getMatch(current))?.start) || (await writesOf(current)).length > 0;
}

/**
 * Whether a form that is posted to this address changes a match.
 * @param {string} path
 */
export const isWrite = (path) => ADDRESS.test(path) && !path.endsWith("/preview");

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
 * @param {string} address
 * @param {URLSearchParams} fields
 * @returns {Promise<NewWrite>}
 */
async function writeOf(address, fields) {
  const [, base, hand, part, act] = new URL(address, location.href).pathname.match(ADDRESS) ?? [];
  const number = act === "confirm" ? fields.get("hand") : hand;
  return {
    base: await currentBase(base),
    act: act ?? part ?? (hand ? "correct" : "record"),
    hand: number ? Number(number) : null,
    seen: Number(fields.get("seen")),
    fields: Array.from(fields).filter(([name]) => !NOT_STORED.includes(name)),
    key: fields.get("key") ?? "",
    at: new Date().toISOString(),
    applied: false,
  };
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
    const done = await apply(match, write);
    if (!done.kept) {
      await removeWrite(write.id);
      return { status: done.problems ? 422 : 409, answer: done };
    }
    const applied = { ...write, number: done.number, target: done.target, saw: done.saw };
    if (!(await applyWrite(applied, done.kept, match.kept.version))) continue;
    announceOutbox(true);
    return { status: 200, answer: { ...done, said: `${done.said}. ${await infoText("waits")}` } };
  }
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
