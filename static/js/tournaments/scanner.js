/**
 * Reads one slip after the other with the camera: sends the pictures that are worth it (frames.js) to the server, one at a
 * time, and shows what they said. Without a camera the page leads to photographs.
 */

import { setText } from "../shared/dom.js";
import { keepScreenOn, signal } from "../shared/phone-comforts.js";
import { play } from "../shared/sound.js";
import { Watcher, showsCode } from "./frames.js";

const EVERY = 100; // ms between two looks
const STILL_LOOKS = 2; // that a picture has to stand still
const BLIND = 1500; // ms of stillness after which a picture is sent although no code was found in it
const BLIND_EVERY = 3000; // ms between two of those
const TRIES = 5; // for one view of a slip
const AGAIN = 600; // ms before the same view is sent again
const AWAY = 2000; // ms before the next try if the server is not reached
const LONGEST = 1600; // pixels of the longer side
const QUALITY = 0.75;
const SHAPE = 4 / 3; // of the part that is read, if the page shows less of it
const PATIENCE = 25_000; // ms for an answer
const WANTED = { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } };

const cam = /** @type {HTMLElement} */ (document.querySelector("[data-scanner]"));
const video = /** @type {HTMLVideoElement} */ (cam.querySelector("video"));
const pill = /** @type {HTMLElement} */ (cam.querySelector(".scan-pill"));
const lead = /** @type {HTMLElement} */ (cam.querySelector(".cam-lead"));
const start = /** @type {HTMLButtonElement} */ (cam.querySelector("[data-start]"));
const light = /** @type {HTMLButtonElement} */ (document.querySelector("[data-light]"));
const said = /** @type {HTMLElement} */ (document.querySelector(".scan-said"));
const part = /** @type {HTMLElement} */ (document.querySelector(".scan-part"));

/** @type {MediaStream | null} */
let stream = null;
let isOpening = false;
let timer = 0;
const watcher = new Watcher();
const view = { wanted: true, tries: 0, still: 0, since: 0, next: 0, blind: 0 }; // of what is before the camera

/**
 * Shows in the picture's place why there is none; empty: with the key that starts the camera.
 * @param {string} why
 */
function leadBy(why) {
  lead.hidden = false;
  for (const reason of /** @type {NodeListOf<HTMLElement>} */ (lead.querySelectorAll("[data-why]"))) {
    reason.hidden = reason.dataset.why !== why;
  }
  start.hidden = why !== "";
}

async function open() {
  if (stream || isOpening) return;
  isOpening = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
    video.srcObject = stream;
    await video.play();
  } catch (failure) {
    close();
    leadBy(/** @type {Error} */ (failure).name === "NotAllowedError" ? "refused" : "none");
    return;
  } finally {
    isOpening = false;
  }
  const isFocused = document.activeElement === start;
  lead.hidden = true;
  video.hidden = false;
  /** @type {HTMLElement} */ (cam.querySelector(".scan-frame")).removeAttribute("hidden");
  if (isFocused) document.getElementById("main")?.focus();
  offerLight(stream.getVideoTracks()[0]);
  keepScreenOn();
  timer = setTimeout(look, EVERY);
}

function close() {
  clearTimeout(timer);
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  light.hidden = true;
}

/**
 * Shows the key for the light, if the camera has one.
 * @param {MediaStreamTrack} track
 */
function offerLight(track) {
  const can = /** @type {any} */ (track.getCapabilities?.() ?? {});
  light.hidden = !can.torch;
  light.setAttribute("aria-pressed", "false");
  light.onclick = async () => {
    const on = light.getAttribute("aria-pressed") !== "true";
    await track.applyConstraints(/** @type {any} */ ({ advanced: [{ torch: on }] })).catch(() => {});
    light.setAttribute("aria-pressed", String(on));
  };
}

/** Returns the part of the camera's picture that is read: what the page shows, and what is hidden of it up to 4 : 3. */
function seenPart() {
  const { videoWidth, videoHeight } = video;
  const scale = Math.max(cam.clientWidth / videoWidth, cam.clientHeight / videoHeight);
  const [shownWidth, shownHeight] = [cam.clientWidth / scale, cam.clientHeight / scale];
  const width = Math.min(videoWidth, Math.max(shownWidth, shownHeight * SHAPE));
  const height = Math.min(videoHeight, Math.max(shownHeight, shownWidth * SHAPE));
  return { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height };
}

