export interface DialCountry {
  code: string;
  dialCode: string | null;
}

/** The most populous country of each shared dial code. */
const largestCountries: Readonly<Record<string, string>> = {
  '+1': 'US',
  '+7': 'RU',
  '+39': 'IT',
  '+44': 'GB',
  '+61': 'AU',
};

/**
 * Splits a phone number after its dial code; the longest matching code counts.
 * @param preferred the country to keep if several countries share the code
 */
export function splitPhone(
  phone: string,
  countries: readonly DialCountry[],
  preferred: string,
): { country: string; number: string } {
  const fitting = countries
    .filter(({ dialCode }) => dialCode !== null && (phone === dialCode || phone.startsWith(`${dialCode} `)))
    .sort((one, other) => (other.dialCode?.length ?? 0) - (one.dialCode?.length ?? 0));
  const longest = fitting.filter(({ dialCode }) => dialCode === fitting[0]?.dialCode);
  if (!longest[0]) return { country: preferred, number: phone };
  const code = longest[0].dialCode ?? '';
  const chosen =
    longest.find((country) => country.code === preferred) ??
    longest.find((country) => country.code === largestCountries[code]) ??
    longest[0];
  return { country: chosen.code, number: phone.slice(code.length).trim() };
}

/** Joins dial code and number. A number with its own dial code stays as it is; an empty one stays empty. */
export function joinPhone(dialCode: string | null, number: string): string {
  if (number.trim() === '') return '';
  return dialCode === null || number.trim().startsWith('+') ? number : `${dialCode} ${number}`;
}

/** The country whose dial code is preselected: that of the browser's language, otherwise the United States. */
export function likelyCountry(languages: readonly string[]): string {
  for (const language of languages) {
    const region = /-([A-Z]{2})$/.exec(language)?.[1];
    if (region) return region;
  }
  return 'US';
}
