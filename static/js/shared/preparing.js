/** Forms whose response is a file that takes seconds: the tapped key shows a text (data-preparing) for a while. */

const LONGEST = 10_000; // ms; a download leaves the page as it is

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-preparing]"))) {
  form.addEventListener("submit", ({ submitter }) => {
    const usual = Array.from(submitter?.childNodes ?? []);
    const restore = () => submitter?.replaceChildren(...usual);
    submitter?.replaceChildren(form.dataset.preparing ?? "");
    setTimeout(restore, LONGEST);
    window.addEventListener("pageshow", restore, { once: true });
  });
}
