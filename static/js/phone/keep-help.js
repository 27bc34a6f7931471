/** Caches the guide with its pictures in the chosen language (page.js says when). */

import { ROOT } from "../shared/site.js";
import { engineInfo } from "./engine.js";
import { isOurs } from "./keep-games.js";
import { getSetting, setSetting } from "./store.js";

const HELP = `${ROOT}/help/`;
const CACHE = `${ROOT}help`;

/** Caches all pages and pictures in place of those of another version or language: all or none. */
export async function keepHelp() {
  const info = await engineInfo();
  const version = `${info?.locale} ${info?.engine} ${info?.help}`;
  if ((await getSetting("help")) === version) return;
  const contents = await fetched(HELP);
  const pages = await Promise.all(contents.links.map(fetched));
  const pictures = await Promise.all(Array.from(new Set(pages.flatMap((page) => page.pictures)), fetched));
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await Promise.all([contents, ...pages, ...pictures].map(({ address, response }) => cache.put(address, response)));
  await setSetting("help", version);
}

/**
 * Returns what the server sends for an address, with the pages and pictures of the guide that it names. Rejects if it is not
 * from this server.
 * @param {string} address
 */
async function fetched(address) {
  const response = await fetch(address);
  if (!isOurs(response)) throw new TypeError("not this server's files");
  const isPage = address.startsWith(HELP);
  const page = new DOMParser().parseFromString(isPage ? await response.clone().text() : "", "text/html");
  const links = attributes(page, `[data-guide] a[href^="${HELP}"]`, "href").map((link) => link.split("#")[0]);
  return { address, response, links: Array.from(new Set(links)), pictures: attributes(page, "[data-guide] img", "src") };
}

/**
 * Returns an attribute of all elements that match.
 * @param {Document} page
 * @param {string} selector
 * @param {string} name
 */
const attributes = (page, selector, name) =>
  Array.from(page.querySelectorAll(selector), (element) => String(element.getAttribute(name)));
