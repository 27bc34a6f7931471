/** Steppers: minus and plus beside a small number. */

export function startSteppers(part) {
  part.addEventListener("click", (event) => {
    const key = event.target.closest("[data-step]");
    if (!key) return;
    const input = key.closest("[data-stepper]").querySelector("input");
    input.value = Math.max(0, (Number(input.value) || 0) + Number(key.dataset.step));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
