/**
 * Shares a result with the phone's share dialog: the picture as a file, with text. Otherwise saves the picture and copies the
 * text. The picture comes from the server; offline the phone draws it.
 */

import { copyText } from "../shared/copy-text.js";

const SHOWN = 2000; // ms
const TIMEOUT = 4000; // ms to wait for the server's picture before this phone draws it
const PATIENCE = 30_000; // ms to wait for it if this phone cannot draw it

const text = document.querySelector("[data-hand-on-text]");
if (text) {
  const written = /** @type {HTMLTextAreaElement} */ (text.parentElement.querySelector("textarea"));
  text.hidden = false;
  written.addEventListener("focus", () => written.select());
  text.addEventListener("click", () => unlessClosed(() => shareText(written.value, text.dataset.done)));
}

/**
 * The picture, prepared before the tap: browsers allow sharing only for a moment after it.
 * @type {Promise<Blob | null> | null}
 */
let ready = null;

// On the document, because the end of a match may be drawn later and again.
document.addEventListener("pointerdown", (event) => {
  const form = formOf(event);
  if (form) ready ??= pictureOf(form);
});
document.addEventListener("change", (event) => {
  const form = formOf(event);
  if (form) showPicture(form);
});
document.addEventListener("submit", (event) => {
  const form = formOf(event);
  if (!form) return;
  event.preventDefault();
  unlessClosed(() => sharePicture(form));
});
document.addEventListener("error", ({ target }) => isShown(target) && showInstead(), { capture: true });
if (pictureShown()?.complete && !pictureShown()?.naturalWidth) showInstead(); // has failed already: offline

/**
 * Returns the form that shares the picture, if an event is in it.
 * @param {Event} event
 */
function formOf({ target }) {
  return /** @type {HTMLFormElement | null} */ (/** @type {Element} */ (target).closest("[data-picture]"));
}

function pictureShown() {
  return /** @type {HTMLImageElement | null} */ (document.querySelector("[data-shown-picture]"));
}

/** @param {EventTarget | null} target */
function isShown(target) {
  return target === pictureShown() && !String(pictureShown()?.src).startsWith("data:");
}

/** The server's picture cannot be loaded: this phone draws it. */
function showInstead() {
  const form = document.querySelector("[data-picture]");
  if (form) showPicture(/** @type {HTMLFormElement} */ (form));
}

/**
 * Shows the picture with the chosen options; this one is shared.
 * @param {HTMLFormElement} wanted
 */
async function showPicture(wanted) {
  ready = pictureOf(wanted);
  const blob = await ready;
  const shown = pictureShown();
  if (!blob || !shown) return;
  const reader = new FileReader();
  reader.onload = () => {
    shown.src = String(reader.result);
    shown.height = shown.width * (queryOf(wanted).get("form") === "tall" ? 16 / 9 : 1);
  };
  reader.readAsDataURL(blob);
}

/**
 * Ignores the AbortError of a share dialog that was closed.
 * @param {() => Promise<unknown>} act
 */
async function unlessClosed(act) {
  try {
    await act();
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

/** @param {HTMLFormElement} wanted */
function queryOf(wanted) {
  return new URLSearchParams(/** @type {any} */ (new FormData(wanted)));
}

/** @param {HTMLFormElement} wanted */
async function pictureOf(wanted) {
  const query = queryOf(wanted);
  const address = `${wanted.action}?${query}`;
  return (
    (await pictureFrom(address, TIMEOUT)) ??
    (await drawnHere(String(wanted.dataset.picture), query)) ??
    pictureFrom(address, PATIENCE)
  );
}

/** @param {HTMLFormElement} wanted */
async function sharePicture(wanted) {
  const blob = await (ready ?? pictureOf(wanted));
  ready = null;
  if (!blob) return showToast(String(wanted.dataset.failed));
  const file = new File([blob], `${wanted.dataset.name}-${queryOf(wanted).get("form")}.png`, { type: "image/png" });
  return navigator.canShare?.({ files: [file] }) ? navigator.share({ files: [file] }) : saveFile(file);
}

/**
 * Returns the server's picture; null if it is not available in this time.
 * @param {string} address
 * @param {number} wait in ms
 */
async function pictureFrom(address, wait) {
  const response = await fetch(address, { signal: AbortSignal.timeout?.(wait) }).catch(() => null);
  return response?.ok ? response.blob() : null;
}

/**
 * Draws the picture on this phone; null if the match is not stored or the rules cannot run.
 * @param {string} base
 * @param {URLSearchParams} query
 */
async function drawnHere(base, query) {
  try {
    const { pictureHere } = await import("./draw-picture.js");
    return await pictureHere(base, query);
  } catch {
    return null;
  }
}

/** @param {File} file */
function saveFile(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SHOWN);
}

/**
 * @param {string} shared
 * @param {string} done
 */
async function shareText(shared, done) {
  if (navigator.share) return navigator.share({ text: shared });
  await copyText(shared);
  return showToast(done);
}

/** @param {string} said */
function showToast(said) {
  const toast = document.querySelector(".toast");
  toast.textContent = said;
  setTimeout(() => (toast.textContent = ""), SHOWN);
}
