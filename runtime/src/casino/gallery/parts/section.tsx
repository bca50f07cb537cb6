// A section of the component gallery, which shows one component.

import { type ReactNode, useId } from "react";

/** Renders the component's name as a heading, and its states below. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="parts__section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
