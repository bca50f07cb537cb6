// A button that counts how often it was pressed: the smallest island that works.

import { useState } from "react";
import "./counter.css";

/** What a template gives it; `props.schema.json` says the same to the build. */
interface Props {
  /** What stands on the button. */
  readonly label: string;
  /** Where it begins to count. */
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
