/** On every page: what makes it work without a network is loaded when the page itself is there. */

const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 300));

async function start() {
  try {
    const { startPage } = await import("./page.js");
    await startPage();
    document.documentElement.dataset.phone = "ready"; // from here on the network may go
  } catch (error) {
    console.warn("This page works with a network only:", error); // an old browser, a private window, a full phone
  }
}

/** A match page may lose the network at once; any other waits until nothing else is to do. */
function schedule() {
  if (document.querySelector("[data-match]")) start();
  else whenIdle(start);
}

if (document.readyState === "complete") schedule();
else window.addEventListener("load", schedule);
