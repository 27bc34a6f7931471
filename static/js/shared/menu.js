/** A menu closes by a tap beside it, by Escape, and by the choice of something in it. */

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
