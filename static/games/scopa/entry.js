/** Scopa: counted cards replace the declared result, and the other way round. */

/** @param {HTMLFormElement} form */
export function start(form) {
  form.addEventListener("input", ({ target }) => {
    const control = /** @type {HTMLInputElement} */ (target);
    const name = control.name.split(".")[0];
    const way = control.closest(".way");
    if (!way || control.name.startsWith("claim.")) return;
    if (control.type === "radio") forgetCounts(way, name);
    else for (const key of way.querySelectorAll(`input[type=radio][name="${name}"]`)) key.checked = false;
  }, true);
}

/**
 * @param {Element} way
 * @param {string} name
 */
function forgetCounts(way, name) {
  const controls = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (
    way.querySelectorAll(`input[name^="${name}."], select[name^="${name}.best."]`)
  );
  for (const control of controls) {
    control.value = "";
    delete control.dataset.filled;
  }
}
