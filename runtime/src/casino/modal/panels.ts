// The panels of the modal dialog by name. Each is loaded when it is opened first.

import type { ComponentType } from "react";
import type { PanelProps } from "../panel/panel";

/** The code of a panel. */
export interface PanelCode {
  readonly Panel: ComponentType<PanelProps>;
}

/** Panels by name. A name that is missing here is a form (`FORM`). */
export const PANELS: Readonly<Record<string, () => Promise<PanelCode>>> = {
  cashier: () => import("../cashier/ui/cashier_panel"),
  daily_reward: () => import("../daily_reward/ui/reward_panel"),
  jackpot_win: () => import("../jackpot/ui/win_panel"),
  game: () => import("../games/game_panel/game_panel"),
};

/** LOGIN, the form that is in the HTML of every page. */
export const LOGIN = () => import("../onboarding/ui/login_panel");

/** Every other form of content/data/onboarding. */
export const FORM = () => import("../onboarding/ui/form_panel");
