/** A result as a picture without the server: the engine lays it out (pages/result_picture.py), a canvas is drawn on. */

import { askEngine } from "../offline/engine.js";
import { onShelf, shelved } from "../offline/shelf.js";

const FAMILY = '"Noto Sans", system-ui, sans-serif';

/** @typedef {[x: number, y: number]} Spot */

/**
 * The picture as a PNG; null where this phone does not store the match.
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
  draw(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), drawing);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Drawing} drawing
 */
function draw(pen, { size, colours, shapes, texts }) {
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, ...size);
  pen.lineJoin = "round";
  for (const [kind, colour, ...about] of shapes) {
    pen.strokeStyle = pen.fillStyle = colours[colour];
    pen.beginPath();
    SHAPES[kind](pen, ...about);
  }
  for (const { x, y, text, size: high, bold, colour, anchor, room } of texts) {
    pen.font = `${bold ? 700 : 400} ${high}px ${FAMILY}`;
    pen.fillStyle = colours[colour];
    pen.textAlign = anchor === "middle" ? "center" : anchor;
    pen.fillText(text, x, y, room); // set closer where this phone's letters are wider
  }
}

/** @type {Record<string, (pen: CanvasRenderingContext2D, ...about: any[]) => void>} */
const SHAPES = {
  line(pen, width, spots) {
    trace(pen, spots);
    pen.lineWidth = width;
    pen.stroke();
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
