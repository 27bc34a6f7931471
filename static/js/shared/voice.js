/** The phone's own voice says the score, without a network. Loaded where somebody has chosen it. */

const LONGEST = 6000; // ms that a sentence may take

/**
 * Say a text in the page's language, with a voice of this device; resolves when it is said. Says nothing where the device has no
 * such voice.
 * @param {string} text
 */
export async function speak(text) {
  const { speechSynthesis } = window;
  const language = document.documentElement.lang;
  const voice = speechSynthesis && (await voices()).find((each) => each.localService && sameLanguage(each.lang, language));
  if (!voice) return;
  speechSynthesis.cancel(); // the newest score counts
  const said = Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang });
  await new Promise((resolve) => {
    said.onend = said.onerror = resolve;
    setTimeout(resolve, LONGEST);
    speechSynthesis.speak(said);
  });
}

/** The voices; some browsers load them only when asked. */
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
 * Whether two language tags name the same language.
 * @param {string} one
 * @param {string} other
 */
function sameLanguage(one, other) {
  return one.split(/[-_]/)[0].toLowerCase() === other.split(/[-_]/)[0].toLowerCase();
}
