/** A game of one's own: who is out has no box to fill. */

/** @param {HTMLFormElement} form */
export function start(form) {
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    const out = correcting ? [] : board.next_hand.out ?? []; // a past hand may have been played by others
    for (const box of form.querySelectorAll("input[data-side][data-pad]")) {
      box.disabled = out.includes(Number(box.dataset.side));
      box.placeholder = box.disabled ? "–" : "";
      if (box.disabled) box.value = "";
    }
  });
}
