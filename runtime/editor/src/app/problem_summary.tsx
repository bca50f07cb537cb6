// The problems of the open file, each with a link to its field.

import type { Problem } from "../api/types";
import type { SessionState } from "../drafts/session";
import { plainProblems } from "../form/plain_words";
import { existingPointer } from "../form/problems";
import { offsetOf } from "../text/problems";
import { plural } from "../ui/format";
import { Icon } from "../ui/icon";

interface ProblemSummaryProps {
  readonly state: SessionState;
  readonly onField: (pointer: string) => void;
  readonly onText: (offset: number) => void;
}

/** Errors are listed; warnings open on demand. */
export function ProblemSummary({ state, onField, onText }: ProblemSummaryProps) {
  const { entry, work, text } = state;
  const parseError = entry.parse_error !== null && work.raw === null ? [entry.parse_error] : [];
  const own = plainProblems(state.problems, entry.path, entry.schema, work.values);
  const problems = [...parseError, ...own].filter(
    (problem, index, all) =>
      all.findIndex((it) => it.message === problem.message && it.line === problem.line) === index,
  );
  if (problems.length === 0) return null;

  const errors = problems.filter(({ severity }) => severity === "error").length;
  const title = [
    errors > 0 ? plural(errors, "error") : "",
    problems.length > errors ? plural(problems.length - errors, "warning") : "",
  ];
  const open = (problem: Problem) => {
    const isBody = problem.pointer === null;
    if (isBody) onText(problem.range?.start ?? offsetOf(text ?? work.base.text, problem.line, problem.column));
    else onField(work.values === null ? (problem.pointer ?? "") : existingOrKnown(problem.pointer ?? ""));
  };
  // A missing key has a field of its own, although the file has no value for it.
  const existingOrKnown = (pointer: string) =>
    document.getElementById(`field${pointer}`) ? pointer : existingPointer(work.values, pointer);

  return (
    <details className={`problem-summary ${errors > 0 ? "error" : "warning"}`} open={errors > 0}>
      <summary>
        <Icon name={errors > 0 ? "error" : "warning"} /> {title.filter(Boolean).join(", ")}
      </summary>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.file}${problem.line}${problem.code}${problem.message}`}>
            {problem.file === entry.path ? (
              <button type="button" onClick={() => open(problem)}>
                {problem.message}
              </button>
            ) : (
              <span>
                {problem.message} <span className="muted">({problem.file})</span>
              </span>
            )}
            {problem.hint && <span className="muted"> {problem.hint}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
