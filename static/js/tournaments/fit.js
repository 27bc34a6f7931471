/** Fits long names on the wall: first narrower letters, then smaller ones down to `--smallest`, then two lines. */

/** @type {[number, number][]} width of the letters (those that the typeface has) and size, both per cent */
const SHAPES = [
  [100, 100], [92, 100], [84, 100], [78, 100], [72, 100], [67, 100], [62, 100],
  [62, 90], [62, 80], [62, 70], [62, 62],
];

/**
 * Measures every step, because letters do not shrink evenly; only visible elements can be measured.
 * @param {HTMLElement} slide
 */
export function fitNames(slide) {
  const smallest = 100 * Number(getComputedStyle(slide).getPropertyValue("--smallest"));
  let names = Array.from(slide.querySelectorAll("[data-fit]"));
  for (const name of names) setLong(name, false);
  for (const [width, size] of SHAPES) {
    if (size < smallest) break;
    for (const { style } of names) {
      style.fontStretch = `${width}%`;
      style.fontSize = size < 100 ? `${size}%` : "";
    }
    names = names.filter((name) => name.scrollWidth > name.clientWidth);
  }
  for (const name of names) setLong(name, true);
}

/**
 * @param {HTMLElement} name
 * @param {boolean} isLong on two lines, whose size the style sheet has
 */
function setLong(name, isLong) {
  name.classList.toggle("long", isLong);
  name.classList.toggle("clip", !isLong);
  if (isLong) name.style.fontSize = "";
}
