/**
 * The rules on this phone: questions to the engine in its worker (offline/phone/dispatch.py), answered one by one; what the
 * server says of the running version; and the languages, pages and rules that a phone caches for it.
 */

import { PAGES, ROOT } from "../shared/site.js";
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
 * Start the engine, once; the promise holds when it answers. Rejected where this browser cannot run it.
 * @param {string} game whose rules are needed in any case; those of others are opened when they are asked for
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
 * The answer to a question.
 * @param {{ ask: "page" | "picture" | "preview" | "write" | "call" | "state" | "document", [more: string]: any }} question
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

/** The newest that is known; null on a phone that never got any. */
export function engineInfo() {
  loading ??= load();
  return loading;
}

async function load() {
  const wanted = new URLSearchParams(location.search).get("lang");
  try {
    const chosen = wanted ? null : await getSetting("language").catch(() => null); // while the server was out of reach
    const query = chosen ? `?lang=${chosen}` : "";
    const response = await fetch(`${ROOT}/engine.json${query}`, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new TypeError(response.statusText);
    const fresh = await response.json();
    if (await isWhole(fresh)) await setSetting("about", fresh).catch(() => null);
    await setSetting("language", null).catch(() => null);
    return fresh;
  } catch {
    const stored = (await getSetting("about").catch(() => null)) ?? null;
    return stored && wanted ? inLanguage(stored, wanted) : stored;
  }
}

/**
 * The files of the engine, in one version: its own, each game's, the language's texts.
 * @param {EngineInfo} info
 */
const filesOf = ({ engine, games, messages }) => [engine, ...Object.values(games ?? {}), messages].filter(Boolean);

/**
 * Whether this phone has all files of a version. Until then it goes by the one before whenever the network is gone.
 * @param {EngineInfo} info
 */
async function isWhole(info) {
  if (!window.caches) return true; // and works with a network only
  const found = await Promise.all(filesOf(info).map((address) => caches.match(address, { ignoreVary: true })));
  return found.every(Boolean);
}

/**
 * Without a network: in the language that the address names, where the phone has it. The server learns of it later.
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
 * The same for another language; null where this phone has not cached it.
 * @param {EngineInfo} info
 * @param {string} locale
 * @returns {Promise<EngineInfo | null>}
 */
async function cachedInfo(info, locale) {
  const address = info.languages?.[locale]?.about;
  const found = address && window.caches ? await caches.match(address, { ignoreVary: true }) : null;
  return found ? found.json() : null;
}

/** The digest of the rules that this phone has. */
export async function rulesDigest() {
  return (await engineInfo())?.rules ?? "";
}

/**
 * A text by its name, with its {placeholders} filled.
 * @param {string} name
 * @param {Record<string, any>} values
 */
export async function infoText(name, values = {}) {
  const text = (await engineInfo())?.words[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
}

/**
 * The languages that can be chosen on this phone without a network.
 * @param {EngineInfo} info
 * @returns {Promise<[locale: string, name: string][]>}
 */
async function cachedLanguages(info) {
  const all = Object.entries(info.languages ?? {});
  const cached = await Promise.all(all.map(([locale]) => locale === info.locale || cachedInfo(info, locale)));
  return all.filter((_each, place) => cached[place]).map(([locale, { name }]) => [locale, name]);
}

/**
 * Cache the shell page, engine, texts and rules of the current language, where that has changed: all of them or none, and
 * only then is this the version to go by without a network.
 */
export async function cacheLanguage() {
  const info = await engineInfo();
  if (!window.caches || !info || navigator.onLine === false) return;
  const version = `${info.locale} ${info.engine} ${info.messages}`;
  if ((await getSetting("pages")) === version) return;
  await newerWorker().catch(() => null);
  const pages = await caches.open(PAGES);
  await pages
    .addAll([`${ROOT}/offline`, ...filesOf(info), ...info.rule_pages])
    .then(() => Promise.all([setSetting("pages", version), setSetting("about", info)]))
    .catch(() => null);
}

/** Done when the service worker of a newer version, if there is one, has the static files that the pages refer to. */
async function newerWorker() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
  const newer = registration?.installing;
  if (!newer) return;
  await new Promise((resolve) => {
    newer.addEventListener("statechange", resolve, { once: true }); // installed, or given up
  });
}

/** Cache the texts and rules of all languages. A phone that is to save data does not. */
export async function cacheLanguages() {
  const info = await engineInfo();
  if (!window.caches || !info?.languages || navigator.onLine === false || navigator.connection?.saveData) return;
  const pages = await caches.open(PAGES);
  for (const { about: address } of Object.values(info.languages)) {
    if (await pages.match(address, { ignoreVary: true })) continue;
    const { locale, messages, rule_pages: rules } = await (await fetch(address)).json();
    if (messages) await pages.add(messages);
    for (const page of rules) await cachePage(pages, `${page}?lang=${locale}`);
    await pages.add(address);
  }
}

/**
 * Fetched without cookies: to fetch in another language is not to choose it.
 * @param {Cache} pages
 * @param {string} address
 */
async function cachePage(pages, address) {
  const page = await fetch(address, { credentials: "omit" });
  if (page.ok) await pages.put(address, page);
}
