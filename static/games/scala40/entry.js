/** Scala 40: the player who closed holds no cards; players who are out or have not opened have no field. */

const UNOPENED = "100";

/** @param {HTMLFormElement} form */
export function start(form) {
  /** @type {number[]} */
  let out = [];
  /** @type {number[]} */
  let mayReenter = [];
  const show = () => {
    for (const key of form.querySelectorAll('input[name^="reenter."]')) allow(key, mayReenter.includes(Number(key.dataset.side)));
    for (const key of form.querySelectorAll('input[name="closed"]')) allow(key, !isOut(form, out, Number(key.dataset.side)));
    for (const key of form.querySelectorAll('input[name^="unopened."]')) {
      allow(key, !isOut(form, out, Number(key.dataset.side)) && chosen(form, "closed") !== key.value);
    }
    for (const box of form.querySelectorAll('input[name^="counts."]')) showBox(form, box, out);
    form.querySelector("[data-back]")?.toggleAttribute("hidden", mayReenter.length === 0);
  };
  form.addEventListener("board", ({ detail: { board, correcting } }) => {
    out = correcting ? [] : board.next_hand.out ?? []; // other players may have been in when a past hand was played
    mayReenter = correcting ? board.sides.map(({ index }) => index) : board.next_hand.may_reenter ?? [];
    show();
  });
  form.addEventListener("input", show);
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} box
 * @param {number[]} out
 */
function showBox(form, box, out) {
  const side = Number(box.dataset.side);
  const sits = isOut(form, out, side);
  const unopened = form.querySelector(`input[name="unopened.${side}"]`)?.checked ?? false;
  box.disabled = sits || unopened;
  box.placeholder = sits ? "–" : unopened ? UNOPENED : "";
  if (box.disabled) empty(box);
  else if (chosen(form, "closed") !== String(side)) {
    if ("filled" in box.dataset) empty(box);
  } else if (box.value === "") {
    box.value = "0";
    box.dataset.filled = "";
  }
}

/** @param {HTMLInputElement} box */
function empty(box) {
  box.value = "";
  delete box.dataset.filled;
}

/**
 * Disables a key if it would have no meaning.
 * @param {HTMLInputElement} control
 * @param {boolean} means
 */
function allow(control, means) {
  control.disabled = !means;
  if (!means) control.checked = false;
}

/**
 * True if a side is out in this hand.
 * @param {HTMLFormElement} form
 * @param {number[]} out
 * @param {number} side
 */
function isOut(form, out, side) {
  const back = form.querySelector(`input[name="reenter.${side}"]`);
  return out.includes(side) && !(back?.checked ?? false);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function chosen(form, name) {
  return form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
}
