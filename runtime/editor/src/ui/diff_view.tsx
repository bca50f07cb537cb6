// Shows a unified diff, and the difference of two texts.

import { useMemo } from "react";
import { diff, linesOf } from "../model/diff";

/** Lines that are shown around a change. */
const CONTEXT = 3;

/** Shows a diff in the unified format. */
export function UnifiedDiff({ text }: { readonly text: string }) {
  const lines = text.split("\n").filter((line) => !/^(---|\+\+\+|diff |index )/.test(line));
  return (
    <pre className="diff">
      {lines.map((line, index) => {
        const kind = line.startsWith("+")
          ? "added"
          : line.startsWith("-")
            ? "removed"
            : line.startsWith("@@")
              ? "gap"
              : "";
        return (
          // Lines have no other identity.
          <span key={index} className={kind}>
            {kind === "gap" ? "⋯" : line || " "}
            {"\n"}
          </span>
        );
      })}
    </pre>
  );
}

/** Shows which lines differ between two texts. */
export function TextDiff({ from, to }: { readonly from: string; readonly to: string }) {
  const lines = useMemo(() => shownLines(from, to), [from, to]);
  if (from === to) return <p className="empty">Both versions are the same.</p>;

  return (
    <pre className="diff">
      {lines.map(({ kind, text }, index) => (
        // Lines have no other identity.
        <span key={index} className={kind}>
          {kind === "added" ? "+" : kind === "removed" ? "-" : " "}
          {text}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

function shownLines(from: string, to: string): readonly { kind: string; text: string }[] {
  const parts = diff(linesOf(from), linesOf(to));
  return parts.flatMap(({ kind, items }, index) => {
    const lines = items.map((text) => ({ kind, text: text.replace(/\r?\n$/, "") }));
    if (kind !== "same" || items.length <= CONTEXT * 2) return lines;

    // Long unchanged parts are shortened to the lines next to a change.
    const start = index === 0 ? [] : lines.slice(0, CONTEXT);
    const end = index === parts.length - 1 ? [] : lines.slice(-CONTEXT);
    return [...start, { kind: "gap", text: "⋯" }, ...end];
  });
}
