import type { Preloaded } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import { CurrentSubscription } from './current-subscription.tsx';

const subscription = makeSubscription({ quantity: 3, unit: { one: 'seat', other: 'seats' } });
const charge = { amountDue: 0, currency: 'usd', recurringCharges: [{ total: 26_398, until: null }], isEstimate: false };

function show(next: object | null, change: Partial<typeof subscription> = {}) {
  replacePreloaded({
    user: { isAdmin: true, readOnly: false } as Preloaded['user'],
    features: ['billing', 'customerAdmin'],
  });
  const fetched = vi.fn(async () => answer(200, { items: next ? [next] : [] }));
  vi.stubGlobal('fetch', fetched);
  renderWithLinks(<CurrentSubscription subscription={{ ...subscription, ...change }} />);
  return fetched;
}

it('the current subscription shows its quantity, the price before tax, and the next charge', async () => {
  show(charge);
  expect(await screen.findByText('Next charge: $0.00')).toBeTruthy();
  expect(screen.getByText('3 seats')).toBeTruthy();
  expect(screen.getByText('$30.00 / month before tax')).toBeTruthy();
});

it('the current subscription shows when a discount ends', async () => {
  const until = '2098-02-22T12:00:00Z';
  const recurringCharges = [
    { total: 26_398, until },
    { total: 32_998, until: null },
  ];
  show({ ...charge, amountDue: 26_398, recurringCharges });
  expect(await screen.findByText('$263.98 until Feb 22, 2098, then $329.98, with tax')).toBeTruthy();
});

it('the current subscription does not present an estimate before tax as a charge', async () => {
  show({ ...charge, isEstimate: true });
  await vi.waitFor(() => expect(screen.getByText('3 seats')).toBeTruthy(), 20_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText(/Next charge/)).toBeNull();
});

it('the current subscription does not request the next charge while its first payment is pending', async () => {
  const fetched = show(charge, { status: 2, statusTitle: 'Pending' });
  await vi.waitFor(() => expect(screen.getByText('3 seats')).toBeTruthy(), 20_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(fetched).not.toHaveBeenCalled();
});
