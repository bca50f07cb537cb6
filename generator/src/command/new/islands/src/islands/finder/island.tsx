// A field that filters a list. Without JavaScript, readers see the whole list.

import { useId, useState } from "react";
import "./finder.css";

interface Item {
  readonly name: string;
  readonly text: string;
}

/** Props from the template. The build validates them with `props.schema.json`. */
interface Props {
  /** Label of the field. */
  readonly label: string;
  readonly items: readonly Item[];
}

export function Island({ label, items }: Props) {
  const [query, setQuery] = useState("");
  const id = useId();
  const wanted = query.trim().toLowerCase();
  const found = items.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(wanted));
  return (
    <div className="finder">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      <p className="finder__count" role="status">
        {found.length} of {items.length}
      </p>
      <dl>
        {found.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
