// Declares `croupier:types`, the types of the site that this loader is extracted into (`.croupier/loader/src`).

/// <reference path="../../types.d.ts" />
