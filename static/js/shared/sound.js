/** Sounds made with WebAudio, and the score spoken aloud. */

/** @typedef {{ at: number, length: number, pitch: number, kind: BiquadFilterType, loud: number }} Noise seconds, hertz */

/** @type {Record<string, Noise[]>} */
const SOUNDS = {
  record: [{ at: 0, length: 0.03, pitch: 1800, kind: "bandpass", loud: 0.9 }],
  call: [0, 0.16].map((at) => ({ at, length: 0.09, pitch: 160, kind: /** @type {const} */ ("lowpass"), loud: 1 })),
  won: [0, 0.13, 0.26, 0.39, 0.54].map((at, stroke) => ({
    at,
    length: stroke < 4 ? 0.09 : 0.32,
    pitch: 2600,
    kind: /** @type {const} */ ("bandpass"),
    loud: 0.35,
  })),
};

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a sound; resolves when it is over.
 * @param {string} name
 */
export async function play(name) {
  context ??= new AudioContext();
  if (context.state === "suspended") await Promise.race([context.resume(), delay(0.1)]); // waits until the first tap
  for (const noise of SOUNDS[name]) start(context, noise);
  const last = /** @type {Noise} */ (SOUNDS[name].at(-1));
  await delay(last.at + last.length);
}

/** @param {number} seconds */
const delay = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Starts a filtered, decaying noise.
 * @param {AudioContext} audio
 * @param {Noise} noise
 */
function start(audio, { at, length, pitch, kind, loud }) {
  const begin = audio.currentTime + at;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const values = buffer.getChannelData(0);
  for (let each = 0; each < values.length; each++) values[each] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: kind, frequency: pitch, Q: kind === "bandpass" ? 3 : 1 });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(begin);
}

const LONGEST = 6000; // ms; longest sentence

/**
 * Speaks a text in the page's language; resolves when it is spoken. Does nothing if the device has no voice for it.
 * @param {string} text
 */
export async function speak(text) {
  const { speechSynthesis } = window;
  const language = document.documentElement.lang;
  const voice = speechSynthesis && (await voices()).find((each) => each.localService && sameLanguage(each.lang, language));
  if (!voice) return;
  speechSynthesis.cancel(); // a newer score interrupts
  const said = Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang });
  await new Promise((resolve) => {
    said.onend = said.onerror = resolve;
    setTimeout(resolve, LONGEST);
    speechSynthesis.speak(said);
  });
}

/** Returns the voices; some browsers load them on demand. */
async function voices() {
  const there = speechSynthesis.getVoices();
  if (there.length) return there;
  await new Promise((resolve) => {
    speechSynthesis.addEventListener("voiceschanged", resolve, { once: true });
    setTimeout(resolve, 500);
  });
  return speechSynthesis.getVoices();
}

/**
 * True if two language tags have the same language.
 * @param {string} one
 * @param {string} other
 */
function sameLanguage(one, other) {
  return one.split(/[-_]/)[0].toLowerCase() === other.split(/[-_]/)[0].toLowerCase();
}
