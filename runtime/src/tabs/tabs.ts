// Makes tabs of the panels that the shortcodes `tabs` and `tab` write. Without this script, a page shows all panels, each below its label.
// It runs while the document is parsed, so that a panel is hidden before it is painted.

const PANEL = "[data-tabs] > [data-tab]";
const TAB = "[data-tabs] > [role=tablist] > [role=tab]";
/** The start of the keys in local storage. The key of the groups follows, and the value is the label that the reader chose. */
const STORED = "croupier-tabs:";

let count = 0;

const tabOf = (panel: Element) => document.getElementById(panel.getAttribute("aria-labelledby") ?? "");
const tabsOf = (list: Element) => [...list.children].filter((it) => it instanceof HTMLElement);

/** Returns the choice of the reader for the groups of a key. Browsers can refuse access to the storage. */
function storedLabel(key: string): string | null {
  try {
    return key ? localStorage.getItem(STORED + key) : null;
  } catch {
    return null;
  }
}

function storeLabel(key: string, label: string) {
  try {
    localStorage.setItem(STORED + key, label);
  } catch {
    // The choice then lasts as long as the document.
  }
}

/** Shows the panel of a tab, and hides the others of its group. */
function select(tab: HTMLElement) {
  for (const it of tabsOf(tab.parentElement ?? tab)) {
    const isSelected = it === tab;
    it.setAttribute("aria-selected", String(isSelected));
    it.tabIndex = isSelected ? 0 : -1;
    const panel = document.getElementById(it.getAttribute("aria-controls") ?? "");

    if (isSelected) {
      for (const name of ["hidden", "aria-hidden"]) panel?.removeAttribute(name);
      panel?.setAttribute("tabindex", "0");
    } else {
      // Browsers find text in such panels, and open them for a link to an anchor in one.
      panel?.setAttribute("hidden", "until-found");
      // The panel itself would be an empty stop for keyboards and screen readers.
      panel?.setAttribute("aria-hidden", "true");
      panel?.removeAttribute("tabindex");
    }
  }
}

/** Selects a tab for the reader, also in the other groups of its key, and stores the choice. */
function choose(tab: HTMLElement) {
  const label = tab.textContent;
  const key = tab.closest<HTMLElement>("[data-tabs]")?.dataset.tabs;
  const top = tab.getBoundingClientRect().top;
  select(tab);

  if (key) {
    storeLabel(key, label);
    for (const other of document.querySelectorAll<HTMLElement>(TAB)) {
      const group = other.closest<HTMLElement>("[data-tabs]");
      if (group?.dataset.tabs === key && other.textContent === label) select(other);
    }
  }

  // Groups above can have another height now.
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: "instant" });
}

/** Adds the tab of a panel to the list of its group. */
function addTab(panel: HTMLElement) {
  const group = panel.parentElement;
  const label = panel.dataset.tab ?? "";
  if (!group) return;

  let list = group.querySelector(":scope > [role=tablist]");
  if (!list) {
    list = document.createElement("div");
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    group.prepend(list);
  }

  count += 1;
  const tab = document.createElement("button");
  tab.type = "button";
  tab.className = "tab-button";
  // Ids that are made of headings have no colon.
  tab.id = `tab:${count}`;
  tab.textContent = label;
  tab.setAttribute("role", "tab");

  panel.id = `panel:${count}`;
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", tab.id);
  tab.setAttribute("aria-controls", panel.id);
  list.append(tab);

  const selected = list.querySelector<HTMLElement>("[aria-selected=true]");
  select(selected && storedLabel(group.dataset.tabs ?? "") !== label ? selected : tab);
}

/** Makes tabs of all panels that have none yet. */
function prepare() {
  for (const panel of document.querySelectorAll<HTMLElement>(`${PANEL}:not([role])`)) addTab(panel);
}

/** Opens the panels around the target of the URL, and scrolls to it. */
function openTarget() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // An id can contain a percent sign.
  }

  const target = id ? document.getElementById(id) : null;
  if (target && openPanels(target)) target.scrollIntoView();
}

/** Opens the panels around an element. Returns whether one was closed. */
function openPanels(element: Element): boolean {
  let isOpened = false;
  for (let panel = element.closest(PANEL); panel; panel = panel.parentElement?.closest(PANEL) ?? null) {
    const tab = tabOf(panel);
    if (tab?.getAttribute("aria-selected") !== "false") continue;

    select(tab);
    isOpened = true;
  }

  return isOpened;
}

/** Returns the tab that a key selects. */
function tabForKey(key: string, tab: HTMLElement): HTMLElement | undefined {
  const tabs = tabsOf(tab.parentElement ?? tab);
  const isReversed = getComputedStyle(tab).direction === "rtl";
  const step = { ArrowRight: isReversed ? -1 : 1, ArrowLeft: isReversed ? 1 : -1 }[key];
  if (step !== undefined) return tabs.at((tabs.indexOf(tab) + step) % tabs.length);
  if (key === "Home") return tabs[0];
  return key === "End" ? tabs.at(-1) : undefined;
}

const eventTab = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>(TAB) : null);

document.addEventListener("click", (event) => {
  const tab = eventTab(event);
  if (tab) choose(tab);
});

document.addEventListener("keydown", (event) => {
  const tab = eventTab(event);
  if (!tab || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;

  const next = tabForKey(event.key, tab);
  if (!next) return;

  event.preventDefault();
  choose(next);
  next.focus();
});

// The browser is about to show a panel, for a found text or an anchor.
document.addEventListener("beforematch", ({ target }) => {
  if (target instanceof Element) openPanels(target);
});

function start() {
  prepare();
  openTarget();
}

const observer = new MutationObserver(prepare);
observer.observe(document, { childList: true, subtree: true });
document.addEventListener("DOMContentLoaded", () => {
  observer.disconnect();
  start();
});
addEventListener("hashchange", openTarget);
// On a site with a runtime, a click replaces the page and not the document.
document.addEventListener("croupier:enter", start);
