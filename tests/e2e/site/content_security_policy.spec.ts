// The content security policy: the same on all pages, in dev and serve, without `unsafe-` sources and with Trusted Types.

import { DEV, expect, ROUTES, SERVED, test, waitForLoader } from "../support/test";

test("every page has one strict policy, in dev and serve", async ({ request }) => {
  const pages = [...Object.keys(ROUTES), "/no/such/page/"];
  const policies = new Set<string>();
  for (const route of pages) {
    const servedHeaders = (await request.get(SERVED + route)).headers();
    const policy = servedHeaders["content-security-policy"] ?? "";
    policies.add(policy);
    expect(servedHeaders["cross-origin-opener-policy"], route).toBe("same-origin-allow-popups");
    const devHeaders = (await request.get(DEV + route)).headers();
    // In development, the policy also allows the sandbox's second origin, which replaces other hosts.
    const devPolicy = (devHeaders["content-security-policy"] ?? "").replace(/ http:\/\/127\.0\.0\.1:\d+/g, "");
    expect(devPolicy, route).toBe(policy);
    for (const name of ["cross-origin-opener-policy", "x-content-type-options", "x-frame-options", "referrer-policy"])
      expect(devHeaders[name], `${name} of ${route}`).toBe(servedHeaders[name]);
  }
  const [policy = "", ...others] = policies;
  expect(others).toEqual([]);
  expect(policy).not.toMatch(/unsafe-|\*|https?:/);
  for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(directive);
  expect(policy).toContain(
    "require-trusted-types-for 'script'; trusted-types croupier croupier-sanitize croupier-script",
  );
});

test.describe("a policy violation", () => {
  test.use({ allowedErrors: /Trusted|Content Security Policy|inline/ });

  test("injected code does not run and is logged in the console", { tag: "@smoke" }, async ({ page }) => {
    const consoleErrors: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && consoleErrors.push(message.text())));
    await page.goto("/info/faq/");
    await waitForLoader(page);
    const result = await page.evaluate(() => {
      const script = document.createElement("script");
      const element = document.createElement("p");
      const errorNames = [
        () => (element.innerHTML = "<b>made of text</b>"),
        () => (script.text = "window.ran = true"),
        () => element.setAttribute("onclick", "window.ran = true"),
        () => (window as unknown as { trustedTypes: TrustedTypePolicyFactory }).trustedTypes.createPolicy("other", {}),
      ].map((inject) => {
        try {
          inject();
          return "done";
        } catch (error) {
          return (error as Error).name;
        }
      });
      document.body.append(element);
      element.click();
      return { errorNames, ran: "ran" in window, html: element.innerHTML };
    });
    expect(result).toEqual({ errorNames: ["TypeError", "TypeError", "TypeError", "TypeError"], ran: false, html: "" });
    await expect.poll(() => consoleErrors.length).toBeGreaterThan(0);
  });
});

interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: object): object;
}
