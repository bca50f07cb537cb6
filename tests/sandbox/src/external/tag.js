// Test replacement for a tag manager. It records the entries of the data layer in `window.sandboxTags`.
window.sandboxTags = [...(window.dataLayer ?? [])];
window.dataLayer = { push: (entry) => window.sandboxTags.push(entry) };
