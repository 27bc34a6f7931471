/** Who confirmed the last hand, or the result once the match is over. */

/** Show what a board says of it. */
export function showAgreed(board) {
  const part = document.querySelector("[data-agreed]");
  if (!part || !board.agreed) return;
  const last = board.hands.at(-1);
  const over = board.status !== "in_progress";
  const found = (over ? board.agreed.result : board.agreed.hands[last?.number]) ?? [];
  part.hidden = !over && (board.agreed.what === "result" || !last);
  for (const place of part.querySelectorAll("[data-agreed-side]")) {
    const agrees = found.includes(Number(place.dataset.agreedSide));
    place.querySelector("[data-agreed-yes]").hidden = !agrees;
    const form = place.querySelector("form");
    if (!form) continue;
    form.elements.hand.value = over ? "" : last?.number ?? "";
    form.querySelector("[data-agree]").hidden = agrees;
  }
}

/** Whether the same is confirmed as before, and by the same clock: the page has a part for each. */
export function hasSameAgreements(board, news) {
  const agreed = ({ agreed, clock }) => JSON.stringify([agreed?.what, clock?.ends]);
  return agreed(board) === agreed(news);
}
