// The schema of the forms and the code agree: content can use exactly what exists.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { GenericAction, RequestAction } from "../../content/failure_messages";
import { ALL_FIELDS } from "../../forms/controls/all_fields";
import { FORM_TYPES, formType, type OnboardingDefinition } from "../../forms/definition";
import { offerPlaces } from "../../onboarding/ui/form_panel";
import { type Regions, statesFor, withStates } from "../../player/profile";

const data = fileURLToPath(new URL("../../../../content/data/", import.meta.url));
const shape = JSON.parse(readFileSync(`${data}onboarding.schema.json`, "utf8"));
/** The files of the forms, without their translations. */
const formFiles = readdirSync(`${data}onboarding`).filter((name) => !name.endsWith(".fr.toml"));
const sorted = (names: Iterable<string>) => [...names].sort();

const REQUESTS: Record<RequestAction, true> = {
  login: true,
  signup: true,
  playerUpdate: true,
  forgottenpassword: true,
  forgottenusername: true,
  passwordreset: true,
  accountpasswordchange: true,
  quickplaycheck: true,
  quickredeem: true,
  quickplay: true,
};
const GENERIC: Record<GenericAction, true> = {
  SHOW_ONBOARDING: true,
  ONBOARDING_TOGGLE: true,
  MODAL_TOGGLE: true,
  INSTANT_CHAT: true,
  SHOW_CASHIER: true,
  SHOW_DETAILS_FORM: true,
  ROUTE: true,
  EXTERNAL_LINK: true,
  WELCOME_OFFER: true,
  CUSTOM_COUPON: true,
  OPEN_CASHIER: true,
};

// Rows: 2.13-01, A11
test("each of the ten form types has one file and matches in any letter case", () => {
  const files = formFiles.map((name) => name.replace(/\.toml$/, ""));
  expect(sorted(files)).toEqual(sorted(FORM_TYPES));
  expect([formType("MOREdetails"), formType("signup"), formType("sign up"), formType("")]).toEqual([
    ...["moreDetails", "signup", undefined, undefined],
  ]);
});

// Rows: 3-37, 4.2-32, A76
test("content can name only existing rules, field types and actions", () => {
  const { field, action } = shape.$defs;
  expect(sorted(field.properties.validation.enum)).toEqual(sorted(Object.keys(ALL_FIELDS.rules)));
  expect(sorted(field.properties.type.enum)).toEqual(sorted(Object.keys(ALL_FIELDS.controls)));
  expect(sorted(action.properties.type.enum)).toEqual(sorted([...Object.keys(REQUESTS), ...Object.keys(GENERIC)]));
  expect(sorted(shape.properties.action.properties.type.enum)).toEqual(sorted(Object.keys(REQUESTS)));
  const { $defs } = JSON.parse(readFileSync(`${data}messages.schema.json`, "utf8"));
  expect($defs.action).toEqual(action);
});

const REGIONS: Regions = {
  outside: "ZZ",
  us: { country_ids: ["US", "USA"], label: "State", list: [{ code: "NY", name: "New York" }] },
  canada: { country_ids: ["CA", "CAN"], label: "Province", list: [{ code: "ON", name: "Ontario" }] },
};

// Rows: 2.13-28, A49
test("the country selects the list of states, with a value for other countries", () => {
  const describeStates = (country: string) => {
    const { label, options, preselected } = statesFor(country, REGIONS);
    return [label, options[0]?.text, preselected];
  };
  for (const country of ["US", "usa "]) expect(describeStates(country)).toEqual(["State", "New York", ""]);
  for (const country of ["CA", "CAN"]) expect(describeStates(country)).toEqual(["Province", "Ontario", ""]);
  for (const country of ["", "GB", "AU"]) expect(describeStates(country)).toEqual(["State", "New York", "ZZ"]);
});

