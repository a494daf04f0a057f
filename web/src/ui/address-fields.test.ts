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

  it('treats a postal code in another form than the country’s as missing', () => {
    const isAccepted = (country: string, postalCode: string) =>
      !missingFields({ ...whole, country, postalCode }).includes('postalCode');
    expect(['12345', 'H2X1Y6', ' h2x 1y6 '].map((code) => isAccepted('CA', code))).toEqual([false, true, true]);
    expect(['H2X 1Y6', '1234', '70130-1234'].map((code) => isAccepted('US', code))).toEqual([false, false, true]);
    expect(isAccepted('MX', '1')).toBe(true);
  });

  it('requires the state in the United States and the province in Canada only', () => {
    expect(missingFields(whole)).toEqual([]);
    expect(missingFields({ ...whole, state: '' })).toEqual(['state']);
    expect(missingFields({ ...whole, country: 'CA', postalCode: 'H2X 1Y6', state: ' ' })).toEqual(['state']);
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
