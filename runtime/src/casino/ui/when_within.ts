// Detects elements that come near the screen.

/** Calls `callback` when an observed element is within a margin above and below the screen: `200%` is two screens. */
export function whenWithin(margin: string, callback: () => void): IntersectionObserver {
  return new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && callback(), {
    rootMargin: `${margin} 0px`,
  });
}
