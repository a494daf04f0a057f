import { beforeEach, expect, it } from 'vitest';
import { emptyDetails } from './details.ts';
import { keepEntries } from './entries.ts';
import { restoreDetails, storeDetails } from './kept-details.ts';

const details = { ...emptyDetails, email: 'avery@acme.example', phone: '+1 555 0100' };
const store = () => storeDetails('key', 1, { details, planId: null });
const kept = () => JSON.stringify({ ...localStorage });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('end with the tab, unless the visitor wants the device to keep them', () => {
  store();
  expect(kept()).not.toContain('avery@acme.example');
  expect(restoreDetails('key', 1)?.details.phone).toBe(details.phone);
  keepEntries(true);
  expect(kept()).toContain('avery@acme.example');
  sessionStorage.clear();
  expect(restoreDetails('key', 1)?.details.phone).toBe(details.phone);
});

it('are deleted from the device when the visitor no longer wants it, except the point of sale', () => {
  localStorage.setItem('portico.signUp.pointOfSale', 'Dutchie');
  keepEntries(true);
  store();
  keepEntries(false);
  expect({ ...localStorage }).toEqual({ 'portico.signUp.pointOfSale': 'Dutchie' });
  store();
  expect(kept()).not.toContain('avery@acme.example');
});
