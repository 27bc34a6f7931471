/** Buraco: what each side must lay down to open, raised by every attempt that failed in this hand. */

export function start(form) {
  const row = form.querySelector("[data-first-meld]");
  if (!row) return;
  const increment = Number(row.dataset.firstMeld);
  let required = [];

  const draw = () => {
    for (const due of row.querySelectorAll(".due")) {
      const failed = Number(due.querySelector("[data-failed-count]").value) || 0;
      const points = required[Number(due.dataset.side)];
      due.querySelector("[data-due]").textContent = points === undefined ? "" : points + failed * increment;
      due.querySelector("[data-unfail]").disabled = !failed;
    }
  };
  row.addEventListener("click", (event) => {
    const key = event.target.closest("[data-failed], [data-unfail]");
    if (!key) return;
    const count = key.closest(".due").querySelector("[data-failed-count]");
    count.value = Math.max(0, (Number(count.value) || 0) + ("unfail" in key.dataset ? -1 : 1)) || "";
    count.dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.addEventListener("input", draw);
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    required = correcting ? [] : board.next_hand.first_meld ?? [];
    draw();
  });
}
