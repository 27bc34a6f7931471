/** Settings are saved on change and applied to this page at once. */

const SHOWN = 2000; // ms

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-settings]"));
const toast = document.querySelector(".toast");

form.querySelector("[data-save]").hidden = true;
form.addEventListener("change", async () => {
  const chosen = new FormData(form);
  const reply = await fetch(form.action, { method: "POST", body: chosen, redirect: "manual" }).catch(() => null);
  const isSaved = reply?.type === "opaqueredirect";
  toast.textContent = String(isSaved ? form.dataset.saved : form.dataset.failed);
  setTimeout(() => (toast.textContent = ""), SHOWN);
  if (!isSaved) return;
  for (const name of ["theme", "hand"]) hold(name, String(chosen.get(name) ?? ""));
});

/**
 * @param {string} name
 * @param {string} value empty for the default
 */
function hold(name, value) {
  if (value) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
}
