/** A menu closes when the user taps outside, presses Escape or chooses an item. */

document.addEventListener("click", ({ target }) => {
  const chosen = /** @type {Element} */ (target).closest(".menu-list :is(a, button)");
  for (const menu of openMenus()) if (chosen || !menu.contains(/** @type {Node} */ (target))) menu.open = false;
});

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});

/** @returns {HTMLDetailsElement[]} */
function openMenus() {
  return /** @type {any[]} */ (Array.from(document.querySelectorAll(".menu[open]")));
}
