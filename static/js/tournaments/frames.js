/** Chooses the pictures of a camera that are worth reading: they stand still and show the codes of a slip. */

const SEARCHED = 640; // pixels of the longer side in which codes are searched
const THUMB = 64; // the same for movements
const STILL = 5; // mean difference of two pictures' shades, of 255: less than that is a hand that holds still
const MOVED = 14; // more is another slip, or none
const ROWS = 3; // rows in which the middle of a code's corner is seen
const CORNERS = 3; // of a code
const LEAST = 1.2; // pixels of a code's module

/**
 * Returns the shades of a picture at a longer side of so many pixels.
 * @param {CanvasImageSource} source
 * @param {{ x: number, y: number, width: number, height: number }} part
 * @param {number} longest
 */
function shadesOf(source, part, longest) {
  const scale = longest / Math.max(part.width, part.height);
  const [width, height] = [Math.round(part.width * scale), Math.round(part.height * scale)];
  const context = contextOf(longest);
  if (context.canvas.width !== width) context.canvas.width = width;
  if (context.canvas.height !== height) context.canvas.height = height;
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const shades = new Uint8Array(width * height);
  for (let at = 0; at < shades.length; at++) shades[at] = data[4 * at + 1]; // green is nearly the brightness
  return { shades, width, height };
}

/** @type {Map<number, CanvasRenderingContext2D>} */
const contexts = new Map();

/** @param {number} longest */
function contextOf(longest) {
  const context = contexts.get(longest) ?? document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  contexts.set(longest, /** @type {CanvasRenderingContext2D} */ (context));
  return /** @type {CanvasRenderingContext2D} */ (context);
}

/**
 * Returns the mean difference of two pictures' shades.
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function difference(one, other) {
  if (one.length !== other.length) return 255;
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at] - other[at]);
  return sum / one.length;
}

/** Watches a camera's pictures. */
export class Watcher {
  /** @type {Uint8Array | null} */
  last = null;
  /** @type {Uint8Array | null} */
  read = null; // the picture that was read last

  /**
   * Looks at the next picture: `still` if it is like the one before, `moved` if something else has come since.
   * @param {CanvasImageSource} source
   * @param {{ x: number, y: number, width: number, height: number }} part
   */
  look(source, part) {
    const { shades } = shadesOf(source, part, THUMB);
    const change = this.last ? difference(shades, this.last) : 255;
    this.last = shades;
    return { still: change < STILL, moved: change > MOVED || (this.read !== null && difference(shades, this.read) > MOVED) };
  }

  /** The present picture is being read. */
  remember() {
    this.read = this.last;
  }
}

/**
 * True if a picture shows the corners of a code: dark and light stripes as wide as 1, 1, 3, 1 and 1 modules, in several rows.
 * @param {CanvasImageSource} source
 * @param {{ x: number, y: number, width: number, height: number }} part
 */
export function showsCode(source, part) {
  const { shades, width, height } = shadesOf(source, part, SEARCHED);
  /** @type {{ x: number, y: number, rows: number }[]} */
  const corners = [];
  for (let y = 0; y < height; y++) {
    for (const { x, module } of cornersIn(shades.subarray(y * width, (y + 1) * width))) {
      const near = corners.find((each) => Math.abs(each.x - x) < 2 * module && y - each.y <= 2);
      if (near) Object.assign(near, { x, y, rows: near.rows + 1 });
      else corners.push({ x, y, rows: 1 });
    }
  }
  return corners.filter(({ rows }) => rows >= ROWS).length >= CORNERS;
}

/**
 * Yields where a row of shades passes through the middle of a code's corner.
 * @param {Uint8Array} row
 */
function* cornersIn(row) {
  const around = row.length >> 3; // pixels whose mean separates dark from light
  let [sum, run, wasDark] = [row[0] * around, 0, false];
  const runs = [0, 0, 0, 0, 0];
  for (let x = 0; x < row.length; x++) {
    sum += row[x] - sum / around;
    const isDark = row[x] < (0.85 * sum) / around;
    if (isDark === wasDark) {
      run++;
      continue;
    }
    runs.shift();
    runs.push(run);
    if (wasDark) {
      const module = (runs[0] + runs[1] + runs[2] + runs[3] + runs[4]) / 7;
      if (module >= LEAST && isCorner(runs, module)) yield { x: x - 3.5 * module, module };
    }
    [run, wasDark] = [1, isDark];
  }
}

/**
 * @param {number[]} runs
 * @param {number} module
 */
function isCorner([one, two, middle, three, four], module) {
  const fits = (/** @type {number} */ length) => Math.abs(length - module) <= 0.7 * module;
  return fits(one) && fits(two) && fits(three) && fits(four) && Math.abs(middle - 3 * module) <= 1.2 * module;
}
