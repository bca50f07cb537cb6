// Stands in for a tag manager: keeps what the data layer says, in `window.sandboxTags`.
window.sandboxTags = [...(window.dataLayer ?? [])];
window.dataLayer = { push: (entry) => window.sandboxTags.push(entry) };
