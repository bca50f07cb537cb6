// Label, hint and problems of a field.

import type { ReactNode } from "react";
import type { Problem } from "../api/types";
import { plural, sentences } from "../model/text";
import { Icon } from "./icon";

/** Returns the attributes that connect a control with its hint and its problems. */
export function describedBy(id: string, hint: string | undefined, problems: readonly Problem[]) {
  const ids = [hint ? `${id}-hint` : "", problems.length > 0 ? `${id}-problems` : ""].filter(Boolean).join(" ");
  return {
    id,
    ...(ids ? { "aria-describedby": ids } : {}),
    ...(problems.some(({ severity }) => severity === "error") ? { "aria-invalid": true } : {}),
  };
}

interface FieldFrameProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problems?: readonly Problem[];
  readonly isRequired?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A field with its label above and its hint and problems below. */
export function FieldFrame({
  id,
  label,
  hint,
  problems = [],
  isRequired = false,
  actions,
  children,
  className = "",
}: FieldFrameProps) {
  return (
    <div className={`field ${className}`}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {isRequired && (
          <span className="required" aria-hidden="true" title="Required">
            *
          </span>
        )}
        {actions && <span className="field-actions">{actions}</span>}
      </div>
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldProblems id={id} problems={problems} />
    </div>
  );
}

/** The problems of a field in plain words. */
export function FieldProblems({ id, problems }: { readonly id: string; readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="field-problems" id={`${id}-problems`}>
      {problems.map((problem) => {
        const [message, hint] = sentences(problem.message, problem.hint);
        return (
          <li key={`${problem.code}${problem.message}`} className={problem.severity}>
            <Icon name={problem.severity} />
            <span>
              {message}
              {hint && <span className="problem-hint"> {hint}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The number of errors in something, if it has any. */
export function ErrorCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className="badge error" role="img" aria-label={plural(count, "error")} title={plural(count, "error")}>
      {count}
    </span>
  );
}

/** A message that takes the whole width. */
export function Notice({
  kind = "info",
  children,
  actions,
}: {
  readonly kind?: "info" | "warning" | "error";
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={`notice ${kind}`} role={kind === "error" ? "alert" : undefined}>
      <Icon name={kind === "info" ? "clock" : kind} />
      <div>{children}</div>
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  );
}
