/**
 * Empties what this browser keeps before the form is sent that ends its session: browsers obey the server's
 * `Clear-Site-Data` only where they came by https.
 */

import { allWrites, clearStores } from "../phone/store.js";

const form = document.querySelector("form[data-forget]");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await Promise.allSettled([emptyCaches(), endWorkers(), clearStores(), emptyStorage()]);
  form.submit();
});

async function emptyCaches() {
  for (const name of (await window.caches?.keys()) ?? []) await caches.delete(name);
}

async function endWorkers() {
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
}

async function emptyStorage() {
  localStorage.clear();
  sessionStorage.clear();
}

const unsent = await allWrites().catch(() => []);
document.querySelector("[data-unsent]").hidden = !unsent.length;
