// The interface between the modal dialog and its panels: the props of a panel and its messages.

import type { FormWords, OnboardingDefinition } from "../forms/definition";
import type { Asked } from "./panel_for";

/** A way to another page. */
export interface WayOn {
  readonly label: string;
  readonly path: string;
}

/** The words around every panel; content/data/forms.toml has them under `modal`. */
export interface ModalWords {
  readonly close: string;
  readonly loading: string;
  readonly failed: string;
  readonly retry: string;
  readonly help: string;
  readonly contact: WayOn;
  readonly limits: string;
  readonly responsible: WayOn;
}

/** What the template passes: what must be there when nothing else comes. */
export interface ModalProps {
  readonly words: ModalWords;
  readonly formWords: FormWords;
  readonly login: OnboardingDefinition;
  /** What is said of the bot check below forms that are sent with one; empty where there is none (row 1-19). */
  readonly notice: string;
  /** What is said of a failure that has no words of its own. */
  readonly fallback: string;
  /** The product's name. */
  readonly name: string;
}

/** A listener for the dialog's close; `byVisit` says whether a page visit closed it. */
export type WhenClosed = (byVisit: boolean) => void;

/** What a panel can ask of the dialog that shows it. */
export interface Container {
  /** Whether the dialog is open. */
  readonly isOpen: () => boolean;
  /** Shows another panel. */
  readonly show: (panel: string, about?: string) => void;
  /** Closes the dialog. */
  readonly close: () => void;
  /** Calls `listener` when the dialog closes; the result removes the listener. */
  readonly whenClosed: (listener: WhenClosed) => () => void;
  /** Keeps the dialog open during the next page visit, until the promise settles. */
  readonly keepOpen: (during: Promise<void>) => void;
}

/** The props of every panel. */
export interface PanelProps extends ModalProps, Container {
  /** Its name. */
  readonly panel: string;
  /** What it was opened about. */
  readonly about: string | undefined;
  /** A form for guests: what opens once somebody is signed in by it, or by another that it leads to. */
  readonly after: Asked | undefined;
}
