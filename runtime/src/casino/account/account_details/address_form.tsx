// The form for address, gender and phone on the page. Saved values remain in the form (rows 1-13, 7.1-10, A107).

import type { Data } from "croupier:types";
import { useEffect, useMemo, useState } from "react";
import { failureText } from "../../content/failure_messages";
import { useTexts } from "../../content/messages";
import { ALL_FIELDS } from "../../forms/controls/all_fields";
import type { FormDefinition, FormTexts } from "../../forms/definition";
import { Form } from "../../forms/form";
import { getForm } from "../../forms/form_store";
import type { Values } from "../../forms/rules/rule";
import { readDetails, saveProfile } from "../../player/profile";
import { useStore } from "../../ui/use_store";

/** Props of the form. */
export interface AddressFormProps extends AccountDetailsProps {
  /** The values of the account. */
  readonly initial: Values;
}

/** Renders the form. Unsaved input is discarded when the page or the player changes. */
export function AddressForm({ definition, initial, texts, formTexts }: AddressFormProps) {
  const form = useMemo(() => getForm("account_details", definition, ALL_FIELDS), [definition]);
  const { values } = useStore(form.$state, form.initialState);
  const { load } = useTexts();
  const [saved, setSaved] = useState<Values>();
  const isSaved = saved !== undefined && Object.entries(saved).every(([field, value]) => values[field] === value);

  useEffect(() => form.prefill({ ...saved, ...initial }), [form, initial, saved]);
  useEffect(() => () => form.clear(), [form]);

  async function submit() {
    const payload = form.payload();
    const outcome = await saveProfile(readDetails(payload));
    if (outcome.kind !== "ok") return form.endSending(failureText(outcome, await load()));
    form.type(payload);
    form.endSending("");
    setSaved(payload);
  }

  return (
    <>
      <Form form={form} texts={formTexts} onSend={() => void submit()} />
      <p className="account-details__saved" role="status">
        {isSaved && texts.address.saved}
      </p>
    </>
  );
}

/** The texts of the account details. */
export type DetailsTexts = Data["account"]["details"];

/** The island's props. */
export interface AccountDetailsProps {
  readonly texts: DetailsTexts;
  /** The form. It has the same fields as the account details form before a deposit. */
  readonly definition: FormDefinition;
  readonly formTexts: FormTexts;
}
