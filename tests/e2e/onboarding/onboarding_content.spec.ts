// Forms as content: the published keys, changes by an editor, and reports of mistakes.

import type { Page } from "@playwright/test";
import { loginButton } from "../pages/dialogs";
import { test as deployed } from "../support/deployment";
import { expect, rows, test } from "../support/test";

const FORMS = [
  "compactlogin",
  "forgottenpassword",
  "forgottenusername",
  "login",
  "moreDetails",
  "passwordreset",
  "quickplay",
  "quickredeem",
  "quicksignup",
  "signup",
];
const FIELD = [
  ...["id", "name", "type", "label", "placeholder", "errormessage", "validation", "options", "autocomplete", "url"],
  // Texts of the content in addition to those of the specification.
  ...["hint", "long_message"],
];
const DEFINITION = [
  ...["title", "subtitle", "pages", "layout", "completeTitle", "messages", "loadingMessage", "action", "completion"],
  ...["completion_deposit", "completion_lobby", "onerror", "errorPages", "errorViewerRestriction"],
  ...["errorMaxLoginAttempts", "quickplayEnabled"],
];
const SCREEN = ["title", "subtitle", "options", "messages", "unknown_country"];

type Table = Readonly<Record<string, unknown>>;
const tables = (value: unknown): Table[] => (value === undefined ? [] : [value].flat()) as Table[];
const keys = (definitions: readonly Table[]) => [...new Set(definitions.flatMap((table) => Object.keys(table)))].sort();

/** Returns the published forms by type. LOGIN is in the HTML, and the others are static queries. */
async function publishedForms(page: Page): Promise<Record<string, Table>> {
  const { hashes, login } = await page.locator('[data-island="modal"]').evaluate((island: HTMLElement) => ({
    hashes: Object.fromEntries((island.dataset.queries ?? "").split(" ").map((query) => query.split("="))),
    login: JSON.parse(island.dataset.props ?? "{}").login,
  }));
  const forms: Record<string, Table> = { login };
  for (const [name, hash] of Object.entries<string>(hashes)) {
    const form = /^onboarding\/(.+)$/.exec(name)?.[1];
    const url = new URL(`/page-data/sq/d/${hash}.json`, page.url()).href;
    if (form) forms[form] = (await (await page.request.get(url)).json()).data;
  }
  return forms;
}

test("published forms have only the specified keys and two texts per field", {
  annotation: rows("2.13-01", "3-36", "3-37", "3-38", "3-39"),
}, async ({ page }) => {
  await page.goto("/info/faq/");
  const forms = await publishedForms(page);
  expect(Object.keys(forms).sort()).toEqual(FORMS);
  const definitions = Object.values(forms);
  expect(keys(definitions)).toEqual([...DEFINITION].sort());
  const fields = definitions.flatMap(({ pages }) => tables(pages)).flatMap(({ fields }) => tables(fields));
  expect(keys(fields).filter((key) => !FIELD.includes(key))).toEqual([]);
  expect([...new Set(fields.map(({ type }) => type))].sort()).toEqual([
    "checkbox",
    "dob",
    "dropdown",
    "password",
    "text",
  ]);
  const screens = definitions.flatMap((form) => [
    ...["completion", "completion_deposit", "completion_lobby", "onerror"].flatMap((key) => tables(form[key])),
    ...["errorViewerRestriction", "errorMaxLoginAttempts"].flatMap((key) => tables(form[key])),
    ...Object.values((form.errorPages ?? {}) as Table).flatMap(tables),
  ]);
  expect(keys(screens)).toEqual([...SCREEN].sort());
  expect(keys(screens.flatMap(({ options }) => tables(options)))).toEqual(["action", "message", "title"]);
  expect(keys([...definitions, ...screens].flatMap(({ messages }) => tables(messages)))).toEqual(["action", "text"]);
});

const SIGNUP = "content/data/onboarding/signup.toml";

