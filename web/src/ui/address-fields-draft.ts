import type { Address, ShippingDetails } from '@portico/contract';
import { fitsPostalCode, requiresPostalCode } from '@portico/contract/postal-codes';
import { requiresRegion } from '../lib/reference.ts';

/** An address in a form: every part is text, empty until filled in. `country` is ISO 3166-1 alpha-2. */
export interface AddressDraft {
  name: string;
  country: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
}

export type AddressField = keyof AddressDraft;

export const emptyAddress: AddressDraft = {
  name: '',
  country: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
};

/**
 * The fields that an address lacks, in the order of the form. The country decides about the state or province
 * (UI-14) and the postal code, which counts as missing if it does not have the country's form (UI-45).
 */
export function missingFields(draft: AddressDraft): AddressField[] {
  const required: AddressField[] = ['name', 'country', 'line1', 'city'];
  if (requiresRegion(draft.country)) required.push('state');
  if (requiresPostalCode(draft.country)) required.push('postalCode');
  const isMissing = (field: AddressField) => draft[field].trim() === '';
  const postalCode = draft.postalCode.trim();
  const isMalformed = postalCode !== '' && !fitsPostalCode(draft.country, postalCode);
  return [...required.filter(isMissing), ...(isMalformed ? (['postalCode'] as const) : [])];
}

/** Applies a change. Another country clears the state or province (UI-14). */
export function changeAddress(draft: AddressDraft, change: Partial<AddressDraft>): AddressDraft {
  const clearsState = change.country !== undefined && change.country !== draft.country;
  return { ...draft, ...(clearsState && { state: '' }), ...change };
}

/** A saved address as a draft; missing parts are empty. */
export function toDraft({ name, address }: ShippingDetails): AddressDraft {
  const { line1, line2, city, state, postalCode, country } = address;
  return { name, country, line1, line2: line2 ?? '', city, state: state ?? '', postalCode };
}

/** The address to send, without optional parts that are empty. */
export function toShippingDetails(draft: AddressDraft): ShippingDetails {
  const text = (field: AddressField) => draft[field].trim();
  const address: Address = {
    line1: text('line1'),
    city: text('city'),
    postalCode: text('postalCode'),
    country: text('country'),
    ...(text('line2') && { line2: text('line2') }),
    ...(text('state') && { state: text('state') }),
  };
  return { name: text('name'), address };
}
