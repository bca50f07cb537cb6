// The account details of a player: fixed values, and the form for address, gender and phone. Saved values remain in the form (rows 1-13,
// 7.1-10, A107).

import type { Data } from "croupier:types";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { useEffect, useMemo, useState } from "react";
import { dayText } from "../../content/format";
import { ALL_FIELDS } from "../../forms/controls/all_fields";
import type { FormDefinition, FormTexts } from "../../forms/definition";
import { Form } from "../../forms/form";
import { getForm } from "../../forms/form_store";
import type { Values } from "../../forms/rules/rule";
import { $user, type User } from "../../player/player";
import { profileForm, readDetails, saveProfile } from "../../player/profile";
import { NOTHING, refresh } from "../../stores/server_data";
import { Button, Link } from "../../ui/controls/button";
import { Skeleton } from "../../ui/display/content";
import { useFailure } from "../../ui/use_failure";

/** Renders both. If the account fails to load, it shows an error, because unknown values must not be overwritten (A107). */
export function View(props: AccountDetailsProps) {
  const { texts, definition } = props;
  const regions = useQuery("regions");
  const { data: user, error, loading } = useStore($user, NOTHING);
  const formInput = useMemo(
    () => regions && user && profileForm(definition, regions, user),
    [definition, regions, user],
  );

  return (
    <>
      <section className="panel" aria-labelledby="account-who">
        <h2 id="account-who">{texts.title}</h2>
        {error && !user ? (
          <p role="alert">
            {texts.unknown}{" "}
            <Button kind="quiet" busy={loading === true} onClick={() => refresh($user)}>
              {texts.retry}
            </Button>
          </p>
        ) : (
          <PlayerFacts texts={texts} user={user} />
        )}
        <p>
          {texts.fixed} <Link to={texts.ask.path}>{texts.ask.label}</Link>
        </p>
      </section>
      {!(error && !user) && (
        <section className="panel" aria-labelledby="account-address">
          <h2 id="account-address">{definition.title}</h2>
          <p>{texts.address.text}</p>
          {formInput ? <AddressForm {...props} {...formInput} /> : <Skeleton shape="block" />}
        </section>
      )}
    </>
  );
}

/** Renders the fixed values of the account. */
function PlayerFacts({ texts, user }: { readonly texts: DetailsTexts; readonly user: User | undefined }) {
  const lines = [
    [texts.name, user && `${user.firstName} ${user.lastName}`.trim()],
    [texts.login, user?.login],
    [texts.email, user?.email],
    [texts.birth_date, user && dayText(user.birthDate)],
  ] as const;

  return (
    <dl className="account-details">
      {lines.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text === undefined ? <Skeleton shape="phrase" /> : text || texts.none}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Props of the form. */
interface AddressFormProps extends AccountDetailsProps {
  /** The values of the account. */
  readonly initial: Values;
}

/** Renders the form. Unsaved input is discarded when the page or the player changes. */
function AddressForm({ definition, initial, texts, formTexts }: AddressFormProps) {
  const form = useMemo(() => getForm("account_details", definition, ALL_FIELDS), [definition]);
  const { values } = useStore(form.$state, form.initialState);
  const { explain } = useFailure();
  const [saved, setSaved] = useState<Values>();
  const isSaved = saved !== undefined && Object.entries(saved).every(([field, value]) => values[field] === value);

  useEffect(() => form.prefill({ ...saved, ...initial }), [form, initial, saved]);
  useEffect(() => () => form.clear(), [form]);

  async function submit() {
    const payload = form.payload();
    const outcome = await saveProfile(readDetails(payload));
    if (outcome.kind !== "ok") return form.endSending(await explain(outcome));

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
type DetailsTexts = Data["account"]["details"];

/** The island's props. */
export interface AccountDetailsProps {
  readonly texts: DetailsTexts;
  /** The form. It has the same fields as the account details form before a deposit. */
  readonly definition: FormDefinition;
  readonly formTexts: FormTexts;
}
