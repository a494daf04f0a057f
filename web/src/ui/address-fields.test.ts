import { describe, expect, it } from 'vitest';
import {
  type AddressDraft,
  changeAddress,
  emptyAddress,
  missingFields,
  toDraft,
  toShippingDetails,
} from './address-fields-draft.ts';

const whole: AddressDraft = {
  name: 'Acme Ltd.',
  country: 'US',
  line1: '1 Canal Street',
  line2: '',
  city: 'New Orleans',
  state: 'LA',
  postalCode: '70130',
};

describe('completeness of an address', () => {
  it('lists the fields that every country requires as missing if nothing is filled in', () => {
    expect(missingFields(emptyAddress)).toEqual(['name', 'country', 'line1', 'city']);
  });

  it('requires the postal code only in countries that use one everywhere', () => {
    const without = (country: string) => missingFields({ ...whole, country, postalCode: '' });
    expect(['US', 'FR', 'AE', 'HK', 'QA', 'PA', 'IE'].filter((country) => without(country).length > 0)).toEqual([
      'US',
      'FR',
    ]);
  });

  it('requires the state in the United States and the province in Canada only', () => {
    expect(missingFields(whole)).toEqual([]);
    expect(missingFields({ ...whole, state: '' })).toEqual(['state']);
    expect(missingFields({ ...whole, country: 'CA', state: ' ' })).toEqual(['state']);
    expect(missingFields({ ...whole, country: 'FR', state: '' })).toEqual([]);
  });

  it('treats white space as missing', () => {
    expect(missingFields({ ...whole, line1: '  ' })).toEqual(['line1']);
  });
});

describe('changing an address', () => {
  it('clears the state when the country changes and keeps everything else', () => {
    expect(changeAddress(whole, { country: 'CA' })).toEqual({ ...whole, country: 'CA', state: '' });
    expect(changeAddress(whole, { city: 'Metairie' })).toEqual({ ...whole, city: 'Metairie' });
    expect(changeAddress(whole, { country: 'US' })).toEqual(whole);
  });
});

describe('sending an address', () => {
  it('trims values and omits empty ones', () => {
    const sent = toShippingDetails({ ...whole, city: ' New Orleans ' });
    expect(sent).toEqual({
      name: 'Acme Ltd.',
      address: { line1: '1 Canal Street', city: 'New Orleans', state: 'LA', postalCode: '70130', country: 'US' },
    });
    expect(toDraft(sent)).toEqual(whole);
  });
});
