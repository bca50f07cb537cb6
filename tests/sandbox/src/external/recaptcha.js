// Stands in for reCAPTCHA with scores: each token names the action that it is for.
window.grecaptcha = {
  ready: (then) => then(),
  execute: (_, { action }) => Promise.resolve("bot-check-" + action + "-" + crypto.randomUUID()),
};
