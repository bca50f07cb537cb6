// A list of the attention screen.

import { type ReactNode, useId } from "react";
import { BASE, type Focus } from "../app/route";
import { Link } from "../ui/button";
import { Icon, type IconName } from "../ui/icon";

interface AttentionSectionProps<Entry> {
  readonly title: string;
  readonly icon: IconName;
  readonly entries: readonly Entry[];
  /** The number of all entries. The default is that of `entries`. */
  readonly count?: number;
  /** How many entries are shown. The default is all. */
  readonly limit?: number;
  readonly empty: string;
  /** Renders one entry. */
  readonly children: (entry: Entry) => ReactNode;
}

/** A list with its number of entries. A list that is cut has a link to all entries. */
export function AttentionSection<Entry>(props: AttentionSectionProps<Entry>) {
  const { title, icon, entries, count = entries.length, limit = count, empty, children } = props;
  const id = useId();

  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>
        <Icon name={icon} /> {title} {count > 0 && <span className="count">{count}</span>}
      </h2>
      {count === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <ul className="attention-list">{entries.slice(0, limit).map(children)}</ul>
      )}
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
