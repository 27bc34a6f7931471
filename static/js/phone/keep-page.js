/** A page that opens without a network once it was seen with one. */

import { PAGES } from "../shared/site.js";

/**
 * Cache the page that is open, in the place of any other of its kind.
 * @param {RegExp} kind of the path
 */
export async function keepPage(kind) {
  if (!window.caches) return;
  const page = await fetch(location.pathname);
  if (!page.ok || page.redirected) return;
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    if (kind.test(new URL(request.url).pathname)) await pages.delete(request);
  }
  await pages.put(location.pathname, page);
}
