// Writes number_samples.tsv: numbers and amounts of the locales of locales.tsv that Node knows, as `Intl` formats them. Node 20.20 has CLDR 48.
//
//   node number_samples.mjs > number_samples.tsv
//
// Each line is a locale: its tag, two numbers, and two amounts in euros. In a few locales, ICU formats amounts otherwise than the CLDR:
// English in countries of Europe has the pattern of the country in the CLDR. Their lines have no amounts.

import { readFileSync } from "node:fs";

const HAS_OTHER_AMOUNTS = /^(de-CH|pt-CV|en-(150|BE|CH|CZ|DE|DK|EE|ES|FI|FR|GE|HU|IT|LT|LV|NL|NO|PL|PT|RO|SE|SI|SK|UA))$/;

const table = readFileSync(new URL("locales.tsv", import.meta.url), "utf8").trim().split("\n");
for (const tag of table.map((line) => line.split("\t")[0])) {
  const number = new Intl.NumberFormat(tag);
  if (number.resolvedOptions().locale !== tag) continue;
  const amount = new Intl.NumberFormat(tag, { style: "currency", currency: "EUR", currencyDisplay: "narrowSymbol" });
  const numbers = [-1234567.891, 1234].map((it) => number.format(it));
  const amounts = [1234567.5, -1234.5].map((it) => amount.format(it));
  console.log([tag, ...numbers, ...(HAS_OTHER_AMOUNTS.test(tag) ? [] : amounts)].join("\t"));
}
