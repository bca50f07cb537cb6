// Failures of the requests of all ten forms: each shows a message and keeps the input, and the form can be sent again (section 8).

import type { Locator, Page } from "@playwright/test";
import {
  DEV,
  expect,
  type Fault,
  fault,
  fillSignup,
  newPlayer,
  openForm,
  order,
  PASSWORD,
  rows,
  signIn,
  test,
} from "./test";

test.use({ serviceWorkers: "block" });

const FALLBACK = "Sorry, Something went wrong. Please try again later.";
/** The message of a signup without a response, which may have created the player (A145). */
const UNKNOWN =
  "We do not know yet whether this worked, because no answer reached us. Please check your account before you try again.";
const OWN_WORDS = "The server has stumbled.";
const DOWN = "Sorry, Paper Lantern Casino is currently down for Maintenance. Please try again soon.";
/** The timeout of a call (A123). */
const LIMIT_MS = 15_000;

/** A form and what the test expects of it. */
interface Row {
  readonly type: string;
  /** The link that opens the form. Without it, the test opens the form as widgets do. */
  readonly link?: string;
  readonly button: string;
  /** The request that fails. */
  readonly call: readonly [method: string, path: RegExp];
  readonly fillIn: (dialog: Locator) => Promise<unknown>;
  /** The title of the screen that a refusal shows. Without it, the message is in the form. */
  readonly onerror?: string;
  /** Whether a player opens the form. */
  readonly isSignedIn?: boolean;
  /** The response of a call that cannot succeed in a test. */
  readonly answer?: object;
  /** The element that shows success. */
  readonly done: (page: Page) => Locator;
}

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const titled = (title: string) => (page: Page) => page.getByRole("dialog", { name: title });
const LOGIN = ["POST", /\/api\/794\/login$/] as const;
const RECOVERY = ["PUT", /\/api\/794\/login$/] as const;
const SIGNUP = ["POST", /\/api\/794\/signup$/] as const;

async function credentials(dialog: Locator) {
  const { pid, login } = await newPlayer();
  // With less than $1, the cashier would open instead of a game.
  await order("player", { pid, states: ["ready"], cents: 5000 });
  await field(dialog, "Username or e-mail").fill(login);
  await field(dialog, "Password").fill(PASSWORD);
}

async function quickSignup(dialog: Locator) {
  await field(dialog, "First name").fill("Ann");
  await field(dialog, "Last name").fill("Lee");
  await field(dialog, "E-mail").fill(`ann.${Date.now().toString(36)}@example.com`);
  await field(dialog, "Month").fill("09");
  await field(dialog, "Day").fill("21");
  await field(dialog, "Year").fill("1976");
  await field(dialog, "Password").fill(PASSWORD);
  await dialog.getByRole("checkbox").check();
}

async function details(dialog: Locator) {
  await field(dialog, "Address line 1").fill("1 Main St");
  await field(dialog, "City").fill("Reno");
  await field(dialog, "State").selectOption("NV");
  await field(dialog, "Zip code").fill("89501");
  await field(dialog, "Gender").selectOption("F");
  await field(dialog, "Cell phone number").fill("775 555 0100");
}

async function newPassword(dialog: Locator) {
  await field(dialog, "New password").fill("Another-456!");
  await field(dialog, "Confirm new password").fill("Another-456!");
}

