// Error reports: each error is sent once, with route and code, without secrets (A3).

import type { Page } from "@playwright/test";
import { test as deployed } from "../support/deployment";
import { openAsNewPlayer } from "../support/players";
import { injectFault } from "../support/requests";
import { configure, DEV, expect, rows, SERVED, test, waitForLoader } from "../support/test";

test.use({ serviceWorkers: "block", allowedErrors: /thrown with|refused for/ });

test("every uncaught error is one scrubbed report", { annotation: rows("7.6-15") }, async ({ page }) => {
  await page.route(`${SERVED}/info/faq/`, async (route) => {
    const response = await route.fetch();
    const configured = '"reporting":{"adapter":"sandbox","url":"/reports"}';
    const body = (await response.text())
      .replace(/"reporting":\{[^}]*\}/, configured)
      .replace("<html ", "<html data-start ");
    await route.fulfill({ response: response, body });
  });
  const sent: { message: string; part: string }[] = [];
  await page.route("**/reports", (route) => {
    sent.push(route.request().postDataJSON() as { message: string; part: string });
    return route.fulfill({ status: 204, body: "" });
  });
  // The first error occurs before the reporter is loaded.
  await page.goto(`${SERVED}/info/faq/`);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("thrown with token=t0ken");
    });
    void Promise.reject(new Error("refused for ann@mail.example"));
  });
  await expect
    .poll(() => sent.map((report) => report.message).sort())
    .toEqual(["refused for [removed]", "thrown with token=[removed]"]);
});

test("an island error is one report with route and build, without secrets", {
  tag: "@smoke",
  annotation: rows("7.6-15"),
}, async ({ page }) => {
  await page.route(`${SERVED}/info/faq/?mail=ann@mail.example`, async (route) => {
    const response = await route.fetch();
    const configured = '"reporting":{"adapter":"sandbox","url":"/reports"}';
    const body = (await response.text())
      .replace(/"reporting":\{[^}]*\}/, configured)
      .replace("<html ", "<html data-start ");
    await route.fulfill({ response: response, body });
  });
  const sent: string[] = [];
  await page.route("**/reports", (route) => {
    sent.push(route.request().postData() ?? "");
    return route.fulfill({ status: 204, body: "" });
  });
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await page.goto(`${SERVED}/info/faq/?mail=ann@mail.example`);
  await waitForLoader(page);
  const { webpackCompilationHash } = (await (await appDataLoaded).json()) as { webpackCompilationHash: string };
  await page.evaluate(() => {
    const error = new TypeError('no answer to {"password":"Hidden-1!","token":"t0ken"} of ann@mail.example');
    for (const source of ["modal", "modal"])
      document.dispatchEvent(new CustomEvent("croupier:fault", { detail: { error, part: source } }));
  });
  await expect.poll(() => sent.length).toBe(1);
  const report = JSON.parse(sent[0] ?? "{}") as Record<string, string>;
  expect(report).toMatchObject({ route: "/info/faq/", code: webpackCompilationHash, part: "modal" });
  expect(report.message).toContain("no answer to");
  expect(report.stack).toContain("TypeError");
  for (const secret of ["Hidden-1!", "t0ken", "mail.example"]) expect(sent[0]).not.toContain(secret);
});

test("Sentry receives one envelope with the release and no personal data", { annotation: rows("1-18") }, async ({
  page,
}) => {
  const url = `${DEV.replace("//", "//k3y@")}/external/42`;
  await configure(page, { reporting: { adapter: "sentry", url } });
  const sent: { url: string; lines: Record<string, unknown>[] }[] = [];
  await page.route("**/envelope/*", (route) => {
    const lines = (route.request().postData() ?? "").trim().split("\n");
    sent.push({ url: route.request().url(), lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) });
    return route.fulfill({ status: 200, body: "{}" });
  });
  const appDataLoaded = page.waitForResponse(/app-data\.json/);
  await page.goto("/info/faq/?mail=ann@mail.example");
  await waitForLoader(page);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError("thrown with token=t0ken of ann@mail.example");
    });
  });
  await expect.poll(() => sent.length).toBe(1);
  const { webpackCompilationHash } = (await (await appDataLoaded).json()) as { webpackCompilationHash: string };
  const { lines = [] } = sent[0] ?? {};
  expect(sent[0]?.url).toBe(`${DEV}/external/api/42/envelope/?sentry_version=7&sentry_key=k3y`);
  expect(lines[2]).toMatchObject({
    event_id: lines[0]?.event_id,
    level: "error",
    release: webpackCompilationHash,
    transaction: "/info/faq/",
    exception: { values: [{ type: "RangeError", value: "thrown with token=[removed] of [removed]" }] },
  });
  for (const secret of ["t0ken", "mail.example"]) expect(JSON.stringify(lines)).not.toContain(secret);
});

