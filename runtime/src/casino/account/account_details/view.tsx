// The account details of a player: fixed values and the form for the others.

import { useMemo } from "react";
import { useQuery } from "../../../island/queries";
import { dayText } from "../../content/format";
import { $user, type User } from "../../player/player";
import { profileForm } from "../../player/profile";
import { refresh } from "../../stores/server_data";
import { Button, Link } from "../../ui/controls/button";
import { Skeleton } from "../../ui/display/content";
import { NOTHING, useStore } from "../../ui/use_store";
import { type AccountDetailsProps, AddressForm, type DetailsTexts } from "./address_form";

/** Renders both. If the account fails to load, it shows an error, because unknown values must not be overwritten (A107). */
export function View(props: AccountDetailsProps) {
  const { texts, definition } = props;
  const regions = useQuery("regions");
  const { data: user, error, loading } = useStore<Partial<ReturnType<typeof $user.get>>>($user, NOTHING);
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
