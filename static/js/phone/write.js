/**
 * Saves and previews of a match page. A save is stored here, applied at once with the server's rules, and sent in the background
 * (sync.js). Until the engine runs, it is sent first. So nothing is lost if the network fails or the page closes.
 */

import { newKey } from "../shared/random-key.js";
import { askEngine, isReady, startEngine } from "./engine.js";
import { sendWrite, tryGet } from "./request.js";
import { onShelf, shelved } from "./shelf.js";
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

const ADDRESS =
  /^(.*\/s\/[^/]+\/m\/\d+)\/(?:hands(?:\/(\d+)(?:\/(strike|note|contest))?)?|(undo|redo|finish|preview|side|confirm))$/;
const NOT_STORED = ["csrf_token", "seen", "key"];

/**
 * True if a match exists on this phone only, or has unsent writes.
 * @param {string} base
 */
export async function isAhead(base) {
  const current = await currentBase(base);
  return Boolean((await getMatch(current))?.start) || (await writesOf(current)).length > 0;
}

/**
 * True if a form posted to this address changes a match.
 * @param {string} path
 */
export const isWrite = (path) => ADDRESS.test(path) && !path.endsWith("/preview");

/**
 * Saves a form and returns a response like the server's. Null if the match is not stored on this phone.
 * @param {string} address
 * @param {URLSearchParams} fields
 * @returns {Promise<Reply | null>}
 */
export async function save(address, fields) {
  const write = await writeOf(address, fields);
  if (!(await getMatch(write.base))) return null;
  return withLock(write.base, async () => {
    if ((await currentBase(write.base)) !== write.base) return save(address, fields); // the server got the match meanwhile
    const here = await isDecidedHere(write);
    const stored = { ...write, id: await addWrite(write) };
    const reply = here ? null : await sendNow(stored);
    return reply ?? doHere(stored);
  });
}

/**
 * True if a write is applied here before it is sent: offline, while others are unsent, or if the engine runs, the page shows the
 * version stored here, and no arbiter has locked the match. Otherwise the server decides.
 * @param {NewWrite} write
 */
async function isDecidedHere({ base, seen }) {
  if (navigator.onLine === false || (await isAhead(base))) return true;
  const { kept } = await getMatch(base);
  return isReady() && kept.version === seen && !kept.shown.locked;
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

/** @param {Write} write */
async function sendNow(write) {
  const reply = await sendWrite(write, write.seen ?? null);
  if (!reply) return null;
  await removeWrite(write.id);
  if (reply.status === 200) await follow(write, reply.answer.state.version);
  else if (reply.status === 409) await refresh(write.base);
  startEngine().catch(() => null); // for the next one
  return reply;
}

/**
 * After the server has saved: updates the stored match, with the engine if it runs.
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
 * Fetches the match from the server.
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
 * Applies a write on this phone; returns a response like the server's, or null if the engine does not run.
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
    const { number, target, saw, kept } = done;
    if (!(await applyWrite({ ...write, number, target, saw, version: kept.version }, kept, match.kept.version))) continue;
    announceOutbox(true);
    return { status: 200, answer: done };
  }
}

/**
 * Applies stored writes that were never applied because the page closed while they were sent.
 * @param {string} base
 */
export async function applyPending(base) {
  for (const write of await writesOf(base)) {
    if (!write.applied) await withLock(base, () => doHere(write));
  }
}

/**
 * Returns what a form would score; null if the server must be asked.
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

/**
 * Returns the page at an address of a match, drawn on this phone; null if another version is stored, or the rules do not run.
 * @param {string} address
 * @param {number} version
 * @returns {Promise<string | null>}
 */
export async function pageHere(address, version) {
  const { pathname, search } = new URL(address, location.href);
  const match = await getMatch(await currentBase(pathname.replace(/(\/m\/\d+).*/, "$1")));
  if (match?.kept.version !== version || !(isReady() || match.start || navigator.onLine === false)) return null;
  const path = pathname.replace(/^.*\/m\/\d+/, match.base);
  const shelf = (await onShelf()).filter(({ token }) => token === match.token).map(shelved);
  const query = Array.from(new URLSearchParams(search));
  return (await askEngine({ ask: "page", path, query, fields: null, key: newKey(), shelf })).html ?? null;
}

/** Tells the page that there are more (`added`) or fewer unsent writes. */
export function announceOutbox(added = false) {
  window.dispatchEvent(new CustomEvent("scorekeeper:outbox", { detail: { added } }));
}