const inside = (page: Page) => page.getByRole("banner").getByText("Hello, Nora");
const ROWS: readonly Row[] = [
  { type: "login", button: "LOGIN", call: LOGIN, fillIn: credentials, done: inside },
  { type: "compactlogin", button: "LOGIN", call: LOGIN, fillIn: credentials, done: inside },
  {
    ...{ type: "signup", button: "CREATE ACCOUNT", call: SIGNUP, onerror: "WE ARE SORRY" },
    ...{ fillIn: fillSignup, done: titled("WELCOME") },
  },
  {
    ...{ type: "quicksignup", button: "CREATE ACCOUNT", call: SIGNUP, onerror: "WE ARE SORRY" },
    ...{ fillIn: quickSignup, done: titled("WELCOME") },
  },
  {
    ...{ type: "moreDetails", button: "CONTINUE", call: ["PUT", /\/api\/794\/players\/\d+$/], isSignedIn: true },
    ...{ fillIn: details, done: titled("ACCOUNT DETAILS SAVED") },
  },
  {
    ...{ type: "forgottenusername", button: "SEND MY USERNAME", call: RECOVERY, done: titled("USERNAME E-MAIL SENT") },
    fillIn: (dialog) => field(dialog, "E-mail").fill("ann@example.com"),
  },
  {
    ...{ type: "forgottenpassword", button: "SEND A LINK", call: RECOVERY, done: titled("RESET E-MAIL SENT") },
    fillIn: (dialog) => field(dialog, "Username or e-mail").fill("annx"),
  },
  {
    ...{ type: "passwordreset", link: "/info/faq/?pid=1002&token=made-up", button: "SET PASSWORD", call: RECOVERY },
    ...{ fillIn: newPassword, answer: { message: "OK" }, done: titled("PASSWORD RESET") },
  },
  {
    ...{ type: "quickredeem", link: "/?state=quickredeem&coupon=DEP250", button: "LOG IN AND CLAIM", call: LOGIN },
    ...{ fillIn: credentials, done: titled("CONGRATULATIONS") },
  },
  {
    ...{ type: "quickplay", link: "/?state=quickplay&game=18-32", button: "LOG IN AND PLAY", call: LOGIN },
    ...{ fillIn: credentials, done: titled("Gold Rush") },
  },
];

for (const { type, link, button, call, fillIn, onerror, isSignedIn, answer, done } of ROWS)
  test(`${type} shows every failure, keeps its values and can be sent again`, {
    annotation: rows("5-29", "8-07", "8-09", "8-10", "4.2-08", "A53", "A112", "A123"),
  }, async ({ page, context }) => {
    const [method, path] = call;
    await page.clock.install();
    if (isSignedIn) await signIn(context, DEV, (await newPlayer()).login);
    await page.goto(link ?? (isSignedIn ? "/lobby/promotions/" : "/info/faq/"));
    const dialog = page.locator("#croupier-modal");
    if (link) await expect(dialog.locator("form")).toBeVisible();
    else await openForm(page, type);
    await fillIn(dialog);
    const typed = () =>
      dialog.locator("form").evaluate((form: HTMLFormElement) => JSON.stringify([...new FormData(form)]));
    const filled = await typed();
    let sent = 0;
    let isDead = false;
    page.on("request", (request) => {
      if (request.method() === method && path.test(request.url())) sent += 1;
    });
    await page.route(path, (route, request) => (request.method() === method && isDead ? undefined : route.fallback()));

    /** Sends the form. Without a fault, the request gets no response. */
    async function send(given?: Fault) {
      const before = sent;
      if (given) await fault(page, path, { method, times: 1, ...given });
      isDead = given === undefined;
      await dialog.getByRole("button", { name: button }).click();
      await expect.poll(() => sent).toBe(before + 1);
    }

    for (const struck of [{ drop: true }, { status: 200, body: "<h1>It works</h1>" }, undefined]) {
      await send(struck);
      if (!struck) await page.clock.runFor(LIMIT_MS);
      await expect(dialog.getByRole("alert")).toHaveText(!struck && call === SIGNUP ? UNKNOWN : FALLBACK);
      expect(await typed()).toBe(filled);
    }

    await send({ status: 500, body: { errorMessage: OWN_WORDS } });
    if (onerror) {
      await expect(dialog.getByRole("heading", { name: onerror })).toBeFocused();
      await dialog.getByRole("button", { name: "Back" }).click();
    } else await expect(dialog.getByRole("alert")).toHaveText(OWN_WORDS);
    expect(await typed()).toBe(filled);

    await send({ status: 503, body: { errorMessage: "errorCasinoMaintenance" } });
    await expect(dialog.getByText(DOWN)).toBeVisible();
    await dialog.getByRole("button", { name: "Back" }).click();
    expect(await typed()).toBe(filled);

    expect(sent).toBe(5);
    await send(answer ? { status: 200, body: answer } : { delay_ms: 1 });
    await expect(done(page)).toBeVisible();
    expect(sent).toBe(6);
  });
