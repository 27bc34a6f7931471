/** Custom game: players who are out have no field. */

/** @param {HTMLFormElement} form */
export function start(form) {
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    const out = correcting ? [] : board.next_hand.out ?? []; // other players may have been in when a past hand was played
    for (const box of form.querySelectorAll("input[data-side][data-pad]")) {
      box.disabled = out.includes(Number(box.dataset.side));
      box.placeholder = box.disabled ? "–" : "";
      if (box.disabled) box.value = "";
    }
  });
}
