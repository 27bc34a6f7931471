/**
 * Sending a form until it is answered. The form's key goes along every time, so what arrived twice happens once.
 * A phone that keeps the match by itself (offline/write.js) answers where the server does not, and sends it later.
 */

const LONGEST_WAIT = 30; // seconds

/** Post fields to an address: `{status, answer}`. Where nobody answers it waits and tries again; `onWait(seconds)` tells. */
export async function post(address, fields, onWait) {
  const kept = await onThisPhone((phone) => phone.save(address, fields));
  if (kept) return kept;
  for (let wait = 1; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const response = await ask(address, fields);
      if (response.status < 500 && response.status !== 429) return { status: response.status, answer: await response.json() };
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
    onWait(wait);
    await untilOnlineOr(wait);
  }
}

/** What a form would score, or its problems so far; asked once, as nobody waits for it. */
export async function preview(address, fields, signal) {
  const scored = await onThisPhone((phone) => phone.previewHere(address, fields));
  signal.throwIfAborted();
  return scored ?? (await ask(address, fields, signal)).json();
}

/** Whether this phone has writes that the server has not, so that the server's state is not the newest. */
export function isAhead(base) {
  return onThisPhone((phone) => phone.isAhead(base));
}

/** Whether a match was started on this phone and is not on the server yet: then nobody else can do anything to it. */
export const isOwn = (base) => base.startsWith("/s/local-");

/** Ask the part that keeps matches; null where this browser cannot. */
async function onThisPhone(act) {
  try {
    return await act(await import("./offline/write.js"));
  } catch {
    return null;
  }
}

function ask(address, fields, signal) {
  return fetch(address, { method: "POST", body: fields, headers: { Accept: "application/json" }, signal });
}

function untilOnlineOr(seconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, 1000 * seconds);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    }
    window.addEventListener("online", done);
  });
}
