// Runs the commands of each configuration that `croupier new --ci` writes, as the host would, with packed tarballs in place of the
// published packages:
//
//     node check_ci.mjs FOLDER

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withRegistry } from "./registry.mjs";

const LIVE = "https://live.internal";
const PREVIEW = "https://preview.internal";

/** Returns the commands of a workflow's steps, in order. Steps of other events are left out. */
function githubCommands(text, event) {
  const steps = text.split("\n  deploy:")[0].split(/^ {6}- /m).slice(1);
  const isSkipped = (step) => /^if: github\.event_name == '(\w+)'/.exec(step)?.[1] === (event === "push" ? "pull_request" : "push");
  const command = (step) => /^ *run: (.+)$/m.exec(step)?.[1];
  return steps.filter((step) => !isSkipped(step)).map(command).filter(Boolean);
}

/** Returns the commands of a job, after those of all jobs. */
function gitlabCommands(text, job) {
  const list = (start) => {
    const lines = text.slice(text.indexOf(start) + start.length).split("\n");
    return lines.slice(0, lines.findIndex((line) => !/^ *- /.test(line))).map((line) => line.replace(/^ *- /, ""));
  };
  return [...list("before_script:\n"), ...list(`\n${job}:\n  script:\n`)];
}

const read = (folder, file) => readFileSync(join(folder, file), "utf8");
/** Most hosts give each branch a URL of its own. */
const OWN_URLS = { live: `${LIVE}/`, preview: { out: "public", base: `${PREVIEW}/` } };

/**
 * By name: the template of the site, the commands and variables of the host for the live site and for a preview, the URL of the live site,
 * and the folder and the URL of the preview.
 */
const HOSTS = {
  github: {
    template: "islands",
    commands: (folder, isLive) =>
      githubCommands(read(folder, ".github/workflows/site.yml"), isLive ? "push" : "pull_request"),
    variables: () => ({ CROUPIER_OUTPUT__POLICY: '["meta"]', CROUPIER_OUTPUT__REDIRECTS: '["html"]', BASE_URL: `${LIVE}/site` }),
    live: `${LIVE}/site/`,
    // Without a URL of its own, a preview has the one of site.toml.
    preview: { out: ".croupier/preview", base: "https://www.example.com/" },
  },
  gitlab: {
    commands: (folder, isLive) => gitlabCommands(read(folder, ".gitlab-ci.yml"), isLive ? "pages" : "preview"),
    variables: () => ({ CROUPIER_OUTPUT__POLICY: '["meta"]', CI_PAGES_URL: LIVE }),
    live: `${LIVE}/`,
    preview: { out: "public", base: "https://www.example.com/" },
  },
  netlify: {
    commands: (folder, isLive) => [
      [...read(folder, "netlify.toml").matchAll(/^command = '(.*)'$/gm)].map((match) => match[1])[isLive ? 1 : 0],
    ],
    variables: () => ({ URL: LIVE, DEPLOY_PRIME_URL: PREVIEW }),
    ...OWN_URLS,
  },
  cloudflare: {
    commands: () => ["sh build.sh"],
    variables: (isLive) => ({ CF_PAGES_BRANCH: isLive ? "main" : "branch", CF_PAGES_URL: PREVIEW }),
    ...OWN_URLS,
  },
  vercel: {
    commands: (folder) => [JSON.parse(read(folder, "vercel.json")).buildCommand],
    variables: (isLive) => ({
      VERCEL_ENV: isLive ? "production" : "preview",
      VERCEL_PROJECT_PRODUCTION_URL: LIVE.replace("https://", ""),
      VERCEL_URL: PREVIEW.replace("https://", ""),
    }),
    ...OWN_URLS,
  },
};

/** Throws unless the home page has this canonical URL and only a preview is closed to search engines. */
function assertOutput(folder, isLive, base) {
  const html = read(folder, "index.html");
  if (!html.includes(`<link rel="canonical" href="${base}">`)) throw new Error(`${folder} is not built for ${base}`);
  if (/noindex/.test(html) === isLive) throw new Error(`${folder} has the wrong profile`);
}

await withRegistry(process.argv[2] ?? ".", "@croupier", async (folder, run) => {
  for (const [host, { template, commands, variables, live, preview }] of Object.entries(HOSTS)) {
    await run(folder, `npx --yes @croupier/cli new ${host} --template ${template ?? "plain"} --ci ${host}`);
    const site = join(folder, host);
    // Only Cloudflare Pages does not name the URL of the live site.
    if (host === "cloudflare") {
      writeFileSync(join(site, "site.toml"), read(site, "site.toml").replace("https://www.example.com", LIVE));
    }
    for (const isLive of [true, false]) {
      const copy = join(folder, `${host}-${isLive ? "live" : "preview"}`);
      cpSync(site, copy, { recursive: true });
      for (const command of commands(copy, isLive)) await run(copy, command, variables(isLive));
      if (isLive) assertOutput(join(copy, "public"), isLive, live);
      else assertOutput(join(copy, preview.out), isLive, preview.base);
    }
  }
  console.log("The configurations of all hosts work.");
});
