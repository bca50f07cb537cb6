// The account details of a player: fixed values and the form for the others.

import { useMemo } from "react";
import { useQuery } from "../../../island/queries";
import { dayText } from "../../content/dates";
import type { Regions } from "../../forms/rules/states";
import type { User } from "../../player/api/account";
import { profileForm } from "../../player/profile_fields";
import { $user } from "../../player/store/player";
import { NOTHING, refresh } from "../../stores/server_data";
import { Button } from "../../ui/controls/button";
import { Link } from "../../ui/controls/link";
import { Skeleton } from "../../ui/display/skeleton";
import { useStore } from "../../ui/use_store";
import { AddressForm } from "./address_form";
import type { AccountDetailsProps, DetailsTexts } from "./messages";

/** Renders both. If the account fails to load, it shows an error, because unknown values must not be overwritten (A107). */
export function View(props: AccountDetailsProps) {
  const { texts, definition } = props;
  const regions = useQuery<Regions>("regions");
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
