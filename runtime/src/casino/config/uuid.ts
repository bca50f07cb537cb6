// Creates random ids. `crypto.randomUUID` is missing on insecure origins, such as a phone that opens a development server.

/** The form of a UUID of version 4: each digit 0, 1 and 8 is replaced at random, as far as the version allows. */
const FORM = "10000000-1000-4000-8000-100000000000";

/** Returns a random UUID of version 4. */
export function createUuid(): string {
  return FORM.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
