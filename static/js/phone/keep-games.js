/**
 * Caches the rules engine, the games and their pages for a time without a network. Loaded once nobody taps, or if all of it is
 * cached already.
 */

import { PAGES, ROOT } from "../shared/site.js";
import { cachedPages, engineInfo, isCached, isCurrent, versionOf } from "./engine.js";
import { setSetting } from "./store.js";

const POLICY = "default-src 'none'"; // part of this server's Content-Security-Policy (web/security_headers.py)

/**
 * Caches a game in the current language and, if they have changed, offline page, engine, translations and the games cached
 * before: all or none. Only then does this version become the one used offline.
 * @param {string} game
 */
export async function cacheGame(game) {
  const info = await engineInfo();
  if (!info || navigator.onLine === false || (await isCached(game))) return;
  const isNew = !(await isCurrent(info));
  if (isNew) await newerWorker().catch(() => null);
  const before = (await cachedPages()).games ?? [];
  const games = Object.keys(info.games).filter((slug) => slug === game || before.includes(slug));
  const wanted = games.filter((slug) => isNew || slug === game).flatMap((slug) => partsOf(info, slug));
  const shared = isNew ? [`${ROOT}/offline`, info.engine, info.messages, info.rule_pages[0]].filter(Boolean) : [];
  await cacheAll([...shared, ...wanted])
    .then(() => Promise.all([setSetting("pages", { version: versionOf(info), games }), setSetting("about", info)]))
    .catch(() => null);
}

/**
 * Returns the addresses of a game's part of the engine, and of its rules.
 * @param {EngineInfo} info
 * @param {string} slug
 */
const partsOf = ({ games, rule_pages: rules }, slug) => [games[slug], ...rules.filter((page) => page.endsWith(`/${slug}`))];

/** Caches all other games, unless the phone saves data. Gives up if what all games need does not arrive. */
export async function cacheOtherGames() {
  const info = await engineInfo();
  if (!info || navigator.connection?.saveData) return;
  for (const slug of Object.keys(info.games)) {
    await cacheGame(slug);
    if (!(await isCurrent(info))) return;
  }
}

/**
 * Caches what the server sends for these addresses, once all of it has arrived. Rejects if something is not from this server.
 * @param {string[]} addresses
 */
async function cacheAll(addresses) {
  const responses = await Promise.all(addresses.map((address) => fetch(address)));
  if (!responses.every(isOurs)) throw new TypeError("not this server's files");
  const pages = await caches.open(PAGES);
  await Promise.all(responses.map((response, at) => pages.put(addresses[at], response)));
}

/**
 * True for a complete response of this server, not the log-in page of a network or the error page of a proxy; as in sw.js.
 * @param {Response} response
 */
export function isOurs({ status, redirected, headers }) {
  return status === 200 && !redirected && Boolean(headers.get("Content-Security-Policy")?.includes(POLICY));
}

/** Resolves when the service worker of a newer version, if there is one, has cached its static files. */
async function newerWorker() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
  const newer = registration?.installing;
  if (!newer) return;
  await new Promise((resolve) => {
    newer.addEventListener("statechange", resolve, { once: true }); // installed or failed
  });
}

/** Caches the translations and rules of all languages. */
export async function cacheLanguages() {
  const info = await engineInfo();
  if (!info?.languages) return;
  const pages = await caches.open(PAGES);
  for (const { about: address } of Object.values(info.languages)) {
    if (await pages.match(address, { ignoreVary: true })) continue;
    const { locale, messages, rule_pages: rules } = await (await fetch(address)).json();
    if (messages) await cacheAll([messages]);
    for (const page of rules) await cachePage(pages, `${page}?lang=${locale}`);
    await cacheAll([address]);
  }
}

/**
 * Fetches without cookies, because fetching in another language must not select it.
 * @param {Cache} pages
 * @param {string} address
 */
async function cachePage(pages, address) {
  const page = await fetch(address, { credentials: "omit" });
  if (isOurs(page)) await pages.put(address, page);
}
