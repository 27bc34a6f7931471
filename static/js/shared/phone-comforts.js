/** Comforts of a phone on the table, each to be switched on or off in the settings: screen on, vibration, sound, voice. */

const { awake, tick, sound, voice } = document.documentElement.dataset;
/** What is felt, in ms. */
const PATTERNS = { record: [10], call: [20, 40, 20], won: [30, 60, 30, 60, 80] };

/** Keep the screen on while this page is visible. The browser releases the lock with every change of page or app. */
export function keepScreenOn() {
  if (awake === "off" || !navigator.wakeLock) return;
  const request = async () => {
    if (document.hidden) return;
    await navigator.wakeLock.request("screen").catch(() => {}); // refused while the battery is low
  };
  document.addEventListener("visibilitychange", request);
  request();
}

/**
 * Let it be felt and heard, as chosen, that a hand was recorded, something called or the match won. Resolves when it is over.
 * @param {keyof typeof PATTERNS} name
 */
export async function signal(name) {
  const mayFeel = tick !== "off" && navigator.userActivation?.hasBeenActive !== false; // browsers block what nobody has tapped on
  const felt = mayFeel && navigator.vibrate?.(PATTERNS[name]);
  const heard = sound === "on" && import("./sound.js").then(({ play }) => play(name)).catch(() => {});
  const length = felt ? PATTERNS[name].reduce((sum, each) => sum + each) : 0;
  await Promise.all([heard, new Promise((resolve) => setTimeout(resolve, length))]);
}

/**
 * Have the phone say a text, where that was chosen. Resolves when it is said.
 * @param {string} text
 */
export async function sayAloud(text) {
  if (voice === "on") await import("./sound.js").then(({ speak }) => speak(text)).catch(() => {});
}
