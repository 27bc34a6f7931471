/** Comforts of a phone on the table: the screen stays awake, and a save can be felt. Both can be switched off (settings). */

const { awake, tick } = document.documentElement.dataset;
const TICK = 12; // ms

/** Keep the screen awake while this page is looked at. The browser drops the lock with every change of page or app. */
export function keepAwake() {
  if (awake === "off" || !navigator.wakeLock) return;
  const take = async () => {
    if (document.hidden) return;
    await navigator.wakeLock.request("screen").catch(() => {}); // refused while the battery is low
  };
  document.addEventListener("visibilitychange", take);
  take();
}

/** A short tick in the hand that something was saved. */
export function feel() {
  if (tick !== "off") navigator.vibrate?.(TICK);
}
