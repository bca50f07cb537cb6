// Colours of the page: those of the system, or those that the reader chose.

const KEY = "theme";

/** Returns `light` or `dark`, or null if the reader chose nothing or the browser stores nothing. */
function storedTheme(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Sets the attribute `data-theme` of `<html>`, which the style sheet reads. */
export function applyTheme(): void {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = storedTheme() ?? (isDark ? "dark" : "light");
}

/** Sets light colours for paper, until `applyTheme` is called. */
export function applyPaperTheme(): void {
  document.documentElement.dataset.theme = "light";
}

/** Selects the other theme. */
export function switchTheme(): void {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice lasts until the next document.
  }
}
