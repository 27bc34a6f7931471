/**
 * Keeps the screen on where the browser has no wake lock, as at an address without https: browsers leave it on while a video
 * plays. This one is the stream of a tiny canvas. So it needs no file, and it is silent: music of other apps goes on.
 */

const FRAME = 1000; // ms between two frames

/** Plays the video while this page is visible. Some browsers let it start at a tap only. */
export function playForScreen() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const made = { muted: true, playsInline: true, disablePictureInPicture: true, srcObject: canvas.captureStream() };
  const video = Object.assign(document.createElement("video"), made);
  video.dataset.screen = "on";
  video.ariaHidden = "true";
  Object.assign(video.style, { position: "fixed", inset: "auto 0 0 auto", width: "2px", height: "2px", opacity: "0.01" });
  const draw = () => pen.fillRect(0, 0, 2, 2);
  const play = () => document.hidden || (video.paused && video.play().catch(() => {}));
  document.body.append(video);
  setInterval(draw, FRAME);
  draw();
  document.addEventListener("visibilitychange", play);
  document.addEventListener("click", play, { passive: true });
  play();
}
