import { InvalidInputError } from './app-error.ts';

/** A valid phone number. */
interface PhoneNumber {
  /** E.164, such as +14155550132. */
  readonly number: string;
  /** The country, or its calling code if several countries share it. */
  readonly place: string;
}

/**
 * Parses a number with its country code. The library is loaded on first use, because it is large.
 * @throws InvalidInputError at the field `phone`
 */
export async function parsePhone(typed: string): Promise<PhoneNumber> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(typed);
  if (!parsed?.isValid()) throw new InvalidInputError({ phone: [{ key: 'validation.phone' }] });
  return { number: parsed.number, place: parsed.country ?? parsed.countryCallingCode };
}
