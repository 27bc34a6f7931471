/** Albastini: the card points shared so far as a bar. */

export function start(form, { numberOf }) {
  const draw = () => form.querySelectorAll("[data-share-bar]").forEach((bar) => drawBar(form, bar, numberOf));
  form.addEventListener("input", draw);
  form.addEventListener("board", draw);
  draw();
}

function drawBar(form, bar, numberOf) {
  let from = 0;
  bar.querySelectorAll("rect").forEach((part, side) => {
    const taken = Math.max(0, numberOf(form.querySelector(`[name="${bar.dataset.shareBar}.${side}"]`).value) || 0);
    part.setAttribute("x", from);
    part.setAttribute("width", taken);
    from += taken;
  });
}
