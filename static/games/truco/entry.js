/** Truco: shows only the stakes that the hand can have. */

/** @param {HTMLFormElement} form */
export function start(form) {
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    const { stakes = [] } = board.next_hand;
    const own = board.options.stakes;
    for (const key of form.querySelectorAll("[data-stake]")) {
      const stake = Number(key.dataset.stake);
      key.hidden = correcting ? !own.includes(stake) && stake !== board.options.match_point_stake : !stakes.includes(stake);
    }
  });
}
