/** Belote: a tap on the chosen contract asks for it again; a higher one from the list replaces it, and the other way round. */

const TAKEN = '[name="taker,contract"]';

/** @param {HTMLFormElement} form */
export function start(form) {
  const list = /** @type {HTMLSelectElement | null} */ (form.querySelector(`select${TAKEN}`));
  form.addEventListener("input", ({ target }) => {
    const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
    if (!list || !control.matches(TAKEN)) return;
    if (control !== list) list.value = "";
    else {
      const keys = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`input${TAKEN}`));
      for (const key of keys) key.checked = false;
    }
  }, true);
  const row = form.querySelector("[data-bids]");
  row?.addEventListener("click", () => row.dispatchEvent(new Event("ask", { bubbles: true })));
}
