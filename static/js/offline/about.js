/** What the server says about itself: where the engine is, and the words of these scripts; kept for when it is silent. */

import { recall, remember } from "./store.js";

let told = null;

/** The newest that is known; null on a phone that never heard of any. */
export function about() {
  told ??= ask();
  return told;
}

async function ask() {
  const asked = new URLSearchParams(location.search).get("lang");
  try {
    const wish = asked ? null : await recall("language").catch(() => null); // chosen while the server was silent
    const response = await fetch(wish ? `/engine.json?lang=${wish}` : "/engine.json", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new TypeError(response.statusText);
    const fresh = await response.json();
    await remember("about", fresh).catch(() => null);
    await remember("language", null).catch(() => null);
    return fresh;
  } catch {
    const known = (await recall("about").catch(() => null)) ?? null;
    return known && asked ? spoken(known, asked) : known;
  }
}

/** Without a network: the language that the address asks for, where the phone keeps it. The server is told later. */
async function spoken(known, locale) {
  const kept = await keptAbout(known, locale);
  if (!kept) return known;
  const told = { ...kept, languages: known.languages };
  await Promise.all([remember("about", told), remember("language", locale)]);
  return told;
}

async function keptAbout(known, locale) {
  const address = known.languages?.[locale]?.about;
  const found = address && window.caches ? await caches.match(address, { ignoreVary: true }) : null;
  return found ? found.json() : null;
}

/** The languages that can be chosen on this phone without a network: `[[locale, name], …]`. */
export async function keptLanguages(known) {
  const all = Object.entries(known.languages ?? {});
  const kept = await Promise.all(all.map(([locale]) => locale === known.locale || keptAbout(known, locale)));
  return all.filter((_each, place) => kept[place]).map(([locale, { name }]) => [locale, name]);
}

/** Keep the texts and rules of all languages: one may be chosen without a network. A phone that is to save data does not. */
export async function keepLanguages() {
  const known = await about();
  if (!window.caches || !known?.languages || navigator.onLine === false || navigator.connection?.saveData) return;
  const pages = await caches.open("pages");
  for (const { about: address } of Object.values(known.languages)) {
    if (await pages.match(address, { ignoreVary: true })) continue;
    const { locale, messages, rule_pages: rules } = await (await fetch(address)).json();
    if (messages) await pages.add(messages);
    for (const page of rules) await keepPage(pages, `${page}?lang=${locale}`);
    await pages.add(address);
  }
}

/** Asked for as a stranger: to ask in another language is not to choose it. */
async function keepPage(pages, address) {
  const page = await fetch(address, { credentials: "omit" });
  if (page.ok) await pages.put(address, page);
}

/** A text by its name, with its {placeholders} filled. */
export async function word(name, values = {}) {
  const text = (await about())?.words[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
}

/** The text that goes with a count: `name_one` or `name_other`. */
export async function counted(name, count) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(count);
  return word(`${name}_${form === "one" ? "one" : "other"}`, { count });
}
