import { expect, it } from 'vitest';
import { makeSubscription } from '../../test/subscriptions.ts';
import { offersFor } from './cancel/cancel-dialog.tsx';
import { listLosses } from './cancellation-losses.ts';

const until = '2026-12-01T00:00:00Z';
const subscription = makeSubscription({ quantity: 5, expirationDate: until });
const addon = { kind: 'addon' as const, caption: 'Support', quantity: 1, unitAmount: 500, amount: 500 };
const discount = { name: 'Welcome', code: 'WELCOME', amount: 600, until: '2027-02-22T00:00:00Z' };

it('the losses of a cancellation include the devices in use, or the quantity if none is in use', () => {
  const seats = { licenseId: 1, inUse: 3, total: 5 };
  expect(listLosses({ ...subscription, seats })).toEqual([{ kind: 'devices', inUse: 3 }]);
  expect(listLosses({ ...subscription, seats: { ...seats, inUse: 0 } })).toEqual([{ kind: 'quantity', quantity: 5 }]);
  expect(listLosses(subscription)).toEqual([{ kind: 'quantity', quantity: 5 }]);
  expect(listLosses({ ...subscription, quantity: 0 })).toEqual([]);
});

it('the losses of a cancellation include add-ons, the link, and discounts that would outlast the paid period', () => {
  const full = { ...subscription, items: [addon], discounts: [discount], productUrlCaption: 'Download' };
  expect(listLosses(full).slice(1)).toEqual([
    { kind: 'addons', captions: ['Support'] },
    { kind: 'discount', name: 'Welcome', until: discount.until },
    { kind: 'link' },
  ]);
  const over = { ...discount, until: '2026-11-30T00:00:00Z' };
  expect(listLosses({ ...subscription, discounts: [over] })).toHaveLength(1);
  expect(listLosses({ ...subscription, discounts: [{ ...discount, until: null }] })).toHaveLength(2);
});

it('the losses of a cancellation include a trial that cannot be started again', () => {
  expect(listLosses({ ...subscription, trial: true })).toContainEqual({ kind: 'trial' });
});

it('the offers for a cancellation are those that name the reason first, then those for every reason', () => {
  const talk = { id: 'talk', kind: 'contact' as const, reasons: [], text: null, url: 'mailto:a@vendor.example' };
  const help = { ...talk, id: 'help', reasons: ['too_complex' as const] };
  expect(offersFor([talk, help], null)).toEqual([talk]);
  expect(offersFor([talk, help], 'too_complex')).toEqual([help, talk]);
  expect(offersFor([talk, help], 'unused')).toEqual([talk]);
});
