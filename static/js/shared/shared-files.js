/** The files that were shared with the app: the service worker keeps them on this phone for a day. */

import { ROOT } from "./site.js";

const SHARED = `${ROOT}shared`; // as in phone/sw.js
const DAY = 86_400_000; // ms

/** Returns the shared files; older ones are deleted. */
export async function sharedFiles() {
  if (!window.caches) return [];
  const cache = await caches.open(SHARED);
  const files = [];
  for (const response of await cache.matchAll()) {
    if (Number(response.headers.get("X-At")) > Date.now() - DAY) files.push(fileOf(await response.blob(), response.headers));
  }
  if (!files.length) await discard();
  return files;
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
