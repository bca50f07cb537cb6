// Finds out whether a style sheet came: one may have failed before any script ran to see it.

/** Whether a style sheet of the site under `prefix` is missing. */
export function lostSheet(prefix: string): boolean {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href^="${prefix}/assets/"]`);
  return [...links].some((link) => !hasRules(link));
}

/** Browsers give a style sheet that did not come no sheet, or an empty one. */
function hasRules(link: HTMLLinkElement): boolean {
  try {
    return (link.sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}
