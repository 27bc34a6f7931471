/**
 * The panel of a contested hand, which the template draws (matches/_contested.html): it covers the page until a side answers or
 * plays on, and opens again from the status line.
 */

/** The number (as text) of the hand whose panel was opened in the status line. @type {string | null} */
let opened = null;

/**
 * Opens a panel at a tap on its tag in the status line, and closes it at "Play on"; then calls `show`.
 * @param {() => void} show
 */
export function listenForContests(show) {
  document.addEventListener("click", ({ target }) => {
    const key = /** @type {Element} */ (target).closest("[data-contested], [data-contest] [data-later]");
    if (!key) return;
    if (key.dataset.contested) opened = key.dataset.contested;
    else playOn(key.closest("[data-contest]"));
    show();
  });
}

/**
 * Closes the panel until a side answers, also if the page is loaded again.
 * @param {HTMLElement} contest
 */
function playOn({ dataset: { signature } }) {
  opened = null;
  history.replaceState({ ...history.state, playedOn: [...(history.state?.playedOn ?? []), signature] }, "");
}

/**
 * Shows the open panel and hides the others; returns true if one is shown.
 * @param {HTMLElement} part
 * @param {boolean} may false to hide all
 */
export function showContest(part, may) {
  const panels = /** @type {HTMLElement[]} */ (Array.from(part.querySelectorAll("[data-contest]")));
  const played = history.state?.playedOn ?? [];
  const isOpen = (/** @type {HTMLElement} */ { dataset }) => "answers" in dataset && !played.includes(dataset.signature);
  const panel = may ? (panels.find(({ dataset }) => dataset.contest === opened) ?? panels.find(isOpen) ?? null) : null;
  for (const each of panels) each.classList.toggle("asked-now", each === panel);
  for (const line of document.querySelectorAll("[data-contest-now]")) {
    line.hidden = line.dataset.contestNow !== panel?.dataset.contest;
  }
  document.querySelector("[data-screen]").classList.toggle("is-contested", panel !== null);
  return panel !== null;
}
