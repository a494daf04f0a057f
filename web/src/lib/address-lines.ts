import type { Address } from '@portico/contract';
import type { Locale } from './locale.ts';
import { countryName, regionChoices } from './reference.ts';

type PostalAddress = { readonly [Part in keyof Address]?: string | null | undefined };

/** An address in postal format, from the street to the country; empty parts are omitted. */
export function addressLines(address: PostalAddress, locale: Locale): string[] {
  const { line1, line2, country } = address;
  const name = country && countryName(country, locale);
  return [line1, line2, describePlace(address, locale), name].filter((line): line is string => Boolean(line));
}

/** 'Seattle, WA 98101'; in French for Canada 'Québec (Québec) G1K 3Z4'. */
function describePlace({ city, state, postalCode, country }: PostalAddress, locale: Locale): string {
  if (locale === 'fr' && country === 'CA' && city && state) {
    const province = regionChoices('CA', 'fr')?.find(({ value }) => value === state)?.label ?? state;
    return [`${city} (${province})`, postalCode].filter(Boolean).join(' ');
  }
  return [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
