// Tells when something comes near the screen.

/** Calls back whenever what it is given to observe comes within a margin above and below the screen: `200%` is two screens. */
export function whenWithin(margin: string, then: () => void): IntersectionObserver {
  return new IntersectionObserver((entries) => entries.some((it) => it.isIntersecting) && then(), {
    rootMargin: `${margin} 0px`,
  });
}
