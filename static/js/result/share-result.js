/**
 * A result is shared by the phone's own share sheet where there is one: the picture as a file, the text as a text. Else the
 * picture is opened, to be saved, and the text is copied.
 */

const SHOWN = 2000; // ms

const text = document.querySelector("[data-hand-on-text]");
if (text) {
  const written = /** @type {HTMLTextAreaElement} */ (text.parentElement.querySelector("textarea"));
  text.hidden = !(navigator.share || navigator.clipboard);
  written.addEventListener("focus", () => written.select());
  text.addEventListener("click", () => unlessClosed(() => shareText(written.value, text.dataset.done)));
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-picture]"));
form?.addEventListener("submit", (event) => {
  if (!mayShareFiles()) return; // the browser opens it
  event.preventDefault();
  unlessClosed(() => sharePicture(form));
});

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

function mayShareFiles() {
  return Boolean(navigator.canShare?.({ files: [new File([], "result.png", { type: "image/png" })] }));
}

/** @param {HTMLFormElement} wanted */
async function sharePicture(wanted) {
  const query = new URLSearchParams(/** @type {any} */ (new FormData(wanted)));
  const address = `${wanted.action}?${query}`;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return window.open(address, "_blank", "noopener");
  const file = new File([await response.blob()], String(wanted.dataset.name), { type: "image/png" });
  return navigator.share({ files: [file] });
}

/**
 * @param {string} shared
 * @param {string} done
 */
async function shareText(shared, done) {
  if (navigator.share) return navigator.share({ text: shared });
  await navigator.clipboard.writeText(shared);
  const toast = document.querySelector(".toast");
  toast.textContent = done;
  return setTimeout(() => (toast.textContent = ""), SHOWN);
}
