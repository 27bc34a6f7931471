/**
 * The rules engine on this phone: requests to its worker (offline/phone/dispatch.py), one at a time; and what the server says
 * about the running version.
 */

import { ROOT } from "../shared/site.js";
import { getSetting, setSetting } from "./store.js";

/** @type {Promise<void> | null} */
let starting = null;
let ready = false;
/** @type {Worker} */
let worker;
let last = 0;
/** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
const waiting = new Map();

/**
 * Starts the engine, once; resolves when it is ready. Rejects if this browser cannot run it.
 * @param {string} game its rules are loaded at once; other games' rules when they are needed
 */
export function startEngine(game = "") {
  starting ??= start(game).catch((error) => {
    starting = null;
    throw error;
  });
  return starting;
}

/** @param {string} game */
async function start(game) {
  const info = await engineInfo();
  if (!info) throw new Error("nothing is known of the engine");
  worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => receive(data));
  worker.addEventListener("error", (event) => rejectAll(new Error(event.message)));
  const took = await send({ start: { ...info, game, languages: await cachedLanguages(info) } });
  ready = true;
  performance.measure?.("engine", { start: performance.now() - took, duration: took });
}

export const isReady = () => ready;

/**
 * Returns the engine's response to a request.
 * @param {{ ask: "bid" | "call" | "document" | "page" | "picture" | "preview" | "state" | "write", [x: string]: any }} question
 * @returns {Promise<any>}
 */
export async function askEngine(question) {
  await startEngine();
  return send({ question });
}

/**
 * @param {object} message
 * @returns {Promise<any>}
 */
function send(message) {
  last += 1;
  worker.postMessage({ id: last, ...message });
  return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
}

/** @param {{ id: number, answer?: any, error?: string }} message */
function receive({ id, answer, error }) {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (error) asked?.reject(new Error(error));
  else asked?.resolve(answer);
}

/** @param {Error} error */
function rejectAll(error) {
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

/** @type {Promise<EngineInfo | null> | null} */
let loading = null;

/**
 * Returns the newest information about the engine, from the server or this phone; null if there is none. The offline page
 * (shell.js) does not wait for the server.
 */
export function engineInfo() {
  loading ??= load();
  return loading;
}

async function load() {
  const wanted = new URLSearchParams(location.search).get("lang");
  const stored = await getSetting("about").catch(() => null);
  const asks = !stored || !document.querySelector("[data-shell]");
  const fresh = asks ? await fetchInfo(wanted).catch(() => null) : null;
  return fresh ?? (stored && wanted ? inLanguage(stored, wanted) : stored) ?? null;
}

/**
 * @param {string | null} wanted the language in the address
 * @returns {Promise<EngineInfo>}
 */
async function fetchInfo(wanted) {
  const chosen = wanted ? null : await getSetting("language").catch(() => null); // chosen while offline
  const query = chosen ? `?lang=${chosen}` : "";
  const response = await fetch(`${ROOT}/engine.json${query}`, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new TypeError(response.statusText);
  const fresh = await response.json();
  if (chosen || wanted) await setSetting("language", null).catch(() => null);
  if (await isCurrent(fresh)) await setSetting("about", fresh).catch(() => null);
  return fresh;
}

/**
 * Offline: switches to the language in the address, if it is cached. The server learns of it later.
 * @param {EngineInfo} stored
 * @param {string} locale
 */
async function inLanguage(stored, locale) {
  const cached = await cachedInfo(stored, locale);
  if (!cached) return stored;
  const info = { ...cached, languages: stored.languages };
  await Promise.all([setSetting("about", info), setSetting("language", locale)]);
  return info;
}

/**
 * Returns the same information for another language; null if it is not cached.
 * @param {EngineInfo} info
 * @param {string} locale
 * @returns {Promise<EngineInfo | null>}
 */
async function cachedInfo(info, locale) {
  const address = info.languages?.[locale]?.about;
  const found = address && window.caches ? await caches.match(address, { ignoreVary: true }) : null;
  return found ? found.json() : null;
}

/** Returns the digest of this phone's rules. */
export async function rulesDigest() {
  return (await engineInfo())?.rules ?? "";
}

/**
 * Returns a text by its name, with its {placeholders} filled in.
 * @param {string} name
 * @param {Record<string, any>} values
 */
export async function infoText(name, values = {}) {
  const text = (await engineInfo())?.words[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
}

/**
 * Returns the languages that can be chosen on this phone while offline.
 * @param {EngineInfo} info
 * @returns {Promise<[locale: string, name: string][]>}
 */
async function cachedLanguages(info) {
  const all = Object.entries(info.languages ?? {});
  const cached = await Promise.all(all.map(([locale]) => locale === info.locale || cachedInfo(info, locale)));
  return all.filter((_each, place) => cached[place]).map(([locale, { name }]) => [locale, name]);
}

/** Returns a text that identifies version and language. @param {EngineInfo} info */
export const versionOf = ({ locale, engine, messages }) => `${locale} ${engine} ${messages}`;

/** The version used offline, and the games cached with it. @returns {Promise<{ version?: string, games?: string[] }>} */
export const cachedPages = async () => (await getSetting("pages").catch(() => null)) ?? {};

/** True if the version cached on this phone is the server's. @param {EngineInfo} info */
export const isCurrent = async (info) => (await cachedPages()).version === versionOf(info);

/**
 * True if the server's version of this game is cached, or if nothing can be cached for it.
 * @param {string} game
 */
export async function isCached(game) {
  const info = await engineInfo();
  if (!window.caches || !info) return true;
  const { version, games = [] } = await cachedPages();
  return version === versionOf(info) && (games.includes(game) || !(game in info.games));
}
