// The panels of the modal dialog by name. Each chunk is loaded when its panel opens for the first time.

import type { ComponentType } from "react";
import type { PanelProps } from "../panel/panel";

/** The module of a panel. */
export interface PanelCode {
  readonly Panel: ComponentType<PanelProps>;
}

/** Panels by name. Names that are missing here are forms (`FORM`). */
export const PANELS: Readonly<Record<string, () => Promise<PanelCode>>> = {
  cashier: () => import("../cashier/ui/cashier_panel"),
  daily_reward: () => import("../daily_reward/ui/reward_panel"),
  jackpot_win: () => import("../jackpot/ui/win_panel"),
  game: () => import("../game_panel/game_panel"),
};

/** Loads LOGIN, the form that is in the HTML of every page. */
export const LOGIN = () => import("../onboarding/ui/login_panel");

/** Loads the panel of every other form in content/data/onboarding. */
export const FORM = () => import("../onboarding/ui/form_panel");
