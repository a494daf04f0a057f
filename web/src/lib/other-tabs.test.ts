import { afterEach, expect, it, vi } from 'vitest';
import { announceHoldings, followOtherTabs } from './other-tabs.ts';
import { createQueryClient } from './query-client.ts';

const leave: (() => void)[] = [];
afterEach(() => {
  for (const end of leave.splice(0)) end();
});

it('makes other tabs ask anew for what they show, but not for the figures of a purchase', async () => {
  const here = createQueryClient();
  const there = createQueryClient();
  for (const client of [here, there]) {
    client.setQueryData(['products', 'veriscan', 'plans'], 'before');
    client.setQueryData(['purchase-quote', 'veriscan'], 'as confirmed');
  }
  leave.push(followOtherTabs(there));
  announceHoldings(here);
  for (const client of [here, there]) {
    const isOutdated = (key: string[]) => client.getQueryState(key)?.isInvalidated;
    await vi.waitFor(() => expect(isOutdated(['products', 'veriscan', 'plans'])).toBe(true));
    expect(isOutdated(['purchase-quote', 'veriscan'])).toBe(false);
  }
});
