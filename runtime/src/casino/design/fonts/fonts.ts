// Loads the font families of fonts.css after the first paint, because text does not wait for them. All are added together, so that the
// page is laid out only once.

/**
 * Whether the user returned to this page: the scroll position was saved with the fonts applied. The loader sets the state of new history
 * entries later.
 */
const isBack = !!history.state;

/** Loads the fonts. On a navigation within the site they are cached, so they load with the first frame. */
export function startFonts() {
  if (document.referrer.startsWith(location.origin)) requestAnimationFrame(loadFonts);
  else
    new PerformanceObserver((painted) => {
      if (painted.getEntriesByName("first-contentful-paint")[0]) void loadFonts();
    }).observe({ type: "paint", buffered: true });
}

async function loadFonts() {
  // The @font-face rules for browsers with scripts are in a media rule of an inline style. Linked style sheets are skipped, because they
  // may fail to load. Browsers make an object for each rule that a script reads, so the rules of layers are not read.
  const faces = [...document.querySelectorAll("style")]
    .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])])
    .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : []))
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ style }) => {
      const readProperty = (name: string) => style.getPropertyValue(name);
      return new FontFace(readProperty("font-family"), readProperty("src"), { weight: readProperty("font-weight") });
    });
  // If a font fails to load, its fallback font stays.
  await Promise.allSettled(faces.map((fontFace) => fontFace.load()));
  const scrolled = scrollY;
  for (const fontFace of faces) document.fonts.add(fontFace);
  // The page is laid out again here, so other work before the next frame must stay short. Browsers keep the visible line in place.
  const shift = scrolled - scrollY;
  if (isBack) scrollBy(0, shift);
}
