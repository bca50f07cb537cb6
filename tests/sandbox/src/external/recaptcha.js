// Test replacement for score-based reCAPTCHA. Each token contains the name of its action.
window.grecaptcha = {
  ready: (then) => then(),
  execute: (_, { action }) => Promise.resolve("bot-check-" + action + "-" + Math.random().toString(36).slice(2)),
};
