/** What the server says about itself: where the engine is, and the words of these scripts; kept for when it is silent. */

import { recall, remember } from "./store.js";

let told = null;

/** The newest that is known; null on a phone that never heard of any. */
export function about() {
  told ??= ask();
  return told;
}

async function ask() {
  try {
    const response = await fetch("/engine.json", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new TypeError(response.statusText);
    const fresh = await response.json();
    await remember("about", fresh).catch(() => null);
    return fresh;
  } catch {
    return (await recall("about").catch(() => null)) ?? null;
  }
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
