/** From a hand's row into the form that corrects it, and back. */

/**
 * Call `start` with a hand's number when it is to be corrected, and `cancel` when it is not.
 * @param {(number: number) => void} start
 * @param {() => void} cancel
 */
export function listenForCorrections(start, cancel) {
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const correct = target.closest("[data-correct]");
    if (!correct && !target.closest("[data-cancel]")) return;
    event.preventDefault();
    if (correct) start(Number(correct.closest("[data-hand]").dataset.hand));
    else cancel();
  });
}
