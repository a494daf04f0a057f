import { beforeEach, expect, it, vi } from 'vitest';
import { showAt } from '../../test/address.ts';

/** Imports the module again, as a new document would. */
async function open(search: string) {
  vi.resetModules();
  showAt(`/SignUp${search}`);
  return import('./visit.ts');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeEach(() => localStorage.clear());

it('creates a key that also identifies the visit if the address has no key', async () => {
  const { storageKey, id } = (await open('')).currentVisit();
  expect(storageKey).toMatch(uuid);
  expect(id).toBe(storageKey);
});

it('keeps a UUID key, in lower case', async () => {
  const key = '9B2F6C1E-3D4A-4F5B-8C7D-0E1F2A3B4C5D';
  const visit = (await open(`?storageKey=${key}`)).currentVisit();
  expect(visit).toEqual({ storageKey: key.toLowerCase(), id: key.toLowerCase() });
});

it('keeps a safe key from elsewhere, and counts it as one visit even after a reload', async () => {
  const first = await open('?storageKey=from_the-shop7');
  first.rememberVisit();
  const visit = first.currentVisit();
  expect(visit.storageKey).toBe('from_the-shop7');
  expect(visit.id).toMatch(uuid);
  const again = await open('?storageKey=from_the-shop7');
  expect(again.currentVisit()).toEqual(visit);
  expect(again.latestVisit()).toBe('from_the-shop7');
});

it.each(['', 'a b', '<b>', '../x', 'x'.repeat(65), 'é'])('rejects %j as a key', async (key) => {
  const { storageKey } = (await open(`?storageKey=${encodeURIComponent(key)}`)).currentVisit();
  expect(storageKey).toMatch(uuid);
});
