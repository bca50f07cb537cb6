// More to read for those who ask: the browser's own details, so that it opens without any script and is found by search.

import type { ReactNode } from "react";
import "./disclosure.css";

/** A line that opens what belongs to it. Disclosures of one `group` are open one at a time. */
export function Disclosure({
  summary,
  group,
  open = false,
  onToggle,
  children,
}: {
  readonly summary: ReactNode;
  readonly group?: string;
  readonly open?: boolean;
  readonly onToggle?: (open: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <details
      className="disclosure"
      name={group}
      open={open}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
    >
      <summary className="disclosure__summary">{summary}</summary>
      <div className="disclosure__body">{children}</div>
    </details>
  );
}
