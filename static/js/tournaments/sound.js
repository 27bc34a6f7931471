/** Plays the clock's warnings once the user has allowed sounds with a tap: two notes, three, and a long one at the end. */

const NOTES = { five: [660, 660], one: [660, 660, 880], end: [880, 660, 440, 440] }; // Hz
const NOTE = 0.35; // seconds between notes
const LAST = 1.2; // seconds that the last note lasts
const LOUD = 0.5;

/**
 * Lets a button switch sounds on and off.
 * @param {HTMLButtonElement & { dataset: Record<string, string> }} button
 */
export function offerSound(button) {
  if (!window.AudioContext) return;
  const off = button.textContent ?? "";
  /** @type {AudioContext | null} */
  let context = null;
  button.hidden = false;
  button.addEventListener("click", () => {
    if (context) void context.close();
    context = context ? null : new AudioContext();
    button.textContent = context ? button.dataset.sound : off;
    button.setAttribute("aria-pressed", String(context !== null));
    if (context) play(context, NOTES.five);
  });
  document.addEventListener("clock", (event) => {
    if (context) play(context, NOTES[event.detail]);
  });
}

/**
 * @param {AudioContext} context
 * @param {number[]} notes
 */
function play(context, notes) {
  notes.forEach((note, index) => {
    const at = context.currentTime + index * NOTE;
    const until = at + (index === notes.length - 1 ? LAST : NOTE * 0.8);
    const tone = new OscillatorNode(context, { frequency: note, type: "triangle" });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, until);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(until);
  });
}
