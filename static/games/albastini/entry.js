/** Albastini: shows the card points shared so far as a bar. */

/**
 * @param {HTMLFormElement} form
 * @param {GameTools} tools
 */
export function start(form, { numberOf }) {
  const draw = () => {
    for (const bar of form.querySelectorAll("[data-share-bar]")) {
      const parts = Array.from(bar.querySelectorAll("rect"));
      const texts = parts.map((_part, side) => form.querySelector(`input[name="${bar.dataset.shareBar}.${side}"]`).value);
      drawBar(parts, texts.map((text) => Math.max(0, numberOf(text) || 0)));
    }
  };
  form.addEventListener("input", draw);
  form.addEventListener("board", draw);
  draw();
}

/**
 * @param {Element[]} parts of the bar, by side
 * @param {number[]} shares card points by side
 */
function drawBar(parts, shares) {
  let from = 0;
  for (const [side, part] of parts.entries()) {
    part.setAttribute("x", String(from));
    part.setAttribute("width", String(shares[side]));
    from += shares[side];
  }
}
