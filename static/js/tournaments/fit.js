/**
 * Fits long names on the wall: first narrower letters, down to ALIKE for all names of a slide, so that they look alike; then
 * even narrower and smaller ones for the longest, down to `--smallest`, then two lines.
 */

/** @type {[number, number][]} width of the letters (those that the typeface has) and size, both per cent */
const SHAPES = [
  [100, 100], [92, 100], [84, 100], [78, 100], [72, 100], [67, 100], [62, 100],
  [62, 90], [62, 80], [62, 70], [62, 62],
];
const ALIKE = 78; // narrower letters are hard to read from the last row

/**
 * Measures every step, because letters do not shrink evenly; only visible elements can be measured.
 * @param {HTMLElement} slide
 */
export function fitNames(slide) {
  const smallest = 100 * Number(getComputedStyle(slide).getPropertyValue("--smallest"));
  const all = /** @type {HTMLElement[]} */ (Array.from(slide.querySelectorAll("[data-fit]")));
  let tooLong = all;
  for (const name of all) setLong(name, false);
  for (const [width, size] of SHAPES) {
    if (size < smallest || !tooLong.length) break;
    for (const { style } of width < ALIKE ? tooLong : all) {
      style.fontStretch = `${width}%`;
      style.fontSize = size < 100 ? `${size}%` : "";
    }
    tooLong = all.filter((name) => name.scrollWidth > name.clientWidth);
  }
  for (const name of tooLong) setLong(name, true);
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
