/** Chinchón: the player who closed has few points left, and a key for each number; a clean chinchón needs no counts. */

/** @param {HTMLFormElement} form */
export function start(form) {
  let close = "";
  const show = () => {
    const closed = form.querySelector('input[name="closed"]:checked')?.value;
    const isClean = Boolean(form.querySelector('input[name="chinchon"][value="clean"]:checked'));
    const row = form.querySelector('[data-field="counts"]');
    if (row.hidden !== isClean) for (const box of row.querySelectorAll("input")) box.disabled = isClean || "sits" in box.dataset;
    row.hidden = isClean;
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