async function look() {
  if (video.videoWidth && !document.hidden) await judge(seenPart(), Date.now());
  if (stream) timer = setTimeout(look, EVERY);
}

/**
 * Sends the present picture, if it is worth reading.
 * @param {ReturnType<typeof seenPart>} seen
 * @param {number} now
 */
async function judge(seen, now) {
  const { still, moved } = watcher.look(video, seen);
  if (moved) clear();
  if (!still) Object.assign(view, { still: 0, since: now });
  else view.still++;
  if (!view.wanted || view.still < STILL_LOOKS || now < view.next) return;
  const isBlind = !showsCode(video, seen);
  if (isBlind && (now - view.since < BLIND || now - view.blind < BLIND_EVERY)) return;
  if (isBlind) view.blind = now;
  watcher.remember();
  await read(await pictureOf(seen));
}

/** Something else is before the camera. */
function clear() {
  Object.assign(view, { wanted: true, tries: 0 });
  delete cam.dataset.state;
  pill.hidden = true;
}

/**
 * Returns a part of the camera's picture as JPEG.
 * @param {ReturnType<typeof seenPart>} seen
 * @returns {Promise<Blob | null>}
 */
function pictureOf(seen) {
  const scale = Math.min(1, LONGEST / Math.max(seen.width, seen.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(seen.width * scale), Math.round(seen.height * scale)];
  canvas.getContext("2d")?.drawImage(video, seen.x, seen.y, seen.width, seen.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

/**
 * Has a picture read, and shows what it said.
 * @param {Blob | null} picture
 */
async function read(picture) {
  const headers = { Accept: "application/json", "Content-Type": "image/jpeg", "X-CSRFToken": cam.dataset.csrf ?? "" };
  const sent = { method: "POST", headers, body: picture, signal: AbortSignal.timeout(PATIENCE) };
  const answer = await fetch(location.pathname, sent).catch(() => null);
  if (answer?.ok && answer.headers.get("Content-Type") === "application/json") return show(await answer.json());
  if (answer?.status === 503) return wait(AGAIN); // another picture is being read
  if (answer?.status === 429) return wait(1000 * Number(answer.headers.get("Retry-After") ?? 1), cam.dataset.busy);
  if (!answer || answer.status >= 500) return wait(AWAY, cam.dataset.offline);
  close();
  setText(said, cam.dataset.ended ?? "");
}

/**
 * @param {number} pause ms
 * @param {string} [why]
 */
function wait(pause, why) {
  view.next = Date.now() + pause;
  if (why) setText(said, why);
}

/** @param {{ state: string, pill: string, said: string, part: string }} seen what the server says of a picture */
function show(seen) {
  view.tries++;
  view.wanted = !["sure", "had"].includes(seen.state) && view.tries < TRIES;
  wait(AGAIN);
  cam.dataset.state = seen.state;
  pill.hidden = !seen.pill;
  setText(/** @type {HTMLElement} */ (pill.querySelector("span")), seen.pill);
  if (seen.said) setText(said, seen.said);
  replace(seen.part);
  if (seen.state !== "sure") return;
  void signal("record");
  if (document.documentElement.dataset.sound !== "on") void play("record").catch(() => {}); // who scans looks at the slips
}

/**
 * Replaces the part below the picture; what had the focus keeps it.
 * @param {string} html
 */
function replace(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  if (fresh.textContent === part.textContent) return;
  const focused = part.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  part.replaceChildren(...fresh.childNodes);
  const links = Array.from(part.querySelectorAll("a"));
  if (focused) (links.find((link) => link.getAttribute("href") === focused) ?? links.at(-1))?.focus();
}

if (!window.isSecureContext) leadBy("secure");
else if (!navigator.mediaDevices) leadBy("none");
else {
  leadBy("");
  start.addEventListener("click", open);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close();
    else if (lead.hidden) void open();
  });
  window.addEventListener("pagehide", close);
  const state = await navigator.permissions?.query(/** @type {any} */ ({ name: "camera" })).catch(() => null);
  if (state?.state === "granted") void open();
}
