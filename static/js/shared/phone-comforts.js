/** Phone settings at the table: screen on, vibration, sound, voice. */

const { awake, tick, sound, voice } = document.documentElement.dataset;
/** Vibration patterns, in ms. */
const PATTERNS = { record: [10], call: [20, 40, 20], won: [30, 60, 30, 60, 80] };

/** Keeps the screen on while this page is visible. The browser releases the lock whenever the page is hidden. */
export function keepScreenOn() {
  if (awake === "off") return;
  if (!navigator.wakeLock) return void import("./screen-video.js").then(({ playForScreen }) => playForScreen()).catch(() => {});
  const request = async () => {
    if (document.hidden) return;
    await navigator.wakeLock.request("screen").catch(() => {}); // refused while the battery is low
  };
  document.addEventListener("visibilitychange", request);
  request();
}

/**
 * Vibrates and plays a sound, as set, when a hand was recorded, a call made or the match won. Resolves when it is over.
 * @param {keyof typeof PATTERNS} name
 */
export async function signal(name) {
  const mayFeel = tick !== "off" && navigator.userActivation?.hasBeenActive !== false; // browsers block it before the first tap
  const felt = mayFeel && navigator.vibrate?.(PATTERNS[name]);
  const heard = sound === "on" && import("./sound.js").then(({ play }) => play(name)).catch(() => {});
  const length = felt ? PATTERNS[name].reduce((sum, each) => sum + each) : 0;
  await Promise.all([heard, new Promise((resolve) => setTimeout(resolve, length))]);
}

/**
 * Speaks a text, if that is switched on. Resolves when it is spoken.
 * @param {string} text
 */
export async function sayAloud(text) {
  if (voice === "on") await import("./sound.js").then(({ speak }) => speak(text)).catch(() => {});
}
