/** What a hand makes for each side, as it is written on the keys that record. */

import { formatPoints } from "../match/texts.js";
import { copyTemplate } from "../shared/dom.js";

/**
 * What each side makes, with its sign and in its colour.
 * @param {number[]} points
 * @returns {Node[]}
 */
export function pointsNodes(points) {
  return points.map((each, side) => {
    const part = Object.assign(document.createElement("span"), { className: `tok side-${side}` });
    part.append(copyTemplate(`sign-${side}`), formatPoints(each));
    return part;
  });
}
