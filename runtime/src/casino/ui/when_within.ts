// Detects elements that come near the screen.

/** Calls `then` when an observed element is within a margin above and below the screen: `200%` is two screens. */
export function whenWithin(margin: string, then: () => void): IntersectionObserver {
  return new IntersectionObserver((entries) => entries.some((it) => it.isIntersecting) && then(), {
    rootMargin: `${margin} 0px`,
  });
}