/** Mistakes of an editor, with the reported location and suggestion. */
const MISTAKES = [
  {
    title: "a misspelt key",
    edit: [SIGNUP, 'placeholder = "09/21/1976"', 'placeholdr = "09/21/1976"'],
    messages: [/signup\.toml:\d+:/, /placeholdr` is unknown/, /did you mean `placeholder`\?/],
  },
  {
    title: "an unknown field type",
    edit: [SIGNUP, 'type = "checkbox"', 'type = "foo"'],
    messages: [/signup\.toml:\d+:/, /fields\[3\]\.type` is "foo"/, /write "text" or .*"message"/],
  },
  {
    title: "an unknown rule",
    edit: [SIGNUP, 'validation = "first_name"', 'validation = "firstname"'],
    messages: [/signup\.toml:\d+:/, /validation` is "firstname"/, /did you mean `first_name`\?/],
  },
  {
    title: "an unknown action",
    edit: [SIGNUP, 'type = "CUSTOM_COUPON"', 'type = "CUSTOM_CUPON"'],
    messages: [/signup\.toml:\d+:/, /action\.type` is "CUSTOM_CUPON"/, /did you mean `CUSTOM_COUPON`\?/],
  },
  {
    title: "an offer as a text link",
    edit: [
      SIGNUP,
      'text = "Skip to the lobby", action = { type = "ROUTE"',
      'text = "Skip to the lobby", action = { type = "WELCOME_OFFER"',
    ],
    messages: [/signup\.toml:\d+:/, /messages\[0\]\.action\.type` is "WELCOME_OFFER"/, /write "SHOW_CASHIER" or /],
  },
  {
    title: "an unknown form",
    edit: [SIGNUP, 'about = "login"', 'about = "logn"'],
    messages: [/signup\.toml:\d+:/, /action\.about` is "logn"/, /did you mean `login`\?/],
  },
  {
    title: "a route without a target",
    edit: [SIGNUP, 'type = "ROUTE", about = "/lobby/games/"', 'type = "ROUTE"'],
    messages: [/signup\.toml:\d+:/, /action` has no `about`/],
  },
  {
    title: "an unknown action of a page",
    edit: ["content/vip.md", 'type = "SHOW_ONBOARDING", about = "signup"', 'type = "SHOW_ONBORDING", about = "signup"'],
    messages: [/vip/, /`SHOW_ONBORDING` is no action of a page/, /did you mean `SHOW_ONBOARDING`\?/],
  },
] as const;

deployed(
  "a mistake in a form or action is reported with location and suggestion",
  { annotation: rows("3-36", "3-37", "4.2-32", "A76") },
  async ({ site }) => {
    // Each mistake is a build.
    deployed.slow();
    for (const { title, edit, messages } of MISTAKES) {
      const [path, original, mistaken] = edit;
      await site.edit(path, original, mistaken);
      const result = await site.build().then(
        () => ({ code: 0, stderr: "" }),
        (error: { code: number; stderr: string }) => error,
      );
      expect(result.code, title).toBe(1);
      for (const message of messages) expect(result.stderr, title).toMatch(message);
      await site.edit(path, mistaken, original);
    }
  },
);

deployed("edited fields, labels and options show on the next visit", async ({ site, page }) => {
  await page.goto(`${site.url}/info/faq/`);
  await page.getByRole("banner").getByRole("button", { name: "SIGN UP" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox").first()).toHaveAccessibleName("First name");
  const first = `    { id = "first", name = "first_name", type = "text", label = "First name", validation = "first_name", errormessage = "Please enter your first name", autocomplete = "given-name" },\n`;
  const last = `    { id = "last", name = "last_name", type = "text", label = "Last name", validation = "last_name", errormessage = "Please enter your last name", autocomplete = "family-name" },\n`;
  await site.edit(SIGNUP, first + last, last + first.replace('"First name"', '"Given name"'));
  await site.edit(
    "content/data/onboarding/moreDetails.toml",
    '{ value = "O", text = "Other" },',
    '{ value = "O", text = "Other" }, { value = "X", text = "Not said" },',
  );
  await site.build();
  await page.goto(`${site.url}/info/faq/`);
  await page.getByRole("banner").getByRole("button", { name: "SIGN UP" }).click();
  await expect(dialog.getByRole("textbox").nth(0)).toHaveAccessibleName("Last name");
  await expect(dialog.getByRole("textbox").nth(1)).toHaveAccessibleName("Given name");
  expect(JSON.stringify((await publishedForms(page)).moreDetails)).toContain('"Not said"');
});

deployed(
  "forms with a bot check show its notice from content",
  { annotation: rows("1-19", "A3") },
  async ({ site, page }) => {
    const notice = page.getByRole("dialog").getByText("Robots stay outside.");
    await site.edit("content/data/forms.toml", "A bot check protects this form.", "Robots stay outside.");
    await site.build();
    await page.goto(`${site.url}/info/faq/`);
    await loginButton(page).click();
    await expect(page.getByRole("dialog").getByLabel("Password", { exact: true })).toBeVisible();
    await expect(notice).toBeHidden();
    const check = (adapter: string, url: string) => `[bot_check]\nadapter = "${adapter}"\nurl = "${url}"`;
    await site.edit("site.toml", check("none", ""), check("sandbox", "/external/scripts/bot-check.js"));
    await site.build();
    await page.goto(`${site.url}/info/faq/`);
    await loginButton(page).click();
    await expect(notice).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("banner").getByRole("button", { name: "SIGN UP" }).click();
    await expect(page.getByRole("dialog").getByLabel("First name")).toBeVisible();
    await expect(notice).toBeVisible();
  },
);
