// The page of parts: every part in every state, for eyes and for tests. It is in no build that readers see.

import { lazyComponent } from "../../ui/lazy_component";
import type { CardsProps } from "./cards";
import { Controls } from "./controls";
import "./parts.css";
import { Shown } from "./shown";

/** What the template passes. */
export interface PartsProps {
  /** A text of others, with what it may hold and what not. */
  readonly description: string;
  readonly cards: CardsProps;
}

const Cards = lazyComponent(() => import("./cards").then(({ Cards }) => Cards));

/** All parts, one section each. */
export function Island({ description, cards }: PartsProps) {
  return (
    <div className="parts">
      <Controls />
      <Shown description={description} words={cards.words.terms} />
      <Cards {...cards} />
    </div>
  );
}
