// The content security policy: the same on all pages, in dev and serve, without `unsafe-` sources and with Trusted Types.

import { DEV, expect, ROUTES, ready, SERVED, test } from "./test";

test("every page has one strict policy, in dev and serve", async ({ request }) => {
  const pages = [...Object.keys(ROUTES), "/no/such/page/"];
  const policies = new Set<string>();
  for (const route of pages) {
    const served = (await request.get(SERVED + route)).headers();
    const policy = served["content-security-policy"] ?? "";
    policies.add(policy);
    expect(served["cross-origin-opener-policy"], route).toBe("same-origin-allow-popups");
    const developed = (await request.get(DEV + route)).headers();
    // In development, the policy also allows the sandbox's second origin, which replaces other hosts.
    const own = (developed["content-security-policy"] ?? "").replace(/ http:\/\/127\.0\.0\.1:\d+/g, "");
    expect(own, route).toBe(policy);
    for (const name of ["cross-origin-opener-policy", "x-content-type-options", "x-frame-options", "referrer-policy"])
      expect(developed[name], `${name} of ${route}`).toBe(served[name]);
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
  test.use({ forgiven: /Trusted|Content Security Policy|inline/ });

  test("injected code does not run and is logged in the console", async ({ page }) => {
    const told: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && told.push(message.text())));
    await page.goto("/info/faq/");
    await ready(page);
    const kept = await page.evaluate(() => {
      const script = document.createElement("script");
      const element = document.createElement("p");
      const tried = [
        () => (element.innerHTML = "<b>made of text</b>"),
        () => (script.text = "window.ran = true"),
        () => element.setAttribute("onclick", "window.ran = true"),
        () => (window as unknown as { trustedTypes: TrustedTypePolicyFactory }).trustedTypes.createPolicy("other", {}),
      ].map((attempt) => {
        try {
          attempt();
          return "done";
        } catch (error) {
          return (error as Error).name;
        }
      });
      document.body.append(element);
      element.click();
      return { tried, ran: "ran" in window, html: element.innerHTML };
    });
    expect(kept).toEqual({ tried: ["TypeError", "TypeError", "TypeError", "TypeError"], ran: false, html: "" });
    await expect.poll(() => told.length).toBeGreaterThan(0);
  });
});

interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: object): object;
}
