/**
 * Name suggestions in a large club: looks up what is typed and adds the results to the browser's suggestions. Offline, the
 * names that came with the page are suggested.
 */

const list = document.querySelector("datalist[data-names]");
const WAIT = 150; // ms
const SHORTEST = 2; // characters
/** @type {Set<string>} */
const requested = new Set();
let timer = 0;

document.addEventListener("input", ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  const typed = input.value?.trim() ?? "";
  if (!list || input.getAttribute("list") !== list.id || typed.length < SHORTEST) return;
  clearTimeout(timer);
  timer = setTimeout(() => lookUp(typed.toLowerCase()), WAIT);
});

/** @param {string} typed */
async function lookUp(typed) {
  if (requested.has(typed)) return;
  requested.add(typed);
  try {
    const response = await fetch(`${list.dataset.names}?q=${encodeURIComponent(typed)}`);
    if (!response.ok) throw new Error(String(response.status));
    const known = new Set(Array.from(list.options, (option) => option.value));
    for (const name of (await response.json()).names) if (!known.has(name)) list.append(new Option("", name));
  } catch {
    requested.delete(typed); // looked up again at the next input
  }
}
