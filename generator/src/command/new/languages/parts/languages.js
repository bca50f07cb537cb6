
// A link to the page in another language opens the same section, because headings have the same ids in all languages.
document.addEventListener("click", ({ target }) => {
  const link = target.closest(".languages a");
  if (link) link.hash = location.hash;
});
