// Colours of the page: those of the system, or those that the reader chose with the switch in the header. This script is in the head,
// so that a page never shows the wrong colours first.
{
  const KEY = "theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  /** Returns `light`, `dark`, or null if the reader chose nothing or the browser stores nothing. */
  const chosen = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const choose = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // The choice lasts until the next page.
    }
  };

  const apply = (theme) => {
    root.dataset.theme = theme;
    for (const button of document.querySelectorAll(".theme-switch")) {
      button.setAttribute("aria-pressed", String(theme === "dark"));
    }
  };
  const refresh = () => apply(chosen() ?? (system.matches ? "dark" : "light"));

  refresh();
  document.addEventListener("DOMContentLoaded", refresh);
  // Another tab, the system, or a page from the back-forward cache.
  addEventListener("storage", refresh);
  addEventListener("pageshow", refresh);
  system.addEventListener("change", refresh);
  // Paper is light.
  addEventListener("beforeprint", () => apply("light"));
  addEventListener("afterprint", refresh);
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".theme-switch")) return;
    const theme = root.dataset.theme === "dark" ? "light" : "dark";
    choose(theme);
    apply(theme);
  });
}
