// A field that filters a list. Without JavaScript, readers see the whole list.

import type { IslandProps } from "croupier:types";
import { useId, useState } from "react";
import "./finder.css";

// The props are declared in `props.schema.json`, from which Croupier writes their types.
export function Island({ label, items }: IslandProps<"finder">) {
  const [query, setQuery] = useState("");
  const id = useId();
  const wanted = query.trim().toLowerCase();
  const found = items.filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(wanted));
  return (
    <div className="finder">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      <p className="finder__count" role="status">
        {found.length} / {items.length}
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
