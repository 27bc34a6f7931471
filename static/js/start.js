// A new match, without page loads: another preset or shape brings its own seats and house rules from the server, which
// draws them from the same form. What was typed goes along and comes back.

const form = document.querySelector("[data-start]");
const PARTS = ["table", "clock", "options"];
let asked = 0;

form.addEventListener("change", (event) => {
  if (["variant", "shape", "options.direction"].includes(event.target.name)) redraw();
});

form.addEventListener("submit", () => {
  // After the form is on its way: a second tap starts nothing.
  setTimeout(() => (form.elements.start.disabled = true));
});

// A page that comes back from the history may be sent again.
addEventListener("pageshow", () => (form.elements.start.disabled = false));

async function redraw() {
  const turn = ++asked;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.ok && turn === asked) take(drawn);
  } catch {
    // Without a network the form stays as it is; starting the match shows the seats before it starts.
  }
}

function take(drawn) {
  const focused = document.activeElement;
  for (const name of PARTS) {
    const part = `[data-part="${name}"]`;
    const [old, fresh] = [form.querySelector(part), drawn.querySelector(part)];
    if (old.open !== undefined) fresh.open = old.open;
    old.replaceWith(document.adoptNode(fresh));
  }
  if (!form.contains(focused)) find(focused)?.focus({ preventScroll: true });
}

// The control that now stands where a replaced one stood.
function find(control) {
  const same = [...form.elements].filter((each) => each.name === control.name);
  return same.find((each) => each.value === control.value) ?? same[0];
}
