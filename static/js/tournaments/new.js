/**
 * Proposes scoring and pairing that fit the chosen game, until somebody chooses them, and offers victory points only where the
 * game has them. Without this script the server refuses victory points for a game that has none, and proposes the same.
 */

/** @param {string} id */
const choice = (id) => /** @type {HTMLSelectElement} */ (document.getElementById(id));
const game = choice("f-preset");
const proposed = [choice("f-scoring"), choice("f-system")];
let isChosen = false;

function hasVictoryPoints() {
  const [slug] = game.value.split("/");
  return !slug || (game.dataset.games ?? "").split(" ").includes(slug);
}

function offerPoints() {
  for (const option of proposed[0].options) {
    option.hidden = option.disabled = option.value.startsWith("vp") && !hasVictoryPoints();
  }
}

offerPoints();

for (const field of proposed) {
  field.addEventListener("change", () => {
    isChosen = true;
  });
}

game.addEventListener("change", () => {
  const hasPoints = hasVictoryPoints();
  offerPoints();
  const fits = hasPoints === proposed[0].value.startsWith("vp");
  if (fits || (isChosen && hasPoints)) return;
  const values = ((hasPoints ? game.dataset.vp : game.dataset.matches) ?? "").split(" ");
  proposed.forEach((field, at) => {
    field.value = values[at];
  });
  const usual = proposed[1].selectedOptions[0]?.parentElement;
  if (usual) proposed[1].prepend(usual); // the usual systems come first
});
