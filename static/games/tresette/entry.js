/**
 * Tresette: while cards are counted, shows each side's thirds (7⅔) before rounding, without the last trick until it is set.
 */

/** @param {HTMLFormElement} form */
export function start(form) {
  form.addEventListener("scored", ({ detail: hand }) => show(form, () => hand));
  form.addEventListener("choices", ({ detail: hands }) => show(form, (side) => hands[1 - side]));
}

/**
 * @param {HTMLFormElement} form
 * @param {(side: number) => Preview | null | undefined} handOf
 */
function show(form, handOf) {
  for (const place of form.querySelectorAll("[data-thirds]")) {
    const side = Number(place.dataset.thirds);
    const line = handOf(side)?.lines?.find((each) => each.side === side && each.rule === "TRE-4");
    place.textContent = String(line?.params.mixed ?? line?.params.score ?? "");
  }
}
