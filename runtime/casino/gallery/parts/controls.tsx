// Gallery sections of the interactive components: buttons, fields, tabs, switches and tooltips.

import { useState } from "react";
import { Button, IconButton } from "../../ui/controls/button";
import { Field, FieldGroup } from "../../ui/controls/field";
import { Switch } from "../../ui/controls/switch";
import { Tabs } from "../../ui/controls/tabs";
import { Tooltip } from "../../ui/tooltip/tooltip";
import { Section } from "./shown";

/** Renders Button, Field, Tabs, Switch and Tooltip in every state. */
export function Controls() {
  return (
    <>
      <Buttons />
      <Fields />
      <SomeTabs />
      <Switches />
      <Section title="Tooltip">
        <p className="parts__row">
          Quick play
          <Tooltip label="About quick play">Opens a game at once, with the amount that you played last.</Tooltip>
        </p>
      </Section>
    </>
  );
}

function Buttons() {
  const [presses, setPresses] = useState(0);
  const [busy, setBusy] = useState(false);
  const onPress = () => setPresses(presses + 1);

  return (
    <Section title="Button">
      <p className="parts__row">
        <Button onClick={onPress}>Filled</Button>
        <Button kind="quiet" onClick={onPress}>
          Quiet
        </Button>
        <Button icon="gift" onClick={onPress}>
          With an icon
        </Button>
        <IconButton icon="x" label="Icon alone" onClick={onPress} />
      </p>
      <p className="parts__row">
        <Button disabled>Disabled</Button>
        <Button kind="quiet" disabled>
          Quiet, disabled
        </Button>
        <Button
          busy={busy}
          onClick={() => {
            onPress();
            setBusy(true);
          }}
        >
          Busy after a press
        </Button>
        <Button kind="quiet" busy>
          Quiet, busy
        </Button>
        <Button size="big">Big</Button>
      </p>
      <Button wide onClick={onPress}>
        Wide
      </Button>
      <output className="parts__row">{`Pressed ${presses} times`}</output>
    </Section>
  );
}

function Fields() {
  const [shown, setShown] = useState(false);

  return (
    <Section title="Field">
      <div className="parts__grid">
        <Field label="Empty">{(control) => <input {...control} name="empty" />}</Field>
        <Field label="With a hint" hint="6 to 20 letters and digits">
          {(control) => <input {...control} name="hint" defaultValue="annx" />}
        </Field>
        <Field label="With an error" hint="As on your card" error="Please enter 16 digits.">
          {(control) => <input {...control} name="wrong" defaultValue="4111 1111" />}
        </Field>
        <Field
          label="With an adornment"
          adornment={
            <IconButton
              icon={shown ? "eye-off" : "eye"}
              label={shown ? "Hide" : "Show"}
              onClick={() => setShown(!shown)}
            />
          }
        >
          {(control) => <input {...control} name="secret" type={shown ? "text" : "password"} defaultValue="lantern" />}
        </Field>
        <Field label="Choice">
          {(control) => (
            <select {...control} name="choice">
              <option>Alabama</option>
              <option>Wyoming</option>
            </select>
          )}
        </Field>
        <Field label="Disabled">{(control) => <input {...control} name="off" disabled defaultValue="Ann" />}</Field>
        <FieldGroup label="Date of birth" hint="You must be 21 or over" error="Please enter a year.">
          {(control) => (
            <>
              <input aria-label="Month" name="month" inputMode="numeric" defaultValue="11" />
              <input aria-label="Day" name="day" inputMode="numeric" defaultValue="21" />
              <input
                aria-label="Year"
                name="year"
                inputMode="numeric"
                aria-invalid={control["aria-invalid"]}
                aria-describedby={control["aria-describedby"]}
              />
            </>
          )}
        </FieldGroup>
      </div>
    </Section>
  );
}

function SomeTabs() {
  const [tab, setTab] = useState<"deposit" | "withdraw" | "history">("deposit");

  return (
    <Section title="Tabs">
      <Tabs
        label="Cashier"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { name: "deposit", label: "Deposit", panel: <p>From $30, by card or coin.</p> },
          { name: "withdraw", label: "Withdraw", panel: <p>From $150, by the way that you deposited.</p> },
          { name: "history", label: "History", panel: <p>Nothing yet.</p> },
        ]}
      />
    </Section>
  );
}

function Switches() {
  const [on, setOn] = useState(false);

  return (
    <Section title="Switch">
      <div className="parts__grid">
        <Switch label="To be switched" on={on} onChange={setOn} hint="It changes at once." />
        <Switch label="On" on={true} onChange={() => undefined} />
        <Switch label="Pending" on={true} pending onChange={() => undefined} />
        <Switch label="Not known yet" on={undefined} onChange={() => undefined} />
        <Switch label="Failed" on={false} onChange={() => undefined} error="That did not work. Please try again." />
      </div>
    </Section>
  );
}
