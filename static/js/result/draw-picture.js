/** Draws the result picture on this phone: the engine computes the layout (pages/pictures.py). */

import { askEngine } from "../phone/engine.js";
import { onShelf, shelved } from "../phone/shelf.js";

/** The display font, loaded before drawing, then fallbacks. */
const BOLD = '"Score", "Score fallback", system-ui, sans-serif';
const REGULAR = "system-ui, sans-serif";

/** @typedef {[x: number, y: number]} Spot */

/**
 * Returns the picture as a PNG; null if this phone has not stored the match.
 * @param {string} base the match's address
 * @param {URLSearchParams} query as the server's picture is asked for
 * @returns {Promise<Blob | null>}
 */
export async function pictureHere(base, query) {
  const shelf = (await onShelf()).map(shelved);
  const drawing = await askEngine({ ask: "picture", path: base, query: Array.from(query), key: "", shelf });
  if (!drawing) return null;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = drawing.size;
  await document.fonts.load(`700 40px ${BOLD}`, lettersOf(drawing)).catch(() => []);
  draw(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), drawing, await imageOf(drawing.face.svg));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** @param {Drawing} drawing */
const lettersOf = ({ texts }) => texts.map(({ text }) => text).join("");

/**
 * Returns the game's icon as an image; SVG images can use the phone's own fonts only.
 * @param {string} svg
 */
async function imageOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replaceAll('"Score"', '"sans-serif"'))}`;
  await image.decode();
  return image;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Drawing} drawing
 * @param {CanvasImageSource} image of the face
 */
function draw(pen, { size, colours, shapes, texts, face }, image) {
  pen.fillStyle = colours.ground;
  pen.fillRect(0, 0, ...size);
  pen.lineJoin = "round";
  for (const [kind, colour, ...about] of shapes) {
    pen.strokeStyle = pen.fillStyle = colours[colour];
    pen.beginPath();
    SHAPES[kind](pen, ...about);
  }
  pen.drawImage(image, face.x, face.y, face.size, face.size);
  for (const { x, y, text, size: high, bold, colour, anchor, room } of texts) {
    pen.font = bold ? `700 ${high}px ${BOLD}` : `400 ${high}px ${REGULAR}`;
    pen.fillStyle = colours[colour];
    pen.textAlign = anchor === "middle" ? "center" : anchor;
    pen.fillText(text, x, y, room); // condensed where this phone's letters are wider
  }
}

/** @type {Record<string, (pen: CanvasRenderingContext2D, ...about: any[]) => void>} */
const SHAPES = {
  line(pen, width, spots) {
    trace(pen, spots);
    pen.lineWidth = width;
    pen.stroke();
  },
  stroke(pen, width, spots) {
    pen.lineCap = "round";
    SHAPES.line(pen, width, spots);
    pen.lineCap = "butt";
  },
  polygon(pen, spots) {
    trace(pen, spots);
    pen.fill();
  },
  disc(pen, x, y, radius) {
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  },
};

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Spot[]} spots
 */
function trace(pen, spots) {
  for (const [x, y] of spots) pen.lineTo(x, y);
}
