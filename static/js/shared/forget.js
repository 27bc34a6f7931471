/** Deletes this browser's data before the form ends the session: browsers obey `Clear-Site-Data` only over https. */

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
