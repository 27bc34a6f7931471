/**
 * Buraco: who went out and took the pots; the minimum to open after failed attempts; for three players the pots of this hand.
 */

/**
 * @param {HTMLFormElement} form
 * @param {GameTools} tools
 */
export function start(form, { numberOf }) {
  startLoneHand(form);
  startOut(form);
  const row = form.querySelector("[data-first-meld]");
  if (!row) return;
  const increment = Number(row.dataset.firstMeld);
  /** @type {number[]} */
  let required = [];

  const draw = () => {
    for (const due of row.querySelectorAll(".due")) {
      const failed = numberOf(due.querySelector("input[data-failed-count]").value) || 0;
      const points = required[Number(due.dataset.side)];
      due.querySelector("[data-due]").textContent = points === undefined ? "" : String(points + failed * increment);
      due.querySelector("button[data-unfail]").disabled = !failed;
    }
  };
  row.addEventListener("click", (event) => {
    const key = /** @type {Element} */ (event.target).closest("[data-failed], [data-unfail]");
    if (!key) return;
    const count = key.closest(".due").querySelector("input[data-failed-count]");
    const failed = Math.max(0, (numberOf(count.value) || 0) + ("unfail" in key.dataset ? -1 : 1));
    count.value = failed ? String(failed) : "";
    count.dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.addEventListener("input", draw);
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    required = correcting ? [] : board.next_hand.first_meld ?? [];
    draw();
  });
}

/**
 * While the two pots are entered, suggests a lone hand, which is nearly always right then.
 * @param {HTMLFormElement} form
 */
function startLoneHand(form) {
  const lone = document.querySelector('[data-way-link="lone"]');
  if (!lone) return;
  let was = lone.hidden;
  form.addEventListener("board", () => {
    if (was && !lone.hidden) lone.click(); // never in a correction, where the template shows all ways
    was = lone.hidden;
  });
}

/**
 * The two cells that show who went out; a tap asks again. If nobody went out, the pots are asked one by one.
 * @param {HTMLFormElement} form
 */
function startOut(form) {
  const row = form.querySelector("[data-out]");
  if (!row) return;
  const pots = form.querySelector("[data-pots]")?.closest("details");
  const draw = () => {
    const chosen = /** @type {HTMLInputElement | null} */ (row.querySelector("input:checked"));
    const [out, ...potsOf] = chosen?.value.split(",") ?? [""];
    for (const cell of row.querySelectorAll("[data-out-cell]")) {
      const side = Number(cell.dataset.outCell);
      const is = !potsOf.length ? "" : Number(out) === side ? "out" : potsOf[side] === "played" ? "had" : "lacked";
      cell.dataset.is = is;
      cell.querySelector("span").textContent = out === "null" ? "–" : (cell.dataset[is] ?? "");
    }
    if (pots && out === "null") pots.open = true;
  };
  row.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest("[data-out-cell]")) row.dispatchEvent(new CustomEvent("ask", { bubbles: true }));
  });
  form.addEventListener("input", draw);
  form.addEventListener("board", draw);
  draw();
}
