// Prepares the form of account details: the states of the player's country, and the known values of the player (rows 2.13-27, 2.13-28).

import { type ReactNode, useMemo } from "react";
import { useQuery } from "../../../island/queries";
import type { OnboardingDefinition } from "../../forms/definition";
import type { Values } from "../../forms/rules/rule";
import type { Regions } from "../../forms/rules/states";
import { profileForm } from "../../player/profile_fields";
import { $user } from "../../player/store/player";
import { NOTHING } from "../../stores/server_data";
import { useStore } from "../../ui/use_store";

/** A form definition with its initial values. */
interface Details {
  readonly definition: OnboardingDefinition;
  readonly initial: Values;
}

/** The props of `WithDetails`. */
interface WithDetailsProps {
  readonly definition: OnboardingDefinition;
  /** Rendered until the player and the regions are known. If the player fails to load, the form requests all values. */
  readonly placeholder: ReactNode;
  readonly children: (details: Details) => ReactNode;
}

/** Renders the form for this player. */
export function WithDetails({ definition, placeholder, children }: WithDetailsProps) {
  const regions = useQuery<Regions>("regions");
  const { data: user, error } = useStore<Partial<ReturnType<typeof $user.get>>>($user, NOTHING);
  const details = useMemo(() => {
    if (!regions || !(user || error)) return undefined;
    return profileForm(definition, regions, user);
  }, [definition, regions, user, error]);
  return details ? children(details) : placeholder;
}
