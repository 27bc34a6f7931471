/** The lines that explain a hand, a sum for each side, from copies of the page's own. */

import { copy, put, written } from "./match-words.js";

/** Show a hand's lines in a part of the page, those of a side together. */
export function showLines(part, lines) {
  const sides = [...new Set(lines.map((each) => each.side))].sort((one, other) => one - other);
  part.replaceChildren(...sides.map((side) => sumOf(side, lines.filter((each) => each.side === side))));
}

function sumOf(side, lines) {
  const sum = copy(`sum-${side}`);
  put(sum.querySelector("[data-sum]"), written(lines.reduce((points, each) => points + each.points, 0)));
  sum.querySelector("ul").append(...lines.map(lineOf));
  return sum;
}

function lineOf(each) {
  const line = copy("line");
  put(line.querySelector("[data-text]"), each.text);
  put(line.querySelector("[data-points]"), each.points ? written(each.points) : "");
  const rule = line.querySelector("[data-rule]");
  put(rule, each.rule);
  rule.hash = each.rule.toLowerCase();
  return line;
}
