// Brings the families of fonts.css once text is painted, since nothing waits for them, and together, so that the page is laid out anew once.

/** The families stand in a sheet of the page, under a condition that no browser with scripts fulfils. */
const isWithoutScripts = (rule: CSSRule): rule is CSSMediaRule =>
  rule instanceof CSSMediaRule && /scripting/.test(rule.conditionText);

/** From one page of the site to the next they are kept, and asked for with the first frame. */
export function startFonts() {
  if (document.referrer.startsWith(location.origin)) requestAnimationFrame(() => void bring());
  else
    new PerformanceObserver((painted, watch) => {
      if (painted.getEntriesByName("first-contentful-paint").length === 0) return;
      watch.disconnect();
      void bring();
    }).observe({ type: "paint", buffered: true });
}

async function bring() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter(isWithoutScripts));
  const faces = rules.flatMap(({ cssRules }) => [...cssRules].map((rule) => faceOf(rule as CSSFontFaceRule)));
  // What does not come leaves its stand-in.
  await Promise.allSettled(faces.map((face) => face.load()));
  for (const face of faces) document.fonts.add(face);
}

function faceOf({ style }: CSSFontFaceRule): FontFace {
  const said = (name: string) => style.getPropertyValue(name);
  return new FontFace(said("font-family"), said("src"), { weight: said("font-weight"), display: "swap" });
}
