// A minimal island: a button that counts its clicks.

import { useState } from "react";
import "./counter.css";

/** Props from the template. The build validates them with `props.schema.json`. */
interface Props {
  /** Label of the button. */
  readonly label: string;
  /** Initial count. */
  readonly start?: number;
}

export function Island({ label, start = 0 }: Props) {
  const [count, setCount] = useState(start);
  return (
    <button type="button" className="counter" onClick={() => setCount(count + 1)}>
      {label} <output className="counter__count">{count}</output>
    </button>
  );
}
