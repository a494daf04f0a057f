import type { LiveOperation, Preloaded, UpcomingInvoice } from '@portico/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { discountedInvoice as upcoming } from '../../../test/coming-invoices.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import { wholeText } from '../../../test/whole-text.ts';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import type { RowSubject } from './plan-card.tsx';
import { SubscriptionMissing } from './subscription-missing.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

interface Shown {
  subscription?: Partial<SubscriptionDetail>;
  next?: UpcomingInvoice | null | 'failure';
  operations?: Partial<LiveOperation>[];
  changeable?: RowSubject[];
  productId?: string;
  status?: number;
}

async function show({
  subscription = {},
  next = upcoming,
  operations = [],
  changeable = [],
  productId = 'cloud',
  status = 200,
}: Shown = {}) {
  replacePreloaded({
    user: { readOnly: false } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
  });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/Events')) return answer(200, { items: [] });
    if (url.includes('/Subscriptions'))
      return answer(200, { items: [], total: 0, totalPages: 1, page: 1, pageSize: 10 });
    if (url.includes('/paymentOptions'))
      return answer(200, { items: [], total: 0, totalPages: 1, page: 1, pageSize: 100 });
    if (url.includes('/upcoming')) {
      if (next === 'failure')
        return answer(503, { code: 'ServiceUnavailable', message: 'Stripe is away', requestId: 'r' });
      return answer(200, { items: next ? [next] : [], total: 1, totalPages: 1, page: 1, pageSize: 10 });
    }
    if (status !== 200) return answer(status, { code: 'NotFound', message: 'Not found', requestId: 'r' });
    return answer(200, makeSubscription({ quantity: 8, ...subscription }));
  });
  renderWithLinks(
    <SubscriptionPage
      id={7}
      productId={productId}
      title="Subscription details"
      renderCard={({ last4 }) => last4}
      changeableOf={() => new Set(changeable)}
      renderChange={(_, subject, { onClose }) => <button type="button" onClick={onClose}>{`close ${subject}`}</button>}
      warmUp={() => {}}
      renderNeeds={() => null}
      renderPay={({ amount }) => <button type="button">{`pay ${amount}`}</button>}
      operations={operations as LiveOperation[]}
      renderUnsettled={({ kind }, name) => <p>{`${kind} of ${name} is being confirmed`}</p>}
      invoices={null}
    />,
  );
  if (status === 200 && productId === 'cloud') await screen.findByRole('heading', { level: 1, name: 'Cloud' });
}

it('the units of a plan and of its additional prices add up', async () => {
  const item = { caption: 'Team', quantity: 4, unitAmount: 4900, amount: 19_600 };
  const laptops = { kind: 'additional', caption: 'Laptop', quantity: 2, unitAmount: 1900, amount: 3800 } as const;
  await show({ subscription: { items: [{ kind: 'base', ...item }, laptops] } });
  const units = (await screen.findAllByText('Seats')).find(({ id }) => id)?.closest('dl')?.parentElement;
  expect(units?.textContent).toBe('Seats4 seatsLaptop × 2, $38.00$49.00 each a month$234.00$234.00');
});

