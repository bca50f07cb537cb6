// What a panel of the modal container is given, and what its words are; panels other than LOGIN come when they are asked for.

import type { ComponentType } from "react";
import type { FormWords, OnboardingDefinition } from "../../forms/definition";
import type { Container } from "../../onboarding/use_flow";
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

/** What every panel is given. */
export interface PanelProps extends ModalProps, Container {
  /** Its name. */
  readonly panel: string;
  /** What it was opened about. */
  readonly about: string | undefined;
  /** A form for guests: what opens once somebody is signed in by it, or by another that it leads to. */
  readonly after: Asked | undefined;
}

/** A panel's code. */
export interface PanelCode {
  readonly Panel: ComponentType<PanelProps>;
}

/** Panels by their names, as code of their own; one that is not here is a form (`FORM`). */
export const PANELS: Readonly<Record<string, () => Promise<PanelCode>>> = {
  cashier: () => import("./panels/cashier"),
  daily_reward: () => import("./panels/daily_reward"),
  jackpot_win: () => import("./panels/jackpot_win"),
  game: () => import("./panels/game"),
};

/** LOGIN, the form that is in the HTML of every page. */
export const LOGIN = () => import("./panels/login");

/** Every other form of content/data/onboarding. */
export const FORM = () => import("./panels/onboarding");