// Rows: 2.13-28
test("the states fill the state field and change nothing else", () => {
  const definition: OnboardingDefinition = {
    title: "Your Account Details",
    completeTitle: "CONTINUE",
    action: { type: "playerUpdate" },
    pages: [
      {
        fields: [
          { id: "city", name: "city", type: "text", label: "City", validation: "city" },
          { id: "state", name: "state", type: "dropdown", label: "State", validation: "state" },
        ],
      },
    ],
  };
  const [city, state] = definition.pages[0]?.fields ?? [];
  const options = [{ value: "ON", text: "Ontario" }];
  expect(withStates(definition, statesFor("CA", REGIONS))).toEqual({
    ...definition,
    pages: [{ fields: [city, { ...state, label: "Province", options }] }],
  });
});

// Rows: 9-14
test("amounts of the offer read as money, and unknown ones are not filled in", () => {
  const offer = { code: "MAX325", steps: [{ percent: 325, minimum: 3000, maximum: 300_000 }], wagering: [30] };
  expect(offerPlaces(offer)).toEqual({ code: "MAX325", percent: 325, up_to: "$9,750", minimum: "$30", times: 30 });
  expect(offerPlaces(undefined)).toEqual({});
});

test("an offer without steps or without a largest amount has no amounts, and does not fail", () => {
  expect(offerPlaces({ code: "SPINS25", wagering: [30] })).toEqual({});
  expect(offerPlaces({ code: "DEP200", steps: [{ percent: 200, minimum: 3000 }], wagering: [30] })).toEqual({});
});

/** All fields with a rule in the forms of the content. */
const fields = [...formFiles.map((name) => `onboarding/${name}`), "account.toml"].flatMap((file) =>
  [...readFileSync(data + file, "utf8").matchAll(/\{ id = .*?validation = "(\w+)".*/g)].map(([text, rule]) => ({
    file,
    rule,
    message: /errormessage = "([^"]+)"/.exec(text)?.[1],
    hint: /\bhint = "([^"]+)"/.exec(text)?.[1],
  })),
);

// Rows: 5-07, 5-08, 5-11, 5-12, 5-13, 5-14, 5-15, 5-16, 5-17, 5-18, 5-19
test("every field with a rule has messages for the error and its fix", () => {
  expect(fields.length).toBeGreaterThan(25);
  expect(fields.filter(({ message }) => !message)).toEqual([]);
  const messages = (rule: string) => [
    ...new Set(fields.filter((field) => field.rule === rule).map((field) => field.message)),
  ];
  expect(messages("first_name")).toEqual(["Please enter your first name"]);
  expect(messages("last_name")).toEqual(["Please enter your last name"]);
  expect(messages("email")).toEqual(["Please enter a valid email address"]);
  expect(messages("birth_date")).toEqual(["Please enter your date of birth. You must be at least 21 years old."]);
  expect(messages("password")).toEqual(["Passwords should be at least 6 characters"]);
  expect(messages("confirm_password")).toEqual(["Passwords must match"]);
  expect(messages("address")).toEqual(["Please enter your Address"]);
  expect(messages("city")).toEqual(["Please enter your city"]);
  expect(messages("state")).toEqual(["Please enter your state or province"]);
  expect(messages("zip")).toEqual(["Please enter your zip code"]);
  expect(messages("gender")).toEqual(["Please select a gender"]);
  expect(messages("cell_phone")).toEqual(["Please enter your cell phone number"]);
  expect(messages("login")).toEqual(["Valid characters are A-Z a-z 0-9, minimum 6 characters"]);
  expect(messages("login_password")).toContain("Valid characters are A-Z a-z 0-9, minimum 6 characters");
  // The specification has no text for this field.
  expect(messages("terms")).toEqual(["Please tick the box to accept the terms"]);
});

// Rows: 5-10
test("a password field has advice about weak passwords", () => {
  for (const field of fields.filter(({ rule }) => rule === "password"))
    expect(field).toMatchObject({ hint: "Password should contain letters, numbers and symbols" });
});
