// Stands in for the bot check's backup, which answers when the first script does not.
window.SandboxBotCheck = { token: () => Promise.resolve("bot-check-backup-" + crypto.randomUUID()) };
