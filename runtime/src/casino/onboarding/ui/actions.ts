// Runs the actions of buttons and links in forms and on the pages after them (4.2).

import type { Action, RequestAction } from "../../content/completion";

/** The functions that actions call. */
export interface ActionPorts {
  /** Whether the container is open. */
  isOpen(): boolean;
  close(): void;
  show(panel: string, about?: string): void;
  /** Visits a page of the site. */
  go(path: string): void;
  /** Opens a URL in a new window without access to this one. */
  openWindow(url: string): void;
  /** Sends a request to the account service. */
  perform(name: RequestAction): void;
}

/** Runs an action; actions that are not the site's own are sent to the account service (row 4.2-32). */
export function runAction({ type, about = "" }: Action, ports: ActionPorts): void {
  switch (type) {
    case "SHOW_ONBOARDING":
      ports.show(about || "login");
      break;
    case "ONBOARDING_TOGGLE":
    case "MODAL_TOGGLE":
      if (ports.isOpen()) ports.close();
      else ports.show(about || "login");
      break;
    case "SHOW_DETAILS_FORM":
      ports.show("moreDetails");
      break;
    case "SHOW_CASHIER":
    case "OPEN_CASHIER":
      ports.show("cashier");
      break;
    case "INSTANT_CHAT":
      ports.close();
      ports.show("chat", about || undefined);
      break;
    case "ROUTE":
      ports.close();
      ports.go(about || "/");
      break;
    case "EXTERNAL_LINK":
      ports.openWindow(about);
      break;
    case "WELCOME_OFFER":
    case "CUSTOM_COUPON":
      // Only pages contain offers, and they render them with a lazy component.
      break;
    default:
      ports.perform(type);
  }
}
