/** Tresette: while cards are counted each side's thirds are shown, 7⅔, before they are rounded down. */

const THIRDS = ["", "⅓", "⅔"];

/** @param {HTMLFormElement} form */
export function start(form) {
  form.addEventListener("scored", ({ detail: hand }) => {
    for (const place of form.querySelectorAll("[data-thirds]")) {
      const own = hand?.lines.filter((each) => each.side === Number(place.dataset.thirds));
      const line = own?.find((each) => each.rule === "TRE-4" && "thirds" in each.params);
      place.textContent = line ? mixed(line.params.thirds) : "";
    }
  });
}

/** @param {number} thirds */
function mixed(thirds) {
  const whole = Math.floor(thirds / 3);
  return (whole || thirds % 3 === 0 ? whole : "") + THIRDS[thirds % 3];
}
