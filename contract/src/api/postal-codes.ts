/** The countries whose addresses all have a postal code, according to Google's libaddressinput. */
const codes = new Set(
  `AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GU HU IM IN IT JE JP KR LI LT LU LV MF MH
  MP MQ MX MY NC NL NO NZ PF PL PM PR PT PW RE RO RU SE SG SH SJ SK SM TC TR TW UA US VI WF YT ZA`.split(/\s+/),
);

/** Whether an address in the country needs a postal code (UI-45). @param country ISO 3166-1 alpha-2 */
export function requiresPostalCode(country: string): boolean {
  return codes.has(country);
}

/** The countries whose form of postal codes is checked, with an example (UI-45). */
const forms = new Map([
  ['CA', { pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i, example: 'H2X 1Y6' }],
  ['US', { pattern: /^\d{5}(?:-\d{4})?$/, example: '98101' }],
]);

/** Whether a postal code has the country's form; true if the form is not checked. @param code trimmed */
export const fitsPostalCode = (country: string, code: string): boolean =>
  forms.get(country)?.pattern.test(code) ?? true;

/** An example of the country's postal codes; undefined if their form is not checked. */
export const postalCodeExample = (country: string): string | undefined => forms.get(country)?.example;
