import { expect, it } from 'vitest';
import { emptyDraft, parseCents, toOrderDetails } from './order-draft.ts';

it.each([
  ['900', 90_000],
  ['900.5', 90_050],
  ['1 234,56', 123_456],
  ['$12.00', 1_200],
  ['0', 0],
  ['', null],
  ['-5', null],
  ['1.234', null],
  ['ten', null],
])('reads %s as %s cents', (text, cents) => {
  expect(parseCents(text)).toBe(cents);
});

it('a saved order keeps the time of an unchanged expiration date', () => {
  const stored = new Date(2027, 4, 31, 8, 30).toISOString();
  const draft = { ...emptyDraft, expirationDate: '2027-05-31' };
  expect(toOrderDetails(draft, { expirationDate: stored }).expirationDate).toBe(stored);
  expect(toOrderDetails(draft).expirationDate).toBe(new Date(2027, 4, 31, 23, 59, 59).toISOString());
});

it('an unlimited order sends -1 devices, null domains and no expiration date', () => {
  const draft = { ...emptyDraft, hasUnlimitedDevices: true, neverExpires: true };
  expect(toOrderDetails(draft)).toMatchObject({ quantity: -1, domains: null, expirationDate: null });
});
