// Brings the families of fonts.css once text is painted, since nothing waits for them, and together, so that the page is laid out anew once.

/** Who comes back was left at a place of the page as it is with them. The loader gives new entries of the history their state later. */
const isBack = !!history.state;

/** From one page of the site to the next they are kept, and asked for with the first frame. */
export function startFonts() {
  if (document.referrer.startsWith(location.origin)) requestAnimationFrame(bring);
  else
    new PerformanceObserver((painted) => {
      if (painted.getEntriesByName("first-contentful-paint")[0]) void bring();
    }).observe({ type: "paint", buffered: true });
}

async function bring() {
  // Those that a browser with scripts passes over stand in the page, in a group of rules. Sheets of files may be lost: they tell nothing.
  const faces = [...document.querySelectorAll("style")]
    .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])] as Partial<CSSGroupingRule>[])
    .flatMap(({ cssRules = [] }) => [...cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ style }) => {
      const said = (name: string) => style.getPropertyValue(name);
      return new FontFace(said("font-family"), said("src"), { weight: said("font-weight") });
    });
  // What does not come leaves its stand-in.
  await Promise.allSettled(faces.map((face) => face.load()));
  const place = scrollY;
  for (const face of faces) document.fonts.add(face);
  // The page is laid out anew here: what else runs before the next frame, and that frame, stay short. Browsers keep the line in place.
  const moved = place - scrollY;
  if (isBack) scrollBy(0, moved);
}
