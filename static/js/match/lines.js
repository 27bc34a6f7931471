/** The lines that explain a hand, a sum for each side, from copies of the page's own. */

import { copyTemplate, linkRule, setText } from "../shared/dom.js";
import { formatNumber } from "./texts.js";

/**
 * Show a hand's lines in a part of the page, those of a side together.
 * @param {Element} part
 * @param {Line[]} lines
 */
export function showLines(part, lines) {
  const sides = [...new Set(lines.map((each) => each.side))].sort((one, other) => one - other);
  part.replaceChildren(...sides.map((side) => sumOf(side, lines.filter((each) => each.side === side))));
}

/**
 * @param {number} side
 * @param {Line[]} lines
 */
function sumOf(side, lines) {
  const sum = copyTemplate(`sum-${side}`);
  setText(sum.querySelector("[data-sum]"), formatNumber(lines.reduce((points, each) => points + each.points, 0)));
  sum.querySelector("ul").append(...lines.map(itemOf));
  return sum;
}

/** @param {Line} line */
function itemOf(line) {
  const item = copyTemplate("line");
  setText(item.querySelector("[data-text]"), line.text);
  setText(item.querySelector("[data-points]"), line.points ? formatNumber(line.points) : "");
  linkRule(item.querySelector("[data-rule]"), line.rule);
  return item;
}
