// What a button or link of forms and of the pages after them does (4.2).

import type { Action, RequestAction } from "../../content/completion";

/** What actions do to the place where they are pressed. */
export interface ActionPorts {
  /** Whether the container is open. */
  isOpen(): boolean;
  close(): void;
  show(panel: string, about?: string): void;
  /** Leads to a page of the site. */
  go(path: string): void;
  /** Opens an address beside the site, with no way back to it. */
  openWindow(address: string): void;
  /** Asks the account service. */
  perform(name: RequestAction): void;
}

/** Does what an action says; what is not the site's own goes to the account service (row 4.2-32). */
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
      // Only pages make offers, and draw them by a part of their own.
      break;
    default:
      ports.perform(type);
  }
}
