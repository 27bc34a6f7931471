/** The files that were shared with the app: the service worker keeps them on this phone, and deletes them after a day. */

import { ROOT } from "./site.js";

const SHARED = `${ROOT}shared`; // as in phone/sw.js

/** Returns the shared files. */
export async function sharedFiles() {
  if (!window.caches) return [];
  const cache = await caches.open(SHARED);
  return Promise.all((await cache.matchAll()).map(async (response) => fileOf(await response.blob(), response.headers)));
}

/**
 * @param {Blob} content
 * @param {Headers} headers
 */
function fileOf(content, headers) {
  return new File([content], decodeURIComponent(headers.get("X-Name") ?? ""), { type: headers.get("Content-Type") ?? "" });
}

/** Deletes the shared files. */
export const discard = () => caches.delete(SHARED);

/**
 * True for a picture or scan, false for a file to import.
 * @param {File} file
 */
export const isPicture = ({ type }) => type.startsWith("image/") || type === "application/pdf";
