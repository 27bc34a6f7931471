/** Names on the wall are as large as their room lets them be: on one line down to `--smallest`, then on two. */

/**
 * Only what is seen can be measured.
 * @param {HTMLElement} slide
 */
export function fitNames(slide) {
  const smallest = Number(getComputedStyle(slide).getPropertyValue("--smallest"));
  const names = Array.from(slide.querySelectorAll("[data-fit]"));
  for (const name of names) shape(name, 1, smallest);
  const scales = names.map((name) => name.clientWidth / name.scrollWidth);
  for (const [at, name] of names.entries()) shape(name, scales[at], smallest);
}

/**
 * @param {HTMLElement} name
 * @param {number} scale of the line's own size, 1 at most
 * @param {number} smallest
 */
function shape(name, scale, smallest) {
  const isLong = scale < smallest;
  name.classList.toggle("long", isLong);
  name.classList.toggle("clip", !isLong);
  name.style.fontSize = scale < 1 && !isLong ? `${Math.floor(scale * 100)}%` : "";
}
