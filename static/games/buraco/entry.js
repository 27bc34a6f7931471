/**
 * Buraco: who went out and what became of the pots; runs that a tap adds; what each side must lay down to open, raised by every
 * attempt that failed in this hand; of three players the form that the pots of the hand ask for.
 */

/**
 * @param {HTMLFormElement} form
 * @param {GameTools} tools
 */
export function start(form, { numberOf }) {
  startLoneHand(form);
  startOut(form);
  startRuns(form, numberOf);
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
 * A lone hand is offered while its two pots are made, and is then what is entered nearly always.
 * @param {HTMLFormElement} form
 */
function startLoneHand(form) {
  const lone = form.querySelector('[data-way-link="lone"]');
  const hand = form.querySelector('[data-way-link="hand"]');
  if (!lone) return;
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    const was = lone.hidden;
    const pots = board.next_hand.pots ?? [];
    lone.hidden = !correcting && pots.length > 2;
    if (lone.hidden && lone.hasAttribute("aria-current")) hand.click();
    else if (was && !lone.hidden && !correcting) lone.click();
  });
}

/**
 * The two cells that say who went out: they follow from the choice, and a tap on them asks again. Where nobody went out the pots
 * are asked one by one.
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

/**
 * A tap on a stack is one run more; ⌫ on the pad takes the last one back.
 * @param {HTMLFormElement} form
 * @param {GameTools["numberOf"]} numberOf
 */
function startRuns(form, numberOf) {
  /** @type {any} */
  let last = null;
  const mark = (/** @type {any} */ key) => {
    last?.classList.remove("last");
    last = key;
    last?.classList.add("last");
  };
  const add = (/** @type {any} */ key, /** @type {number} */ more) => {
    const input = key.querySelector("input");
    const count = Math.max(0, (numberOf(input.value) || 0) + more);
    input.value = count ? String(count) : "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const draw = () => {
    for (const key of form.querySelectorAll("[data-run]")) key.classList.toggle("has", key.querySelector("input").value !== "");
  };
  for (const input of form.querySelectorAll("[data-run] input")) input.setAttribute("readonly", "");
  form.addEventListener("click", (event) => {
    const key = /** @type {Element} */ (event.target).closest("[data-run]");
    if (!key) return;
    event.preventDefault();
    mark(key);
    add(key, 1);
  });
  document.querySelector("[data-pad-digits]")?.addEventListener(
    "click",
    (event) => {
      const digit = /** @type {Element} */ (event.target).closest("[data-digit]");
      if (last && digit?.dataset.digit === "back") {
        event.stopImmediatePropagation();
        add(last, -1);
      }
      mark(null);
    },
    { capture: true },
  );
  form.addEventListener("input", draw);
  form.addEventListener("board", draw);
  draw();
}