describe('the next payment', () => {
  it('is split into card and credit, with the later payments after the discount', async () => {
    await show();
    expect(await screen.findByText('Card $418.46')).toBeDefined();
    expect(screen.getByText('Credit $120.00')).toBeDefined();
    expect(screen.getByText('$673.08')).toBeDefined();
    const invoice = screen.getByRole('heading', { name: 'Next invoice' }).parentElement as HTMLElement;
    for (const words of ['8 seats × $79.00', '20% off, THANKYOU20', '($126.40)', '$32.86', '($120.00)', '$418.46'])
      expect(within(invoice).getByText(words)).toBeDefined();
  });

  it.each([
    [{ amountDue: 53_886, creditBefore: 0 }, ['Owed from before', '$0.40', '$538.86']],
    [
      { total: 30, amountDue: 0, creditBefore: 0, carriedOver: 30 },
      ['Too little to be charged alone: added to your next invoice', '($0.30)', '$0.00'],
    ],
  ])('shows the amount carried over: %o', async (change, words) => {
    await show({ next: { ...upcoming, ...change } });
    await screen.findByText(words[0] as string);
    const invoice = screen.getByRole('heading', { name: 'Next invoice' }).parentElement as HTMLElement;
    for (const word of words) expect(within(invoice).getByText(word)).toBeDefined();
    expect(within(invoice).queryByText('Your credit')).toBeNull();
  });

  it('shows the year of a distant period and charge', async () => {
    const now = new Date();
    await show({
      subscription: {
        paymentMethod: { brand: 'visa', last4: '4242', expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() },
      } as Partial<SubscriptionDetail>,
      next: { ...upcoming, periodEnd: '2099-12-01T12:00:00Z' },
    });
    expect(await screen.findByText(wholeText('Dec 1, 2098, for Dec 1, 2098 to Dec 1, 2099'))).toBeTruthy();
    expect(await screen.findByText('Replace it before the charge of Dec 1, 2098')).toBeTruthy();
  });

  it.each([
    [{}, true],
    [{ cancelAt: '2099-12-01T12:00:00Z' }, false],
  ])(
    'shows that the card was declined, and is charged again if the subscription renews: %o',
    async (change, isCharged) => {
      const declinedAt = '2098-11-17T12:00:00Z';
      const paymentMethod = { brand: 'visa', last4: '0341', expMonth: 1, expYear: 2150, declinedAt };
      await show({ subscription: { ...change, paymentMethod } as Partial<SubscriptionDetail> });
      expect(await screen.findByText(/^Declined Nov 17/)).toBeTruthy();
      const words = 'It is charged again next time, unless you choose another card';
      expect(screen.queryByText(words) !== null).toBe(isCharged);
    },
  );

  it('is unknown if the provider does not answer, with the price before tax', async () => {
    await show({ next: 'failure' });
    expect(await screen.findByText('The next invoice is not known now', {}, { timeout: 15_000 })).toBeDefined();
    expect(screen.getByText('Next payment, before tax')).toBeDefined();
  }, 30_000);

  it('shows that only the price is known, not a charge with tax (INV-30)', async () => {
    await show({ next: { ...upcoming, stale: true, isEstimate: true } });
    expect(
      await screen.findByText('An estimate before tax and discounts: the payment provider does not answer now.'),
    ).toBeDefined();
    expect(screen.getByText('Next payment, before tax')).toBeDefined();
    expect(screen.queryByText('From then on, with tax')).toBeNull();
  });

  it('shows that the figures are outdated', async () => {
    await show({ next: { ...upcoming, stale: true } });
    expect((await screen.findAllByText(/the payment provider does not answer now/)).length).toBe(2);
  });
});

