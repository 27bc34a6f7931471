/** Caches a page, so that it opens offline after it was seen online. */

import { PAGES } from "../shared/site.js";
import { isOurs } from "./keep-games.js";

/**
 * Caches a page in place of the oldest ones of its kind, of which a few stay.
 * @param {RegExp} kind of the path
 * @param {string} path
 * @param {number} most pages of this kind
 */
export async function keepPage(kind, path = location.pathname, most = 1) {
  if (!window.caches) return;
  const page = await fetch(path);
  if (!isOurs(page)) return;
  const pages = await caches.open(PAGES);
  const others = (await pages.keys()).filter(({ url }) => kind.test(new URL(url).pathname) && new URL(url).pathname !== path);
  for (const request of others.slice(0, Math.max(others.length - most + 1, 0))) await pages.delete(request);
  await pages.put(path, page);
}
