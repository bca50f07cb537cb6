// A diagram of Mermaid, which a code block of the language `mermaid` becomes. Readers without JavaScript, and readers of a diagram with an
// error, see its text.

import { useEffect, useRef, useState } from "react";
import "./mermaid.css";

declare global {
  interface Window {
    readonly trustedTypes?: {
      readonly defaultPolicy: object | null;
      createPolicy(name: string, rules: object): unknown;
    };
  }
}

interface Diagram {
  readonly url: string;
  readonly width: number | undefined;
}

let loading: Promise<typeof import("mermaid").default> | undefined;
let diagrams = 0;
/** The last drawing. Mermaid has one configuration for the document, so that diagrams are drawn one after another. */
let last: Promise<unknown> = Promise.resolve();

/** Loads the package once in each document. It sets HTML as texts, which `trusted_types` of site.toml allows for its policy. */
async function load() {
  const { trustedTypes } = window;
  if (trustedTypes && !trustedTypes.defaultPolicy)
    trustedTypes.createPolicy("default", { createHTML: (html: string) => html });
  return (await import("mermaid")).default;
}

/** Returns the diagram as an image, because the policy of the site blocks its style sheet in the page. */
async function draw(code: string, isDark: boolean): Promise<Diagram> {
  loading ??= load();
  const mermaid = await loading;
  const theme = isDark ? "dark" : "default";
  mermaid.initialize({ startOnLoad: false, suppressErrorRendering: true, theme, htmlLabels: false });
  const { svg } = await mermaid.render(`mermaid-${++diagrams}`, code);
  const width = /max-width: ([\d.]+)px/.exec(svg)?.[1];
  return { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, width: width ? Number(width) : undefined };
}

/** Draws after all other diagrams. */
function drawNext(code: string, isDark: boolean): Promise<Diagram> {
  const next = last.then(() => draw(code, isDark));
  last = next.catch(() => undefined);
  return next;
}

/** Returns whether the text around an element is light. So the ground is dark, whichever way the site selects its colours. */
function hasLightText(element: Element): boolean {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas) return false;
  canvas.fillStyle = getComputedStyle(element).color;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return 0.3 * red + 0.6 * green + 0.1 * blue > 127;
}

/** Calls `update` after each possible change of the colours. Returns a function that ends it. */
function watchColours(update: () => void): () => void {
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(update);
  scheme.addEventListener("change", update);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributeFilter: ["class", "style", "data-theme"] });
  return () => {
    scheme.removeEventListener("change", update);
    observer.disconnect();
  };
}

export function Island({ code }: { readonly code: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [diagram, setDiagram] = useState<Diagram>();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let shown: boolean | undefined;

    const update = () => {
      const isDark = hasLightText(element);
      if (isDark === shown) return;
      shown = isDark;
      drawNext(code, isDark).then((drawn) => {
        if (isDark === shown) setDiagram(drawn);
      }, console.error);
    };

    update();
    const stop = watchColours(update);
    return () => {
      shown = undefined;
      stop();
    };
  }, [code]);
  return (
    <div ref={frame} className="mermaid-diagram">
      {diagram ? <img src={diagram.url} width={diagram.width} alt={code} /> : <pre><code>{code}</code></pre>}
    </div>
  );
}
