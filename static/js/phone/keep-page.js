/** Caches a page, so that it opens offline after it was seen online. */

import { PAGES } from "../shared/site.js";
import { isOurs } from "./engine.js";

/**
 * Caches the current page in place of any other of its kind.
 * @param {RegExp} kind of the path
 */
export async function keepPage(kind) {
  if (!window.caches) return;
  const page = await fetch(location.pathname);
  if (!isOurs(page)) return;
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    if (kind.test(new URL(request.url).pathname)) await pages.delete(request);
  }
  await pages.put(location.pathname, page);
}
