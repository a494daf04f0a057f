import type { BillingActivity, Preloaded } from '@portico/contract';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { ActivityCard } from './activity-card.tsx';

const money = { at: '2026-11-19T06:00:00.000Z', currency: 'usd' };
const visa = { brand: 'visa', last4: '4242' };
const about = { subscriptionId: 7, productId: 'sdk', productName: 'Parsing SDK' };

function show(items: BillingActivity[]) {
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  vi.stubGlobal('fetch', async () => answer(200, { items }));
  renderWithLinks(<ActivityCard />);
}

it.each<[string, BillingActivity, string, string | null]>([
  [
    'a payment',
    { kind: 'paid', id: 'ch_1', ...money, amount: 42_387, card: visa, paymentId: 'pi_1' },
    'Paid with Visa ••••\u00a04242',
    '/Billing/Payments/pi_1/Details',
  ],
  [
    'a declined card',
    { kind: 'declined', id: 'ch_1', ...money, amount: 42_387, card: visa, paymentId: 'pi_1' },
    'Visa ••••\u00a04242 declined',
    '/Billing/Payments/pi_1/Details',
  ],
  [
    'a charge without a payment',
    { kind: 'paid', id: 'ch_1', ...money, amount: 42_387, card: null, paymentId: null },
    'Paid',
    null,
  ],
  [
    'a refund',
    { kind: 'refunded', id: 're_1', ...money, amount: 42_387, paymentId: 'pi_1' },
    'Refund',
    '/Billing/Payments/pi_1/Details',
  ],
  [
    'a credit, in the vendor’s words',
    { kind: 'credited', id: 'cbtxn_1', ...money, amount: 42_387, description: 'Credit for an outage' },
    'Credit for an outage',
    null,
  ],
  [
    'a cancellation',
    { kind: 'canceled', id: '1', at: money.at, ...about },
    'Parsing SDK canceled',
    '/Products/sdk/Subscription/7',
  ],
])('the activity card shows %s', async (_, activity, words, address) => {
  show([activity]);
  const row = within((await screen.findByText(words.replace('\u00a0', ' '))).closest('li') as HTMLElement);
  const link = row.queryByRole('link', { name: words });
  expect(link?.getAttribute('href') ?? null).toBe(address);
  if ('amount' in activity) expect(row.getByText('$423.87')).toBeTruthy();
  expect(row.getByText(/Nov \d+, 2026/).getAttribute('title')).toMatch(/^11\/\d\d\/2026 \d+:\d\d [AP]M$/);
});

it('the activity card shows a message if nothing has happened', async () => {
  show([]);
  expect(await screen.findByText('Nothing has happened yet')).toBeTruthy();
});
