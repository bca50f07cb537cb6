// A small site with posts and data, and a development server that serves it with the editor.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, writeFiles } from "../support/deployment";
import { CROUPIER } from "../support/paths";

/** A page of the site. */
export const POST =
  "+++\ntitle = \"Tea in autumn\" # the headline\ndescription = 'Which tea, and when.'\ndate = 2026-10-01\n\n[extra]\nrating = 4\n+++\n" +
  "Warm the pot first. See [the menu](/menu/).\n\n## Leaves\n\nUse two spoons.\n";

/** The files of the site by path. */
export const FILES: Readonly<Record<string, string>> = {
  "site.toml":
    'name = "Tea house"\nbase_url = "https://tea.example"\n[[redirects]]\nfrom = "/settings/"\nto = "/menu/"\n',
  "pages/shell.html":
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{{ head }}\n</head>\n<body>\n<main id="main">{{ main }}</main>\n</body>\n</html>\n',
  "pages/page.html":
    "<h1>{{ page.heading }}</h1>\n{{ page.body }}\n<ul>{% for offer in data.offers.offers %}<li>{{ offer.name }}: {{ offer.price }}</li>{% endfor %}</ul>",
  "pages/cards/offer.html": "<p>{{ page.extra.row.name }} costs {{ page.extra.row.price }}</p>",
  "content/index.md": '+++\ntitle = "Tea house"\n+++\n[Autumn](posts/autumn.md)\n',
  "content/404.md": '+++\ntitle = "Not found"\n+++\n',
  "content/menu.md": '+++\ntitle = "Menu"\naliases = ["/old-tea/"]\n+++\nAll teas.\n',
  "content/data/menu.toml": '[[main]]\nlabel = "All teas"\nto = "/menu/"\n',
  "content/posts/index.md": '+++\ntitle = "Posts"\n+++\n',
  "content/posts/autumn.md": POST,
  "content/data/teas.csv": "id,name\nassam,Assam\njasmine-1,Jasmine pearls\nsencha,Sencha\n",
  "content/data/week.toml": 'tea = "assam" # one of teas.csv\n',
  "content/data/week.schema.json": JSON.stringify({
    type: "object",
    properties: { tea: { type: "string", title: "Tea of the week", "x-editor": { references: "teas#id" } } },
  }),
  "content/data/shelf.toml": '# From the top.\nteas = ["jasmine-1"] # one row\n',
  "content/data/shelf.schema.json": JSON.stringify({
    type: "object",
    required: ["teas"],
    properties: {
      teas: { type: "array", title: "Teas", items: { type: "string" }, "x-editor": { references: "teas#id" } },
    },
  }),
  "content/data/signup.toml":
    '# The form.\n[[fields]]\nname = "email" # first\nlabel = "Email"\n\n[[fields]]\nname = "password"\nlabel = "Password"\n\n[[fields]]\nname = "country"\nlabel = "Country"\n',
  "content/data/offers.toml":
    '# Prices in cents.\n[[offers]]\nname = "Assam" # strong\nprice = 4_50\n\n[[offers]]\nname = "Darjeeling"\nprice = 5_20\n',
  "content/data/offers.schema.json": JSON.stringify({
    type: "object",
    required: ["offers"],
    properties: {
      offers: {
        type: "array",
        title: "Offers",
        items: {
          type: "object",
          "x-editor": { card: "cards/offer" },
          required: ["name", "price"],
          properties: {
            name: { type: "string", title: "Name", minLength: 1 },
            price: { type: "integer", title: "Price", minimum: 1, "x-editor": { widget: "money" } },
          },
        },
      },
    },
  }),
};

/** A copy of the site in a temporary folder, and its development server. */
export class EditorSite {
  private server: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    private readonly port: number,
  ) {}

  /** Creates a copy and starts its server. */
  static async create(): Promise<EditorSite> {
    const folder = await mkdtemp(join(tmpdir(), "croupier-editor-"));
    await writeFiles(folder, FILES);
    const site = new EditorSite(folder, await freePort());
    await site.start();
    return site;
  }

  /** URL without a final slash. It stays the same when the server starts again. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), "utf8");
  }

  /** Starts the development server and waits until it serves. */
  async start() {
    const child = spawn(CROUPIER, ["dev", "--port", String(this.port), "--root", this.folder], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    await new Promise<void>((resolve, reject) => {
      child.once("exit", () => reject(new Error("the server ended")));
      child.stderr?.on("data", (text: Buffer) => {
        if (text.toString().includes("watching")) resolve();
      });
    });
    this.server = child;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM") {
    if (!this.server) return;
    const ended = once(this.server, "exit");
    this.server.kill(signal);
    await ended;
    this.server = undefined;
  }

  /** Stops the server and removes the folder. */
  async remove() {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
