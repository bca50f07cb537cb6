// What the form of account details begins with: the states of the player's country, and what is known of the player (rows 2.13-27, 2.13-28).

import { type ReactNode, useMemo } from "react";
import { useQuery } from "../../../island/queries";
import type { OnboardingDefinition } from "../../forms/definition";
import type { Values } from "../../forms/rules/rule";
import type { Regions } from "../../forms/rules/states";
import { profileForm } from "../../player/profile_fields";
import { $user } from "../../player/store/player";
import { NOTHING } from "../../stores/server_data";
import { useStore } from "../../ui/use_store";

/** A form with what is known beforehand. */
export interface Details {
  readonly definition: OnboardingDefinition;
  readonly initial: Values;
}

/** What the form is drawn by. */
export interface WithDetailsProps {
  readonly definition: OnboardingDefinition;
  /** Stands there until the player and the regions are known. A player who cannot be read is asked for everything. */
  readonly waiting: ReactNode;
  readonly children: (details: Details) => ReactNode;
}

/** Draws the form for this player. */
export function WithDetails({ definition, waiting, children }: WithDetailsProps) {
  const regions = useQuery<Regions>("regions");
  const { data: user, error } = useStore<Partial<ReturnType<typeof $user.get>>>($user, NOTHING);
  const details = useMemo(() => {
    if (!regions || !(user || error)) return undefined;
    return profileForm(definition, regions, user);
  }, [definition, regions, user, error]);
  return details ? children(details) : waiting;
}
