/**
 * A result is shared by the phone's own share sheet where there is one: the picture as a file, the text as a text. Else the
 * picture is saved and the text copied. The picture is the server's; without it the phone draws the same.
 */

const SHOWN = 2000; // ms
const TIMEOUT = 4000; // ms that the server's picture is waited for

const text = document.querySelector("[data-hand-on-text]");
if (text) {
  const written = /** @type {HTMLTextAreaElement} */ (text.parentElement.querySelector("textarea"));
  text.hidden = !(navigator.share || navigator.clipboard);
  written.addEventListener("focus", () => written.select());
  text.addEventListener("click", () => unlessClosed(() => shareText(written.value, text.dataset.done)));
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-picture]"));
const shown = /** @type {HTMLImageElement | null} */ (document.querySelector("[data-shown-picture]"));
/**
 * The picture as chosen, asked for before the tap is over: browsers let a page share only for a moment after it.
 * @type {Promise<Blob | null> | null}
 */
let ready = null;

if (form) {
  form.addEventListener("pointerdown", () => (ready ??= pictureOf(form)));
  form.addEventListener("change", () => showPicture(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    unlessClosed(() => sharePicture(form));
  });
  shown?.addEventListener("error", () => showPicture(form), { once: true });
  if (shown?.complete && !shown.naturalWidth) showPicture(form); // it has failed already: there is no network
}

/**
 * Show the picture as it is chosen now; that is the one that is shared.
 * @param {HTMLFormElement} wanted
 */
async function showPicture(wanted) {
  ready = pictureOf(wanted);
  const blob = await ready;
  if (!blob || !shown) return;
  const reader = new FileReader();
  reader.onload = () => {
    shown.src = String(reader.result);
    shown.height = shown.width * (queryOf(wanted).get("form") === "tall" ? 16 / 9 : 1);
  };
  reader.readAsDataURL(blob);
}

/**
 * Share sheets that are closed again fail with an AbortError.
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
  return (await pictureFrom(`${wanted.action}?${query}`)) ?? drawnHere(String(wanted.dataset.picture), query);
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
 * The server's picture; null where it is not to be had.
 * @param {string} address
 */
async function pictureFrom(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout?.(TIMEOUT) }).catch(() => null);
  return response?.ok ? response.blob() : null;
}

/**
 * The phone's own; null where it does not store the match, or cannot run the rules.
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
  await navigator.clipboard.writeText(shared);
  return showToast(done);
}

/** @param {string} said */
function showToast(said) {
  const toast = document.querySelector(".toast");
  toast.textContent = said;
  setTimeout(() => (toast.textContent = ""), SHOWN);
}
