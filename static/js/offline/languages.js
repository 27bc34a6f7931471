/** The languages, shell and rules that a phone caches, so that one may be chosen without a network. */

import { PAGES, ROOT } from "../shared/site.js";
import { cachedInfo, engineInfo, filesOf } from "./engine-info.js";
import { getSetting, setSetting } from "./store.js";

/**
 * The languages that can be chosen on this phone without a network.
 * @param {EngineInfo} info
 * @returns {Promise<[locale: string, name: string][]>}
 */
export async function cachedLanguages(info) {
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
  const worker = registration?.installing;
  if (!worker) return;
  await new Promise((resolve) => {
    worker.addEventListener("statechange", resolve, { once: true }); // installed, or given up
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
