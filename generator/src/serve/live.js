// Live reload of `croupier dev`: reloads the page after a build, and shows the errors of a failed build in an overlay.
(() => {
  let shownBuild;
  const overlay = document.createElement("dialog");
  overlay.id = "croupier-overlay";
  overlay.setAttribute("aria-label", "Build errors");
  Object.assign(overlay.style, {
    width: "min(64rem, 92vw)", maxHeight: "86vh", overflow: "auto", padding: "1.5rem", border: "0", borderRadius: "12px",
    background: "#1c1420", color: "#fbeee6", boxShadow: "0 24px 80px #000c", font: "14px/1.5 ui-monospace, monospace",
  });
  const show = (errors) => {
    const title = document.createElement("p");
    title.textContent = errors.length === 1 ? "The last build has an error; this is the page before it." : `The last build has ${errors.length} errors; this is the page before them.`;
    const blocks = errors.map((text) => Object.assign(document.createElement("pre"), { textContent: text }));
    for (const block of blocks) block.style.overflowX = "auto";
    overlay.replaceChildren(title, ...blocks);
    if (!overlay.isConnected) document.body.append(overlay);
    if (!overlay.open) overlay.showModal();
  };
  const source = new EventSource("/_croupier/events");
  source.onmessage = ({ data }) => {
    const state = JSON.parse(data);
    const build = `${state.start}/${state.build}`;
    if (shownBuild !== undefined && shownBuild !== build) {
      source.close();
      location.reload();
      return;
    }
    shownBuild = build;
    if (state.errors.length > 0) show(state.errors);
    else if (overlay.open) overlay.close();
  };
  // An open event stream would exclude the page from the back-forward cache.
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
})();
