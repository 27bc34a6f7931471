/** Whether the browser keeps what is stored here until it is told otherwise. Some throw it away after days without a visit. */

/** @type {Promise<boolean> | null} */
let asked = null;

/** Asks the browser to keep it, once a page; false where it does not, or does not say. */
export function isKeptSafely() {
  asked ??= ask();
  return asked;
}

async function ask() {
  const { storage } = navigator;
  if (!storage?.persist) return false;
  try {
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    return false; // where a page came by plain http
  }
}
