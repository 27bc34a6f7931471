/**
 * The phone's IndexedDB: matches by address, unsent writes in order, and settings by name (StoredMatch and Write in
 * tools/js/types/phone.d.ts). And locks across this phone's open pages.
 */

import { DATABASE, ROOT } from "../shared/site.js";

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("matches", { keyPath: "base" });
      request.result.createObjectStore("writes", { keyPath: "id", autoIncrement: true }).createIndex("base", "base");
      request.result.createObjectStore("facts");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** @typedef {Record<"matches" | "writes" | "facts", IDBObjectStore>} Stores */

/**
 * Runs `act` in one transaction; resolves when it is committed.
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(stores: Stores) => Promise<Result>} act
 */
async function transact(mode, act) {
  const names = ["matches", "writes", "facts"];
  const transaction = (await database()).transaction(names, mode);
  const stores = /** @type {Stores} */ (Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)])));
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(null);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
  const result = await act(stores);
  await done;
  return result;
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {string} base @returns {Promise<StoredMatch>} */
export const getMatch = (base) => transact("readonly", ({ matches }) => resultOf(matches.get(base)));

/** @returns {Promise<StoredMatch[]>} */
export const allMatches = () => transact("readonly", ({ matches }) => resultOf(matches.getAll()));

/** @param {StoredMatch} match */
export const putMatch = (match) => transact("readwrite", ({ matches }) => resultOf(matches.put(match)));

/** @param {string} base @returns {Promise<Write[]>} */
export const writesOf = (base) => transact("readonly", ({ writes }) => resultOf(writes.index("base").getAll(base)));

/** @returns {Promise<Write[]>} */
export const allWrites = () => transact("readonly", ({ writes }) => resultOf(writes.getAll()));

/** @param {NewWrite} write @returns {Promise<any>} its id */
export const addWrite = (write) => transact("readwrite", ({ writes }) => resultOf(writes.add(write)));

/** True if a write is a tick of a tournament's door page (ticks.js). @param {NewWrite} write */
export const isTick = (write) => write.act === "tick";

/** @param {Write} write */
export const putWrite = (write) => transact("readwrite", ({ writes }) => resultOf(writes.put(write)));

/** @param {number} id */
export const removeWrite = (id) => transact("readwrite", ({ writes }) => resultOf(writes.delete(id)));

/** @param {string} name @returns {Promise<any>} */
export const getSetting = (name) => transact("readonly", ({ facts }) => resultOf(facts.get(name)));

/** @param {string} name @param {any} value */
export const setSetting = (name, value) => transact("readwrite", ({ facts }) => resultOf(facts.put(value, name)));

/** Empties all stores. */
export const clearStores = () =>
  transact("readwrite", (stores) => Promise.all(Object.values(stores).map((store) => resultOf(store.clear()))));

/**
 * Changes a stored match; `change` returns the changed properties.
 * @param {string} base
 * @param {(match: StoredMatch) => Partial<StoredMatch>} change
 */
export function updateMatch(base, change) {
  return transact("readwrite", async ({ matches }) => {
    const match = await resultOf(matches.get(base));
    if (match) await resultOf(matches.put({ ...match, ...change(match) }));
  });
}

/**
 * Applies a write to its match, both or neither. False if the match has changed since `version`. If the page showed an older
 * version than the one stored here, the write is sent as from that version, so that the server finds what its user missed.
 * @param {Write} write
 * @param {MatchHistory} kept the match's history with the write in it
 * @param {number} version
 */
export function applyWrite(write, kept, version) {
  return transact("readwrite", async ({ matches, writes }) => {
    const match = await resultOf(matches.get(write.base));
    if (!match || match.kept.version !== version) return false;
    const confirmed = match.changed ? match.confirmed : Math.min(match.confirmed, write.seen || match.confirmed);
    await resultOf(matches.put({ ...match, kept, confirmed, told: true, changed: true, touched: Date.now() }));
    await resultOf(writes.put({ ...write, applied: true }));
    return true;
  });
}

/**
 * Deletes a match and its unsent writes.
 * @param {string} base
 */
export function removeMatch(base) {
  return transact("readwrite", async ({ matches, writes, facts }) => {
    await resultOf(facts.delete("face")); // which may be this match's
    for (const id of await resultOf(writes.index("base").getAllKeys(base))) await resultOf(writes.delete(id));
    await resultOf(matches.delete(base));
  });
}

/**
 * Stores the server's history of a match, unless it has unsent writes or the server has confirmed a newer version.
 * @param {string} base
 * @param {Pick<StoredMatch, "kept"> & Partial<StoredMatch>} fresh
 * @param {Partial<StoredMatch>} more
 */
export function replaceHistory(base, fresh, more = {}) {
  return transact("readwrite", async ({ matches, writes }) => {
    if (await resultOf(writes.index("base").count(base))) return false;
    const match = (await resultOf(matches.get(base))) ?? newMatch(base);
    if (fresh.kept.version < match.confirmed) return false; // a late response
    const synced = { confirmed: fresh.kept.version, changed: false, differs: false, shift: 0, conflict: null };
    await resultOf(matches.put({ ...match, ...fresh, ...synced, ...more, touched: Date.now() }));
    return true;
  });
}

/**
 * Moves a match started on this phone to its address on the server, with its unsent writes.
 * @param {string} from
 * @param {{ token: string, number: number, kept: MatchHistory }} answer
 */
export function moveMatch(from, { token, number, kept }) {
  return transact("readwrite", async ({ matches, writes }) => {
    const match = await resultOf(matches.get(from));
    const base = `${ROOT}/s/${token}/m/${number}`;
    await resultOf(matches.put({ ...match, arrived: base, start: null }));
    const moved = { ...match, base, token, number, start: null, confirmed: kept.version };
    await resultOf(matches.put({ ...moved, kept: { ...match.kept, number } }));
    for (const write of await resultOf(writes.index("base").getAll(from))) await resultOf(writes.put({ ...write, base }));
    return base;
  }).then((base) => {
    window.dispatchEvent(new CustomEvent("scorekeeper:moved", { detail: { from, base } }));
    return base;
  });
}

/** @param {string} base */
function newMatch(base) {
  const [, token = "", number = ""] = base.match(/\/s\/([^/]+)\/m\/(\d+)$/) ?? [];
  return { base, token, number: Number(number), start: null, arrived: null, ended: false, told: false, changed: false };
}

/**
 * Returns the address at which a match is stored now: its own, or the one it was moved to.
 * @param {string} base
 */
export async function currentBase(base) {
  const match = await getMatch(base);
  return match?.arrived ?? base;
}

/** Locks within this page, for browsers without the Web Locks API. @type {Map<string, Promise<any>>} */
const last = new Map();

/**
 * Runs `act` while holding the lock of that name.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} act
 * @returns {Promise<Result>}
 */
export function withLock(name, act) {
  if (navigator.locks) return navigator.locks.request(`scorekeeper ${name}`, act);
  const turn = (last.get(name) ?? Promise.resolve()).then(act, act);
  last.set(name, turn.catch(() => null));
  return turn;
}
