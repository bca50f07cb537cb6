// Declares `croupier:types`, the types of this site's data files and islands, which `croupier types` writes.

/// <reference path="../../../.croupier/types.d.ts" />
