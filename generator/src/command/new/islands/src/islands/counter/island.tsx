// A minimal island: a button that counts its clicks.

import type { IslandProps } from "croupier:types";
import { useState } from "react";
import "./counter.css";

// The props are declared in `props.schema.json`, from which Croupier writes their types.
export function Island({ label, start = 0 }: IslandProps<"counter">) {
  const [count, setCount] = useState(start);
  return (
    <button type="button" className="counter" onClick={() => setCount(count + 1)}>
      {label} <output className="counter__count">{count}</output>
    </button>
  );
}
