/** What the server says of the running version: where the engine is, and the texts of these scripts; stored for offline use. */

import { ROOT } from "../shared/site.js";
import { getSetting, setSetting } from "./store.js";

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
export const filesOf = ({ engine, games, messages }) => [engine, ...Object.values(games ?? {}), messages].filter(Boolean);

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
export async function cachedInfo(info, locale) {
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
