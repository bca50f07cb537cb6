// The contract's types for the other layers. Its calls are for this layer alone, so that only those which are used are shipped.

export type * from "./schema";
