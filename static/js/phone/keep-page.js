/** Caches a page, so that it opens offline after it was seen online. */

import { PAGES } from "../shared/site.js";

const POLICY = "default-src 'none'"; // how this server's policy begins: a network's log-in page has another one, or none

/**
 * Caches the current page in place of any other of its kind.
 * @param {RegExp} kind of the path
 */
export async function keepPage(kind) {
  if (!window.caches) return;
  const page = await fetch(location.pathname);
  if (!page.ok || page.redirected || !page.headers.get("Content-Security-Policy")?.startsWith(POLICY)) return;
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    if (kind.test(new URL(request.url).pathname)) await pages.delete(request);
  }
  await pages.put(location.pathname, page);
}
