// Test replacement for the fallback bot check script, which the site loads if the first one fails.
window.SandboxBotCheck = { token: () => Promise.resolve("bot-check-backup-" + randomHex()) };

// `crypto.randomUUID` is missing on plain http.
function randomHex() {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
