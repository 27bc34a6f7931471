/** Shares a link or a text with the phone's share dialog, or copies it. */

import { copyText } from "./copy-text.js";

const SHOWN = 2000; // ms

for (const button of document.querySelectorAll("button[data-hand-on]")) {
  const address = button.parentElement.querySelector("input");
  button.hidden = false;
  address.addEventListener("focus", () => address.select());
  button.addEventListener("click", () => share({ url: address.value }, address.value, button.dataset.done));
}
for (const toCopy of document.querySelectorAll("button[data-copy]")) {
  const section = toCopy.closest("section");
  const text = section.querySelector("textarea");
  const toShare = section.querySelector("button[data-share]");
  toCopy.hidden = false;
  toShare.hidden = !navigator.share;
  text.addEventListener("focus", () => text.select());
  toCopy.addEventListener("click", () => copy(text.value, toCopy.dataset.done));
  toShare.addEventListener("click", () => share({ text: text.value }, text.value, toCopy.dataset.done));
}

/**
 * @param {ShareData} shared
 * @param {string} copied
 * @param {string} done
 */
async function share(shared, copied, done) {
  try {
    if (!navigator.share) return await copy(copied, done);
    await navigator.share(shared);
  } catch (error) {
    if (error.name !== "AbortError") throw error; // the share dialog was closed
  }
}

/**
 * @param {string} text
 * @param {string} done
 */
async function copy(text, done) {
  await copyText(text);
  showToast(done);
}

/** @param {string} text */
function showToast(text) {
  const toast = document.querySelector(".toast");
  toast.textContent = text;
  setTimeout(() => (toast.textContent = ""), SHOWN);
}
