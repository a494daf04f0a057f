import {
  fitsTaxIdKind,
  listTaxIdKinds,
  type TaxIdKind,
  taxIdExample,
  taxIdKindNames,
  taxIdKinds,
} from '@portico/contract';
import { describe, expect, test } from 'vitest';
import type { CustomerDetails } from '../../core/stripe/index.ts';
import { detailsRevision, parseTaxId } from './billing-details.rules.ts';

describe('tax numbers', () => {
  test.each(taxIdKindNames)('accept the example of %s', (kind) => {
    expect(fitsTaxIdKind(kind, taxIdKinds[kind].example)).toBe(true);
  });

  test.each<[TaxIdKind, string, boolean]>([
    ['us_ein', '12-3456789', true],
    ['us_ein', '12-345678', false],
    ['ca_bn', '123456789', true],
    ['ca_bn', '12345678A', false],
    ['ca_gst_hst', '123456789rt0001', true],
    ['ca_gst_hst', '123456789RC0001', false],
    ['ca_qst', '1234567890TQ0001', true],
    ['ca_pst_bc', 'PST-1234-5678', true],
    ['eu_vat', 'FR 12 345678901', true],
    ['eu_vat', 'EL123456789', true],
    ['eu_vat', 'GR 123456789', true],
    ['eu_vat', 'IE1234567FA', true],
    ['eu_vat', 'NL123456789B12', true],
    ['eu_vat', 'DE12345678', false],
    ['gb_vat', 'GB 123 4567 89', true],
    ['gb_vat', 'GBGD123', true],
    ['gb_vat', '123456789', false],
    ['ch_vat', 'CHE-123.456.789 MWST', true],
    ['au_abn', '12 345 678 912', true],
    ['no_vat', '123456789MVA', true],
    ['no_vat', 'NO 123 456 789 MVA', true],
    ['jp_trn', 'T1234567891234', true],
  ])('accept the format of %s %s: %s', (kind, value, fits) => {
    expect(fitsTaxIdKind(kind, value)).toBe(fits);
  });

  test('are stored in capitals without separators, and rejected with an example', () => {
    expect(parseTaxId({ kind: 'eu_vat', value: 'de 123.456.789' }, 'DE')).toEqual({
      kind: 'eu_vat',
      value: 'DE123456789',
    });
    expect(() => parseTaxId({ kind: 'us_ein', value: '1' }, 'US')).toThrow(
      expect.objectContaining({
        propertyErrors: { 'taxId.value': [{ key: 'billingDetails.taxIdFormat', values: { example: '12-3456789' } }] },
      }),
    );
  });

  test('are stored with the letters that Stripe expects at the beginning', () => {
    expect(parseTaxId({ kind: 'eu_vat', value: 'GR123456789' }, 'GR').value).toBe('EL123456789');
    expect(parseTaxId({ kind: 'no_vat', value: 'NO 123 456 789 MVA' }, 'NO').value).toBe('123456789MVA');
  });

  test('have an example of each European country, which fits', () => {
    const countries = 'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
    const examples = countries.map((country) => taxIdExample('eu_vat', country));
    expect(examples.filter((example) => !fitsTaxIdKind('eu_vat', example))).toEqual([]);
    expect(new Set(examples).size).toBe(countries.length);
    expect([taxIdExample('eu_vat', 'GR'), taxIdExample('us_ein', 'GR')]).toEqual(['EL123456789', '12-3456789']);
  });

  test('are offered by the issuing country', () => {
    expect(listTaxIdKinds('CA')).toEqual(['ca_bn', 'ca_gst_hst', 'ca_qst', 'ca_pst_bc', 'ca_pst_mb', 'ca_pst_sk']);
    expect(listTaxIdKinds('FR')).toEqual(['eu_vat']);
    expect(listTaxIdKinds('GB')).toEqual(['gb_vat', 'eu_vat']);
    expect(listTaxIdKinds('AQ')).toEqual([]);
  });
});

test('a revision changes with the details, but not with the verification status', () => {
  const details: CustomerDetails = {
    companyName: 'Acme',
    email: 'billing@acme.example',
    phone: '',
    address: { line1: '1 Pike St', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' },
    taxId: { id: 'txi_1', kind: 'eu_vat', value: 'DE123456789', status: 'pending' },
    otherTaxIds: [],
    purchaseOrder: '',
    language: null,
  };
  const revision = detailsRevision(details);
  const taxId = { id: 'txi_1', kind: 'eu_vat', value: 'DE123456789', status: 'verified' } as const;
  expect(detailsRevision({ ...details, taxId })).toBe(revision);
  expect(detailsRevision({ ...details, taxId: { ...taxId, value: 'DE987654321' } })).not.toBe(revision);
  expect(detailsRevision({ ...details, purchaseOrder: 'PO-1' })).not.toBe(revision);
  expect(detailsRevision({ ...details, language: 'fr' })).not.toBe(revision);
  expect(detailsRevision(null)).toBe('none');
});
