/** Comforts of a phone on the table: the screen stays on, and a save can be felt. Both can be switched off (settings). */

const { awake, tick } = document.documentElement.dataset;
const TICK = 12; // ms

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

/** A short vibration: something was saved. */
export function vibrate() {
  if (tick !== "off") navigator.vibrate?.(TICK);
}
