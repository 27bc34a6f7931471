/** Truco: shows only the stakes that the hand can have; only a side at match point may fold. */

/** @param {HTMLFormElement} form */
export function start(form) {
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    const { stakes = [], may_fold: mayFold = null } = board.next_hand;
    const own = board.options.stakes;
    for (const key of form.querySelectorAll("[data-stake]")) {
      const stake = Number(key.dataset.stake);
      key.hidden = correcting ? !own.includes(stake) && stake !== board.options.match_point_stake : !stakes.includes(stake);
    }
    const fold = document.querySelector('[data-way-link="fold"]');
    if (!fold) return;
    fold.hidden = !correcting && mayFold === null;
    if (fold.hidden && fold.hasAttribute("aria-current")) document.querySelector('[data-way-link="quick"]').click();
  });
}
