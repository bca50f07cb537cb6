// The form of account details: the states of the player's country, the known values of the player, and the request that saves
// them (row 4.2-13).

import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { type ReactNode, useMemo } from "react";
import type { OnboardingDefinition } from "../../forms/definition";
import type { Values } from "../../forms/rules/rule";
import { $user } from "../../player/player";
import { profileForm, readDetails, saveProfile } from "../../player/profile";
import { NOTHING } from "../../stores/server_data";
import { type Request, toRequestResult } from "../model/request";

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
  const regions = useQuery("regions");
  const { data: user, error } = useStore($user, NOTHING);
  const details = useMemo(() => {
    if (!regions || !(user || error)) return undefined;
    return profileForm(definition, regions, user);
  }, [definition, regions, user, error]);
  return details ? children(details) : placeholder;
}

/** Saves the details; values that are not in the form stay unchanged (A107). */
export const saveAccountDetails: Request = async ({ values, about, signal }) => {
  const saved = await saveProfile(readDetails(values), { signal });
  if (saved.kind !== "ok") return toRequestResult(saved);
  // A player who wanted to deposit continues with the deposit.
  return { kind: "done", completion: about === "deposit" ? "completion_deposit" : "completion" };
};
