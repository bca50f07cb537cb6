// Failures of the requests of all ten forms: each shows a message and keeps the input, and the form can be sent again (section 8).

import type { Locator, Page } from "@playwright/test";
import { FALLBACK_MESSAGE, modal } from "../pages/dialogs";
import { fillSignup, openForm } from "../pages/onboarding";
import { commandSandbox, newPlayer, PASSWORD, signIn } from "../support/players";
import { type Fault, injectFault } from "../support/requests";
import { DEV, expect, rows, test } from "../support/test";

test.use({ serviceWorkers: "block" });

/** The message of a signup without a response, which may have created the player (A145). */
const UNKNOWN_OUTCOME_MESSAGE =
  "We do not know yet whether this worked, because no answer reached us. Please check your account before you try again.";
const SERVER_MESSAGE = "The server has stumbled.";
const MAINTENANCE_MESSAGE = "Sorry, Paper Lantern Casino is currently down for Maintenance. Please try again soon.";
/** The timeout of a call (A123). */
const TIMEOUT_MS = 15_000;

/** A form and what the test expects of it. */
interface FormCase {
  readonly type: string;
  /** The link that opens the form. Without it, the test opens the form as widgets do. */
  readonly link?: string;
  readonly button: string;
  /** The request that fails. */
  readonly call: readonly [method: string, path: RegExp];
  readonly fill: (dialog: Locator) => Promise<unknown>;
  /** The title of the screen that a refusal shows. Without it, the message is in the form. */
  readonly onerror?: string;
  /** Whether a player opens the form. */
  readonly isSignedIn?: boolean;
  /** The response of a call that cannot succeed in a test. */
  readonly answer?: object;
  /** The element that shows success. */
  readonly success: (page: Page) => Locator;
}

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const dialogTitled = (title: string) => (page: Page) => page.getByRole("dialog", { name: title });
const LOGIN = ["POST", /\/api\/794\/login$/] as const;
const RECOVERY = ["PUT", /\/api\/794\/login$/] as const;
const SIGNUP = ["POST", /\/api\/794\/signup$/] as const;

async function fillCredentials(dialog: Locator) {
  const { pid, login } = await newPlayer();
  // With less than $1, the cashier would open instead of a game.
  await commandSandbox("player", { pid, states: ["ready"], cents: 5000 });
  await field(dialog, "Username or e-mail").fill(login);
  await field(dialog, "Password").fill(PASSWORD);
}

async function fillQuickSignup(dialog: Locator) {
  await field(dialog, "First name").fill("Ann");
  await field(dialog, "Last name").fill("Lee");
  await field(dialog, "E-mail").fill(`ann.${Date.now().toString(36)}@example.com`);
  await field(dialog, "Month").fill("09");
  await field(dialog, "Day").fill("21");
  await field(dialog, "Year").fill("1976");
  await field(dialog, "Password").fill(PASSWORD);
  await dialog.getByRole("checkbox").check();
}

async function fillDetails(dialog: Locator) {
  await field(dialog, "Address line 1").fill("1 Main St");
  await field(dialog, "City").fill("Reno");
  await field(dialog, "State").selectOption("NV");
  await field(dialog, "Zip code").fill("89501");
  await field(dialog, "Gender").selectOption("F");
  await field(dialog, "Cell phone number").fill("775 555 0100");
}

async function fillNewPassword(dialog: Locator) {
  await field(dialog, "New password").fill("Another-456!");
  await field(dialog, "Confirm new password").fill("Another-456!");
}

