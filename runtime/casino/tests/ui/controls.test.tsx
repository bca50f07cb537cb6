// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Button, IconButton } from "../../ui/controls/button";
import { Field, FieldGroup } from "../../ui/controls/field";
import { Switch } from "../../ui/controls/switch";
import { Tabs } from "../../ui/controls/tabs";

afterEach(cleanup);

// Rows: A74
test("a busy button keeps its focus, ignores clicks and does not submit its form", () => {
  const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const onClick = vi.fn();
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy onClick={onClick}>
        Send
      </Button>
      <IconButton icon="x" label="Close" busy onClick={onClick} />
    </form>,
  );
  const send = screen.getByRole("button", { name: "Send" });
  send.focus();
  fireEvent.click(send);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement).toBe(send);
  expect(send.getAttribute("aria-busy")).toBe("true");
  expect(onClick).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

test("a switch with an unknown state is a busy, disabled button", () => {
  const onChange = vi.fn();
  const { rerender } = render(<Switch label="Quick play" on={undefined} onChange={onChange} />);
  const unknown = screen.getByRole("button", { name: "Quick play" });
  expect(unknown.hasAttribute("aria-checked")).toBe(false);
  expect(unknown.getAttribute("aria-disabled")).toBe("true");
  expect(unknown.getAttribute("aria-busy")).toBe("true");
  fireEvent.click(unknown);
  expect(onChange).not.toHaveBeenCalled();
  rerender(<Switch label="Quick play" on={false} onChange={onChange} />);
  // The element is the same, so it keeps the focus.
  expect(screen.getByRole("switch", { name: "Quick play", checked: false })).toBe(unknown);
  fireEvent.click(unknown);
  expect(onChange).toHaveBeenCalledWith(true);
});

// Rows: A74
test("a switch ignores the second click of a double click", () => {
  const onChange = vi.fn();
  render(<Switch label="Quick play" on={false} onChange={onChange} />);
  for (const detail of [1, 2]) fireEvent.click(screen.getByRole("switch"), { detail });
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a pending switch shows its target and ignores clicks; its error is an alert", () => {
  const onChange = vi.fn();
  const { rerender } = render(<Switch label="Quick play" on pending onChange={onChange} />);
  fireEvent.click(screen.getByRole("switch", { checked: true }));
  expect(onChange).not.toHaveBeenCalled();
  rerender(<Switch label="Quick play" on={false} onChange={onChange} error="Please try again." />);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toBe("Please try again.");
  expect(screen.getByRole("switch").getAttribute("aria-describedby")).toBe(alert.id);
});

function Numbers() {
  const [selected, select] = useState("one");
  const tabs = ["one", "two", "three"].map((name) => ({ name, label: name, panel: <p>{`Panel ${name}`}</p> }));
  return <Tabs label="Numbers" tabs={tabs} selected={selected} onSelect={select} />;
}

test("tabs are one tab stop: arrows, Home and End select and move the focus", () => {
  render(<Numbers />);
  const tab = (name: string) => screen.getByRole("tab", { name });
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  tab("one").focus();
  press("ArrowLeft");
  expect(document.activeElement).toBe(tab("three"));
  press("Home");
  press("ArrowRight");
  expect(document.activeElement).toBe(tab("two"));
  expect(screen.getAllByRole("tab").map((one) => one.tabIndex)).toEqual([-1, 0, -1]);
  expect(screen.getByRole("tabpanel", { name: "two" }).textContent).toBe("Panel two");
});

test("a field is described by hint and error and invalid only with an error", () => {
  const { rerender } = render(
    <Field label="Password" hint="At least 6 characters">
      {(control) => <input {...control} />}
    </Field>,
  );
  const described = () =>
    (screen.getByLabelText("Password").getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent);
  expect(described()).toEqual(["At least 6 characters"]);
  expect(screen.getByLabelText("Password").hasAttribute("aria-invalid")).toBe(false);
  rerender(
    <Field label="Password" hint="At least 6 characters" error="Too short">
      {(control) => <input {...control} />}
    </Field>,
  );
  expect(described()).toEqual(["At least 6 characters", "Too short"]);
  expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
});

test("a group of controls has one name and one description", () => {
  render(
    <FieldGroup label="Date of birth" error="Please enter a year">
      {() => <input aria-label="Year" />}
    </FieldGroup>,
  );
  const group = screen.getByRole("group", { name: "Date of birth" });
  expect(document.getElementById(group.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Please enter a year",
  );
});
