/** Chinchón: the player who closed has few points left, and a key for each number; 0 is ten less. */

/** @param {HTMLFormElement} form */
export function start(form) {
  let close = "";
  const show = () => {
    const closed = form.querySelector('input[name="closed"]:checked')?.value;
    for (const box of form.querySelectorAll('input[name^="counts."]')) {
      box.dataset.usual ??= box.dataset.most;
      box.dataset.most = box.dataset.side === closed ? close : box.dataset.usual;
    }
  };
  form.addEventListener("board", ({ detail: { board } }) => {
    close = String(board.options.close);
    show();
  });
  form.addEventListener("input", show);
}
