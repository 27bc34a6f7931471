/** On every page: loads the offline scripts after the page itself. */

const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 300));

async function start() {
  try {
    const { startPage } = await import("./page.js");
    await startPage();
    document.documentElement.dataset.phone = "ready"; // from now on the page works offline
  } catch (error) {
    console.warn("This page works with a network only:", error); // an old browser, a private window, a full disk
  }
}

/** A match page starts at once, because it must survive going offline; others wait until the browser is idle. */
function schedule() {
  if (document.querySelector("[data-match]")) start();
  else whenIdle(start);
}

if (document.readyState === "complete") schedule();
else window.addEventListener("load", schedule);