/** Fails both opt-ins of a player and the token of a partner. */
async function failThreeRequests(page: Page) {
  await openAsNewPlayer(page, "ready");
  const failure = { method: "POST", status: 500 };
  const jackpot = await injectFault(page, "**/lobby-jackpot/players/*/jackpots/*", failure);
  const quickPlay = await injectFault(page, "**/accounts/quick", failure);
  const token = await injectFault(page, "**/aff/794/token?*", { status: 500 });
  await page.goto("/info/faq/?user=U1&feed=F1");
  const optIn = (name: string) => page.getByRole("contentinfo").getByRole("switch", { name });
  await optIn("LOBBY JACKPOT").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "CONFIRM" }).click();
  await expect.poll(() => jackpot.hits).toBe(1);
  await optIn("QUICK PLAY").click();
  await expect.poll(() => quickPlay.hits).toBe(1);
  await expect.poll(() => token.hits).toBe(1);
  await expect(optIn("QUICK PLAY")).not.toHaveAttribute("aria-busy");
}

const FAILURES = [
  "affiliate: no affiliate token (Status: 500)",
  "jackpot part: Status: 500",
  "quick play: Status: 500",
];

test("each failed request is one report under its own name, with its status", {
  annotation: rows("8-25", "8-26", "7.7-04", "2.2-08"),
}, async ({ page }) => {
  await configure(page, { reporting: { adapter: "sandbox", url: "/reports" } });
  const sent: { message: string; part: string }[] = [];
  await page.route("**/reports", (route) => {
    sent.push(route.request().postDataJSON() as { message: string; part: string });
    return route.fulfill({ status: 204, body: "" });
  });
  await failThreeRequests(page);
  await expect.poll(() => sent.map(({ part, message }) => `${part}: ${message}`).sort()).toEqual(FAILURES);
});

test("without a service, each failed request is one line in the console", {
  annotation: rows("8-25", "8-26", "7.7-04", "A121"),
}, async ({ page }) => {
  const lines: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") lines.push(message.text().replace(": Error: ", ": "));
  });
  await failThreeRequests(page);
  await expect.poll(() => [...lines].sort()).toEqual(FAILURES);
  await page.evaluate(() => {
    const error = new Error("no answer of https://api.example/?token=t0ken&pid=4711");
    document.dispatchEvent(new CustomEvent("croupier:fault", { detail: { error, part: "test" } }));
  });
  await expect.poll(() => lines.at(-1)).toBe("test: no answer of https://api.example/?token=...&pid=...");
});

deployed.describe("a component that throws", () => {
  deployed.use({ serviceWorkers: "block", allowedErrors: /no answer/ });
  // Each test bundles the runtime.
  deployed.describe.configure({ timeout: 90_000 });

  for (const [when, code] of [
    ["during rendering", 'if (typeof document !== "undefined") throw new Error(WORDS);'],
    ["after hydration", "useEffect(() => { throw new Error(WORDS); }, []);"],
  ] as const)
    deployed(
      `an error ${when} is one report, and the rest of the page works`,
      { annotation: rows("7.6-15", "1-18") },
      async ({ page, site }) => {
        const source = [
          "// Breaks.",
          'import { useEffect } from "react";',
          'const WORDS = \'no answer to {"password":"Hidden-1!","token":"t0ken"}\';',
          `export function Island() { useEffect(() => {}, []); ${code} return <p id="said">from the server</p>; }`,
        ];
        await site.create("runtime/casino/gallery/said/island.tsx", source.join("\n"));
        await site.create(
          "runtime/casino/gallery/said/props.schema.json",
          '{"type":"object","additionalProperties":false}',
        );
        await site.edit("pages/info.html", "<h1", '{{ island("said", {}, hydrate="load") }}<h1');
        const reporting = (adapter: string, url: string) => `[reporting]\nadapter = "${adapter}"\nurl = "${url}"`;
        await site.edit("site.toml", reporting("none", ""), reporting("sandbox", "/reports"));
        await site.build();
        const sent: string[] = [];
        await page.route("**/reports", (route) => {
          sent.push(route.request().postData() ?? "");
          return route.fulfill({ status: 204, body: "" });
        });
        const appDataLoaded = page.waitForResponse(/app-data\.json/);
        await page.goto(`${site.url}/info/faq/`);
        await waitForLoader(page);
        const { webpackCompilationHash } = (await (await appDataLoaded).json()) as { webpackCompilationHash: string };
        await expect.poll(() => sent.length).toBe(1);
        const report = JSON.parse(sent[0] ?? "{}") as Record<string, string>;
        expect(report).toMatchObject({ route: "/info/faq/", code: webpackCompilationHash });
        expect(report.message).toContain("no answer to");
        expect(report.stack).toContain("Error");
        for (const secret of ["Hidden-1!", "t0ken"]) expect(sent[0]).not.toContain(secret);
        await expect(page.locator("h1")).toBeVisible();
        await page.locator('[data-island="modal"] button').first().dispatchEvent("pointerover");
        await expect(page.locator('[data-island="modal"]')).toHaveAttribute("data-hydrated", "");
        expect(sent).toHaveLength(1);
        if (when === "during rendering") await expect(page.locator("#said")).toHaveText("from the server");
      },
    );
});
