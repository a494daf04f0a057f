import { expect, test } from 'vitest';
import { expandableFields } from '../../test/schemas.ts';
import { EXPANDABLE } from './expandable.ts';

/**
 * Fields that exist only with billing schedules, payment methods other than cards or tax numbers of the vendor, and
 * the legacy plan of a phase.
 */
const NEVER_THERE =
  /\.(account_tax_ids|add_invoice_items|items\.plan|bancontact|billing_schedules|card_present|generated_from|ideal|sepa_debit|sofort)(\.|$)/;

test('expands exactly the fields that the SDK types as an id or its object', () => {
  const here = Object.entries(EXPANDABLE).flatMap(([object, fields]) =>
    Object.keys(fields).map((field) => `${object}.${field}`),
  );
  const there = expandableFields().filter((field) => !NEVER_THERE.test(field));
  expect(there.filter((field) => !here.includes(field))).toEqual([]);
  expect(here.filter((field) => !there.includes(field) && !field.startsWith('plan.'))).toEqual([]);
});
