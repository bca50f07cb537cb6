// What the user edits at present: a field, or a line of the body, counted from 1. The preview marks it.

import { createStore } from "../app/store";

export interface Selection {
  readonly pointer?: string;
  readonly line?: number;
}

export const $selection = createStore<Selection | null>(null);
