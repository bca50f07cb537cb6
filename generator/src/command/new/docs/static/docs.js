// What the pages of the documentation do with JavaScript: buttons that copy code, and a mark at the heading that is read.

/** Tells screen readers what a button did. */
const status = document.createElement("p");
status.className = "unseen";
status.setAttribute("role", "status");
document.body.append(status);

/** Adds a button to each code block. The HTML of islands belongs to their components. */
function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const pre of document.querySelectorAll("main pre:not([data-island] pre)")) {
    const frame = document.createElement("div");
    frame.className = "copy-frame";
    pre.before(frame);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy screen-only";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const isCopied = await navigator.clipboard.writeText(pre.textContent.trimEnd()).then(
        () => true,
        () => false,
      );
      button.textContent = status.textContent = isCopied ? "Copied" : "Not copied";
      setTimeout(() => {
        button.textContent = "Copy";
        status.textContent = "";
      }, 2000);
    });
    frame.append(pre, button);
  }
}

let headingObserver;

/** Marks the link to the last heading in the upper third of the window, or above it. */
function markHeadings() {
  headingObserver?.disconnect();
  const links = new Map();
  for (const link of document.querySelectorAll(".contents a")) links.set(decodeURIComponent(link.hash.slice(1)), link);
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((it) => it !== null);
  const mark = () => {
    // The limit is the lower edge of the observed area, where the observer calls this function.
    const current = headings.findLast((it) => it.getBoundingClientRect().top <= innerHeight * 0.34);
    for (const [id, link] of links) link.toggleAttribute("data-current", id === current?.id);
  };
  headingObserver = new IntersectionObserver(mark, { rootMargin: "0px 0px -66%" });
  for (const heading of headings) headingObserver.observe(heading);
}

/** Scrolls the sidebar to the current page, if it is not visible. */
function showCurrentPage() {
  const current = document.querySelector(".sidebar [aria-current=page]");
  const sidebar = current?.closest(".sidebar");
  if (!sidebar) return;
  const { top, bottom } = current.getBoundingClientRect();
  const frame = sidebar.getBoundingClientRect();
  if (bottom > frame.bottom) sidebar.scrollTop += bottom - frame.bottom + sidebar.clientHeight / 2;
  else if (top < frame.top) sidebar.scrollTop -= frame.top - top + sidebar.clientHeight / 2;
}

/** Closes the menu of versions on Escape, and on a click elsewhere. */
function closeMenu() {
  document.addEventListener("click", (event) => {
    const menu = document.querySelector(".versions[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.(".versions[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

/** Prepares a page. */
function start() {
  addCopyButtons();
  markHeadings();
  showCurrentPage();
}

start();
closeMenu();
// On a site with islands, a click replaces the page and not the document.
document.addEventListener("croupier:enter", start);
