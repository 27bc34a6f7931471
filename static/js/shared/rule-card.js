/** Shows a rule's text from the rules page on a small card beside the tapped number. */

import { loadStyle } from "./dom.js";

const TIMEOUT = 4000; // ms until the cached page is used
const GAP = 8; // px
const LEAST = 160; // px of height; with less space above and below, the card covers the number

/** Fetched rules pages by path. @type {Map<string, Promise<Document>>} */
const pages = new Map();

/**
 * Shows the rule of a link; false if its text is not available.
 * @param {HTMLAnchorElement} link
 */
export async function showRule(link) {
  const page = await pageOf(link.pathname);
  const rule = page?.getElementById(link.hash.slice(1));
  const frame = /** @type {HTMLTemplateElement} */ (page?.getElementById("rule-card"));
  if (!rule || !frame) return false;
  const card = /** @type {HTMLDialogElement} */ (document.importNode(frame.content, true).querySelector("dialog"));
  const [heading, ...text] = Array.from(document.importNode(rule, true).children);
  heading.querySelector(".ours")?.remove();
  card.querySelector("h2").textContent = heading.textContent.trim();
  card.querySelector("[data-rule-text]").append(...text);
  for (const inner of card.querySelectorAll("a")) leadElsewhere(inner, link);
  show(card, link);
  return true;
}

/**
 * Returns a rules page from the server, else from this phone's cache.
 * @param {string} path
 */
function pageOf(path) {
  const page = pages.get(path) ?? load(path);
  pages.set(path, page);
  page.catch(() => pages.delete(path)); // it may arrive when online
  return page;
}

/** @param {string} path */
async function load(path) {
  const response = (await fetch(path, { signal: AbortSignal.timeout?.(TIMEOUT) }).catch(() => null)) ?? (await cached(path));
  if (!response?.ok) throw new Error("no rules");
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/**
 * Returns the cached page in this page's language, else as it was last seen (phone/sw.js).
 * @param {string} path
 */
async function cached(path) {
  const locale = document.documentElement.lang.replace("-", "_");
  const spoken = await window.caches?.match(`${path}?lang=${locale}`, { ignoreVary: true });
  return spoken ?? window.caches?.match(path, { ignoreVary: true });
}

/**
 * Makes the card's links lead to the rules page.
 * @param {HTMLAnchorElement} inner
 * @param {HTMLAnchorElement} link
 */
function leadElsewhere(inner, link) {
  const place = inner.getAttribute("href") || link.hash;
  if (place.startsWith("#")) inner.href = link.pathname + link.search + place;
  Object.assign(inner, { target: "_blank", rel: "noopener" });
}

/**
 * @param {HTMLDialogElement} card
 * @param {HTMLAnchorElement} link
 */
function show(card, link) {
  lay(card, link.getBoundingClientRect());
  card.addEventListener("click", ({ target }) => {
    if (target === card || /** @type {Element} */ (target).closest("[data-close]")) card.close();
  });
  card.addEventListener("close", () => card.remove());
  loadStyle("rule-card");
  document.body.append(card);
  card.showModal();
}

/**
 * Places the card below the number, or above if there is more space.
 * @param {HTMLDialogElement} card
 * @param {DOMRect} number
 */
function lay(card, { top, bottom }) {
  const [above, below] = [top, window.innerHeight - bottom];
  const room = Math.max(above, below) - 2 * GAP;
  if (room < LEAST) return;
  card.style.maxHeight = `${room}px`;
  card.style.insetBlock = below >= above ? `${bottom + GAP}px auto` : `auto ${window.innerHeight - top + GAP}px`;
}
