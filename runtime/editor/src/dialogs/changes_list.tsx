// The list of what an operation changes, before it happens.

import type { Change } from "../api/types";
import { UnifiedDiff } from "../ui/diff_view";

const ACTIONS = { rename: "Rename", edit: "Edit", delete: "Delete", create: "Create" } as const;

/** Lists changes of files with their reasons, and their diffs on demand. */
export function ChangesList({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="empty">Nothing changes.</p>;
  return (
    <ul className="changes" aria-label="Changes">
      {changes.map((change) => (
        <li key={`${change.action}${change.path}`}>
          <div className="change">
            <span className={`badge ${change.action}`}>{ACTIONS[change.action]}</span>
            <div>
              <p className="change-path">
                {change.path}
                {change.to && <> → {change.to}</>}
              </p>
              <p className="muted">{change.reason}</p>
            </div>
          </div>
          {change.diff && (
            <details>
              <summary>Show the change</summary>
              <UnifiedDiff text={change.diff} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
