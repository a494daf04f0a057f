import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { announceHoldings, followOtherTabs } from './other-tabs.ts';
import { createQueryClient } from './query-client.ts';

vi.resetModules();
const otherTab = await import('./other-tabs.ts');

const leave: (() => void)[] = [];
afterEach(() => {
  for (const end of leave.splice(0)) end();
});

it('makes other tabs refetch their data, except the figures of a purchase', async () => {
  const here = createQueryClient();
  const there = createQueryClient();
  for (const client of [here, there]) {
    client.setQueryData(['catalog', 'plans', 'veriscan'], 'before');
    client.setQueryData(['purchase', 'quote', 'veriscan'], 'as confirmed');
  }
  leave.push(otherTab.followOtherTabs(there));
  await announceHoldings(here);
  for (const client of [here, there]) {
    const isOutdated = (key: string[]) => client.getQueryState(key)?.isInvalidated;
    await waitFor(() => expect(isOutdated(['catalog', 'plans', 'veriscan'])).toBe(true));
    expect(isOutdated(['purchase', 'quote', 'veriscan'])).toBe(false);
  }
});

it('a tab refetches only once after its own announcement', async () => {
  const here = createQueryClient();
  const there = createQueryClient();
  const asked = vi.spyOn(here, 'invalidateQueries');
  const heard = vi.spyOn(there, 'invalidateQueries');
  leave.push(followOtherTabs(here), otherTab.followOtherTabs(there));
  await announceHoldings(here);
  await waitFor(() => expect(heard).toHaveBeenCalledOnce());
  expect(asked).toHaveBeenCalledOnce();
});
