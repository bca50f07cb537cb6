// The component gallery: every UI component in every state, for review and tests. It is not in public builds.

import { lazyComponent } from "@croupier/loader/lazy-component";
import type { CardsProps } from "./cards";
import { Controls } from "./controls";
import "./parts.css";
import { Shown } from "./shown";

/** The props of the island, which the template passes. */
export interface PartsProps {
  /** Sample HTML from an external source, with allowed and forbidden elements. */
  readonly description: string;
  readonly cards: CardsProps;
}

const Cards = lazyComponent(() => import("./cards").then(({ Cards }) => Cards));

/** Renders all components, one section each. */
export function Island({ description, cards }: PartsProps) {
  return (
    <div className="parts">
      <Controls />
      <Shown description={description} texts={cards.texts.terms} />
      <Cards {...cards} />
    </div>
  );
}
