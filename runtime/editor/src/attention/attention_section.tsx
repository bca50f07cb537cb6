// A list of the attention screen.

import { type ReactNode, useId } from "react";
import { BASE, type Focus } from "../app/route";
import { Link } from "../ui/button";
import { Icon, type IconName } from "../ui/icon";

interface AttentionSectionProps {
  readonly title: string;
  readonly icon: IconName;
  readonly count: number;
  /** How many entries are shown. The default is all. */
  readonly limit?: number;
  readonly empty: string;
  readonly children: ReactNode;
}

/** A list with its number of entries. A list that is cut has a link to all entries. */
export function AttentionSection({ title, icon, count, limit = count, empty, children }: AttentionSectionProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>
        <Icon name={icon} /> {title} {count > 0 && <span className="count">{count}</span>}
      </h2>
      {count === 0 ? <p className="empty">{empty}</p> : <ul className="attention-list">{children}</ul>}
      {count > limit && (
        <Link className="more-link" href={`${BASE}attention/`}>
          Show all {count}
        </Link>
      )}
    </section>
  );
}

/** An entry that opens a file. */
export function LinkRow({
  href,
  title,
  note,
  focus,
}: {
  readonly href: string;
  readonly title: string;
  readonly note: string;
  /** The field or the offset that the file opens at. */
  readonly focus?: Focus | undefined;
}) {
  return (
    <li>
      <Link className="attention-row" href={href} focus={focus}>
        <span className="attention-text">
          <span>{title}</span>
          <span className="muted">{note}</span>
        </span>
      </Link>
    </li>
  );
}