describe('the seats in use', () => {
  it('are a gauge, with the number of free seats and a link to the devices', async () => {
    await show({ subscription: { seats: { inUse: 6, total: 8, licenseId: 3 } } });
    const gauge = screen.getByRole('meter', { name: 'Seats' });
    expect([gauge.getAttribute('aria-valuenow'), gauge.getAttribute('aria-valuemax')]).toEqual(['6', '8']);
    expect(screen.getByText('6 of 8 in use')).toBeDefined();
    expect(screen.getByText('2 free')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Who uses them' }).getAttribute('href')).toBe('/Billing/Licenses/3');
  });

  it.each([
    [{ inUse: 9, total: 8, licenseId: 3 }, '1 too many', true],
    [{ inUse: 8, total: 8, licenseId: 3 }, 'All in use', true],
    [{ inUse: 6, total: null, licenseId: 3 }, 'Without a limit', false],
    [null, '8 seats', false],
  ])('show for %o: %s', async (seats, words, hasGauge) => {
    await show({ subscription: { seats } });
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(screen.queryByRole('meter') !== null).toBe(hasGauge);
  });
});

describe('a subscription in a special state', () => {
  it('ends: shows the day, no next invoice, and that it has to be restored first', async () => {
    await show({
      subscription: { cancelAt: '2098-12-22T12:00:00Z', restoreAllowed: true, cancellationAllowed: false },
      next: null,
    });
    expect(screen.getAllByText('Dec 22, 2098').length).toBeGreaterThan(0);
    expect(
      screen.getByText(wholeText('It ends on Dec 22, 2098. Restore it to change anything but its card.')),
    ).toBeDefined();
    expect(await screen.findByText('If you restore it, before tax')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Next invoice' })).toBeNull();
  });

  it('is unpaid: shows the debt, the reason, and a payment button', async () => {
    const unpaid = {
      invoiceId: 'in_1',
      amount: 4793,
      currency: 'usd',
      hostedInvoiceUrl: null,
      dueDate: null,
      failedAt: '2026-11-20T12:00:00Z',
      nextAttempt: '2026-11-25T12:00:00Z',
      isLastAttempt: false,
      tries: 1,
      card: { brand: 'jcb', last4: '0505' },
    };
    await show({ subscription: { status: 3, unpaid } });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('$47.93 is unpaid.');
    expect(alert.textContent).toContain('JCB');
    expect(alert.textContent).toContain('tried again on Nov 25, 2026');
    expect(within(alert).getByRole('button', { name: 'pay 4793' })).toBeDefined();
  });

  it('has an invoice that is due later: shows its day without alarm, and a payment button', async () => {
    const unpaid = {
      invoiceId: 'in_1',
      amount: 4793,
      currency: 'usd',
      hostedInvoiceUrl: null,
      dueDate: '2098-12-15T12:00:00Z',
      failedAt: null,
      nextAttempt: null,
      isLastAttempt: false,
      tries: 0,
      card: null,
    };
    await show({ subscription: { unpaid } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/^\$47\.93 is due on/).textContent).toBe('$47.93 is due on Dec 15, 2098.');
    expect(screen.getByRole('button', { name: 'pay 4793' })).toBeDefined();
  });

  it.each([
    ['unpaid', 'It ended because it was not paid.'],
    ['canceled', 'It was canceled.'],
    ['trialEnded', 'The trial is over.'],
  ] as const)('has ended (%s): shows why, and that no subscription is active', async (endReason, words) => {
    await show({ subscription: { status: 4, endReason, expirationDate: '2026-10-01T12:00:00Z' }, next: null });
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(await screen.findByText(/An active subscription to Cloud was not found/)).toBeDefined();
  });

  it('is free: nothing is paid', async () => {
    await show({ subscription: { amount: 0 }, next: null });
    expect(screen.getByText('This plan is free.')).toBeDefined();
  });
});

describe('the changeable parts of a subscription', () => {
  it('open in their rows, one at a time, and restore the focus', async () => {
    await show({ changeable: ['quantity', 'card'] });
    expect(screen.queryByRole('button', { name: 'Change Plan' })).toBeNull();
    const change = screen.getByRole('button', { name: 'Change Seats' });
    await userEvent.click(change);
    expect(change.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Change Payment method' }));
    expect(screen.queryByText('close quantity')).toBeNull();
    await userEvent.click(screen.getByText('close card'));
    expect(screen.queryByText('close card')).toBeNull();
    await vi.waitFor(
      () => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Payment method' })),
      20_000,
    );
  });

  const buttons = () => [
    screen.queryByRole('button', { name: 'Change Seats' }) && 'Change',
    screen.queryByRole('button', { name: 'Cancel subscription' }) && 'Cancel',
  ];
  const change = { kind: 'purchase', productId: 'cloud' } as const;

  it.each([
    [
      'include everything while only an operation of another product is pending',
      { ...change, productId: 'desktop', status: 'pending' },
      ['Change', 'Cancel'],
    ],
    ['are empty while a change of the product is pending', { ...change, status: 'pending' }, [null, null]],
    [
      'are only the cancellation while a change waits for its cardholder',
      { ...change, status: 'requiresAction' },
      [null, 'Cancel'],
    ],
  ] as const)('%s', async (_, operation, expected) => {
    await show({ changeable: ['quantity'], operations: [operation] });
    expect(buttons()).toEqual(expected);
    expect(screen.queryByText('purchase of Cloud is being confirmed') !== null).toBe(operation.productId === 'cloud');
  });
});

it.each([
  ['unknown id', { status: 404 }],
  ['subscription of another product', { productId: 'desktop' }],
])('the page reports that a subscription does not exist: %s', async (_, shown) => {
  await show(shown);
  expect(await screen.findByText('This subscription was not found')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('the page of a missing subscription offers the plans of a product that is not bought', async () => {
  replacePreloaded({ user: { readOnly: false } as NonNullable<Preloaded['user']> });
  renderWithLinks(<SubscriptionMissing title="Subscription" product={{ id: 'cloud', displayName: 'Cloud' }} />);
  expect(await screen.findByText('You have no active subscription to Cloud')).toBeDefined();
  expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/Products/cloud/Subscription');
});