const greeting = (page: Page) => page.getByRole("banner").getByText("Hello, Nora");
const FORM_CASES: readonly FormCase[] = [
  { type: "login", button: "LOGIN", call: LOGIN, fill: fillCredentials, success: greeting },
  { type: "compactlogin", button: "LOGIN", call: LOGIN, fill: fillCredentials, success: greeting },
  {
    ...{ type: "signup", button: "CREATE ACCOUNT", call: SIGNUP, onerror: "WE ARE SORRY" },
    ...{ fill: fillSignup, success: dialogTitled("WELCOME") },
  },
  {
    ...{ type: "quicksignup", button: "CREATE ACCOUNT", call: SIGNUP, onerror: "WE ARE SORRY" },
    ...{ fill: fillQuickSignup, success: dialogTitled("WELCOME") },
  },
  {
    ...{ type: "moreDetails", button: "CONTINUE", call: ["PUT", /\/api\/794\/players\/\d+$/], isSignedIn: true },
    ...{ fill: fillDetails, success: dialogTitled("ACCOUNT DETAILS SAVED") },
  },
  {
    ...{
      type: "forgottenusername",
      button: "SEND MY USERNAME",
      call: RECOVERY,
      success: dialogTitled("USERNAME E-MAIL SENT"),
    },
    fill: (dialog) => field(dialog, "E-mail").fill("ann@example.com"),
  },
  {
    ...{ type: "forgottenpassword", button: "SEND A LINK", call: RECOVERY, success: dialogTitled("RESET E-MAIL SENT") },
    fill: (dialog) => field(dialog, "Username or e-mail").fill("annx"),
  },
  {
    ...{ type: "passwordreset", link: "/info/faq/?pid=1002&token=made-up", button: "SET PASSWORD", call: RECOVERY },
    ...{ fill: fillNewPassword, answer: { message: "OK" }, success: dialogTitled("PASSWORD RESET") },
  },
  {
    ...{ type: "quickredeem", link: "/?state=quickredeem&coupon=DEP250", button: "LOG IN AND CLAIM", call: LOGIN },
    ...{ fill: fillCredentials, success: dialogTitled("CONGRATULATIONS") },
  },
  {
    ...{ type: "quickplay", link: "/?state=quickplay&game=18-32", button: "LOG IN AND PLAY", call: LOGIN },
    ...{ fill: fillCredentials, success: dialogTitled("Gold Rush") },
  },
];

for (const { type, link, button, call, fill, onerror, isSignedIn, answer: response, success } of FORM_CASES)
  test(`${type} shows every failure, keeps its values and can be sent again`, {
    annotation: rows("5-29", "8-07", "8-09", "8-10", "4.2-08", "A53", "A112", "A123"),
  }, async ({ page, context }) => {
    const [method, path] = call;
    await page.clock.install();
    if (isSignedIn) await signIn(context, DEV, (await newPlayer()).login);
    await page.goto(link ?? (isSignedIn ? "/lobby/promotions/" : "/info/faq/"));
    const dialog = modal(page);
    if (link) await expect(dialog.locator("form")).toBeVisible();
    else await openForm(page, type);
    await fill(dialog);
    const readValues = () =>
      dialog.locator("form").evaluate((form: HTMLFormElement) => JSON.stringify([...new FormData(form)]));
    const values = await readValues();
    let sent = 0;
    let isUnanswered = false;
    page.on("request", (request) => {
      if (request.method() === method && path.test(request.url())) sent += 1;
    });
    await page.route(path, (route, request) =>
      request.method() === method && isUnanswered ? undefined : route.fallback(),
    );

    /** Sends the form. Without a fault, the request gets no response. */
    async function sendForm(fault?: Fault) {
      const sentBefore = sent;
      if (fault) await injectFault(page, path, { method, times: 1, ...fault });
      isUnanswered = fault === undefined;
      await dialog.getByRole("button", { name: button }).click();
      await expect.poll(() => sent).toBe(sentBefore + 1);
    }

    for (const failure of [{ drop: true }, { status: 200, body: "<h1>It works</h1>" }, undefined]) {
      await sendForm(failure);
      if (!failure) await page.clock.runFor(TIMEOUT_MS);
      await expect(dialog.getByRole("alert")).toHaveText(
        !failure && call === SIGNUP ? UNKNOWN_OUTCOME_MESSAGE : FALLBACK_MESSAGE,
      );
      expect(await readValues()).toBe(values);
    }

    await sendForm({ status: 500, body: { errorMessage: SERVER_MESSAGE } });
    if (onerror) {
      await expect(dialog.getByRole("heading", { name: onerror })).toBeFocused();
      await dialog.getByRole("button", { name: "Back" }).click();
    } else await expect(dialog.getByRole("alert")).toHaveText(SERVER_MESSAGE);
    expect(await readValues()).toBe(values);

    await sendForm({ status: 503, body: { errorMessage: "errorCasinoMaintenance" } });
    await expect(dialog.getByText(MAINTENANCE_MESSAGE)).toBeVisible();
    await dialog.getByRole("button", { name: "Back" }).click();
    expect(await readValues()).toBe(values);

    expect(sent).toBe(5);
    await sendForm(response ? { status: 200, body: response } : { delay_ms: 1 });
    await expect(success(page)).toBeVisible();
    expect(sent).toBe(6);
  });
