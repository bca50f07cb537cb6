// Tabs by the ARIA pattern: one tab stop, the arrow keys, Home and End move, and the panel changes immediately.

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import "./tabs.css";

/** A tab and its panel. */
interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: ReactNode;
  readonly panel: ReactNode;
}

/** Props of `Tabs`; the parent component holds the selection. */
export interface TabsProps<Name extends string> {
  /** The accessible name of the list. */
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
}

/** A list of tabs and the panel of the selected one. Links between pages are not tabs; they use `.subnav`. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const selectedIndex = tabs.findIndex(({ name }) => name === selected);

  function onKeyDown(event: KeyboardEvent) {
    const nextIndex = nextTab(event.key, selectedIndex, tabs.length);
    const tab = nextIndex === undefined ? undefined : tabs[nextIndex];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus();
  }

  return (
    <div className="tabs">
      <div className="tabs__list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            className="tabs__tab"
            id={`${id}${tab.name}`}
            aria-selected={tab.name === selected}
            aria-controls={tab.name === selected ? `${id}panel` : undefined}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern makes a panel a stop, because it may hold nothing but text */}
      <div className="tabs__panel" role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${selected}`} tabIndex={0}>
        {tabs[selectedIndex]?.panel}
      </div>
    </div>
  );
}

/** Returns the index of the tab that a key selects, from tab `selectedIndex` of `count`; `undefined` for other keys. */
export function nextTab(key: string, selectedIndex: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (selectedIndex + 1) % count;
    case "ArrowLeft":
      return (selectedIndex + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
