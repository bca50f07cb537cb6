// Test replacement for the fallback bot check script, which the site loads if the first one fails.
window.SandboxBotCheck = { token: () => Promise.resolve("bot-check-backup-" + Math.random().toString(36).slice(2)) };
