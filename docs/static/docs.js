// What the pages of the documentation do with JavaScript: buttons that copy code, and a mark at the heading that is read.

/** Adds a button to each code block. */
function addCopyButtons() {
  if (!navigator.clipboard) return;
  const status = document.createElement("p");
  status.className = "unseen";
  status.setAttribute("role", "status");
  document.body.append(status);
  for (const pre of document.querySelectorAll("main pre")) {
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

/** Marks the link to the last heading in the upper third of the window, or above it. */
function markHeadings() {
  const links = new Map();
  for (const link of document.querySelectorAll(".contents a")) links.set(decodeURIComponent(link.hash.slice(1)), link);
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((it) => it !== null);
  const mark = () => {
    // The limit is the lower edge of the observed area, where the observer calls this function.
    const current = headings.findLast((it) => it.getBoundingClientRect().top <= innerHeight * 0.34);
    for (const [id, link] of links) link.toggleAttribute("data-current", id === current?.id);
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66%" });
  for (const heading of headings) observer.observe(heading);
}

/** Scrolls the sidebar to the current page, if it is not visible. */
function showCurrentPage() {
  const current = document.querySelector(".sidebar [aria-current=page]");
  const sidebar = current?.closest(".sidebar");
  if (!sidebar) return;
  const below = current.getBoundingClientRect().bottom - sidebar.getBoundingClientRect().bottom;
  if (below > 0) sidebar.scrollTop += below + sidebar.clientHeight / 2;
}

addCopyButtons();
markHeadings();
showCurrentPage();
