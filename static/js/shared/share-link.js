/** Shares a link with the phone's share dialog, or copies its address. */

const SHOWN = 2000; // ms

for (const button of document.querySelectorAll("button[data-hand-on]")) {
  const address = button.parentElement.querySelector("input");
  button.hidden = !(navigator.share || navigator.clipboard);
  address.addEventListener("focus", () => address.select());
  button.addEventListener("click", () => share(address.value, button.dataset.done));
}

/**
 * @param {string} url
 * @param {string} done
 */
async function share(url, done) {
  try {
    if (navigator.share) return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    showToast(done);
  } catch (error) {
    if (error.name !== "AbortError") throw error; // the share dialog was closed
  }
}

/** @param {string} text */
function showToast(text) {
  const toast = document.querySelector(".toast");
  toast.textContent = text;
  setTimeout(() => (toast.textContent = ""), SHOWN);
}
