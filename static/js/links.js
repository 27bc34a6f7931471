// A link is handed on by the phone's own share sheet where there is one, else by copying its address.

for (const button of document.querySelectorAll("[data-hand-on]")) {
  const address = button.parentElement.querySelector("input");
  button.hidden = !(navigator.share || navigator.clipboard);
  address.addEventListener("focus", () => address.select());
  button.addEventListener("click", () => handOn(address.value, button.dataset.done));
}

async function handOn(url, done) {
  try {
    if (navigator.share) return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    say(done);
  } catch (refusal) {
    if (refusal.name !== "AbortError") throw refusal; // the person closed the share sheet
  }
}

function say(text) {
  const toast = document.querySelector(".toast");
  toast.textContent = text;
  setTimeout(() => (toast.textContent = ""), 2000);
}
