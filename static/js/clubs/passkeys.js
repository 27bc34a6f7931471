/** Passkeys: a button gets a challenge from the server, has the phone answer it, and submits the answer with its form. */

for (const hint of document.querySelectorAll("[data-without-passkeys]")) hint.toggleAttribute("hidden", canAsk());
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-passkey]"))) {
  button.hidden = !canAsk();
  button.addEventListener("click", () => ask(button));
}

function canAsk() {
  return Boolean(window.PublicKeyCredential && navigator.credentials);
}

/** @param {HTMLButtonElement} button */
async function ask(button) {
  const { passkey = "", kind, field: name = "" } = button.dataset;
  const form = /** @type {HTMLFormElement} */ (button.form);
  const failed = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-failed]"));
  failed.hidden = true;
  button.disabled = true;
  try {
    const question = await challenge(passkey, field(form, "csrf_token").value);
    const made = await (kind === "create" ? create(question) : get(question));
    field(form, name).value = JSON.stringify(made);
    form.submit(); // not requestSubmit: the required password field may be empty
  } catch {
    failed.hidden = false; // cancelled, timed out, or no passkey for this site
    button.disabled = false;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {HTMLInputElement}
 */
function field(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/**
 * @param {string} address
 * @param {string} token
 */
async function challenge(address, token) {
  const body = new URLSearchParams({ csrf_token: token });
  const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** @param {any} question */
async function create(question) {
  const publicKey = { ...question, challenge: bytes(question.challenge) };
  publicKey.user = { ...question.user, id: bytes(question.user.id) };
  publicKey.excludeCredentials = (question.excludeCredentials ?? []).map(withBytes);
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const answer = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return about(made, { attestationObject: text(answer.attestationObject) });
}

/** @param {any} question */
async function get(question) {
  const publicKey = { ...question, challenge: bytes(question.challenge) };
  publicKey.allowCredentials = (question.allowCredentials ?? []).map(withBytes);
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const answer = /** @type {AuthenticatorAssertionResponse} */ (made.response);
  return about(made, { authenticatorData: text(answer.authenticatorData), signature: text(answer.signature) });
}

/**
 * @param {PublicKeyCredential} made
 * @param {Record<string, string>} answer
 */
function about(made, answer) {
  const response = { clientDataJSON: text(made.response.clientDataJSON), ...answer };
  return { id: made.id, rawId: text(made.rawId), type: made.type, response };
}

/** @param {any} known */
function withBytes(known) {
  return { ...known, id: bytes(known.id) };
}

/**
 * Decodes URL-safe base64 to bytes.
 * @param {string} written
 */
function bytes(written) {
  const plain = atob(written.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * Encodes bytes as URL-safe base64.
 * @param {ArrayBuffer} buffer
 */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
