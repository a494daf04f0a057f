import type { AttentionItem, Preloaded } from '@portico/contract';
import { fireEvent, renderHook, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cardReplacementRequest } from '../../../lib/card-replacement-request.ts';
import { paymentRequest } from '../../../lib/payment-request.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { useRequestedAction } from '../../../lib/requested-action.ts';
import { makeEnding, makeExpiringCard, makeMissingCard, makeUnpaid } from '../../../test/attention.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { wholeText } from '../../../test/whole-text.ts';
import type { Confirming } from '../model/needs.ts';
import { AttentionBanner } from './attention-banner.tsx';
import { Needs } from './needs.tsx';

const become = (user: Partial<NonNullable<Preloaded['user']>>) =>
  replacePreloaded({
    user: { readOnly: false, isAdmin: true, ...user } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
  });

function serve(items: readonly AttentionItem[]) {
  const fetch = vi.fn(async () => answer(200, { items }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const showNeeds = (items: readonly AttentionItem[], confirming: readonly Confirming[] = []) => {
  serve(items);
  renderWithLinks(
    <Needs confirming={confirming} renderKeep={(item) => <button type="button">Keep {item.productName}</button>} />,
  );
};

const row = async (words: RegExp) => within((await screen.findByText(wholeText(words))).closest('li') as HTMLElement);
const isPrimary = (element: HTMLElement) => element.classList.contains('bg-accent');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  become({});
});

describe('Needs', () => {
  it('shows a row for each need, and a primary button for the most urgent one', async () => {
    showNeeds([makeUnpaid(), makeEnding(), makeExpiringCard()]);
    const unpaid = await row(/^\$47\.93 is past due for Age Check – Team$/);
    const words =
      'Mastercard •••• 4444 was declined on Nov 17. We try again on Nov 24. Access ends on Dec 1 if it is still unpaid.';
    expect(unpaid.getByText(wholeText(words))).toBeTruthy();
    const pay = unpaid.getByRole('button', { name: /^Pay \$47\.93/ });
    expect(isPrimary(pay)).toBe(true);
    fireEvent.click(pay);
    expect(paymentRequest.get()).toBe('in_1');
    const ending = await row(/^Parsing SDK ends on Dec 19$/);
    expect(
      ending.getByText(
        wholeText('It was canceled on Nov 20. If you keep it, it renews that day for $423.87, before tax.'),
      ),
    ).toBeTruthy();
    expect(ending.getByRole('button', { name: 'Keep Parsing SDK' })).toBeTruthy();
    const card = await row(/^Visa •••• 4242 expires on Dec 31$/);
    expect(card.getByText(wholeText('It pays for Cloud. Replace it before the charge of Jan 1.'))).toBeTruthy();
    const replace = card.getByRole('button', { name: 'Replace card' });
    expect(isPrimary(replace)).toBe(false);
    fireEvent.click(replace);
    expect(cardReplacementRequest.get()).toEqual({ paymentMethodId: 'pm_1' });
    expect(screen.getByRole('region', { name: 'What needs you' })).toBeTruthy();
  });

  it('shows an invoice that is due later after more urgent needs', async () => {
    const later = { dueDate: '2026-12-15T12:00:00Z', failedAt: null, nextAttempt: null, card: null };
    showNeeds([makeUnpaid({ ...later, invoiceId: 'in_2' }), makeUnpaid()]);
    await row(/^\$47\.93 is past due for Age Check – Team$/);
    const rows = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(rows[0]).toContain('is past due');
    expect(rows[1]).toContain('$47.93 for Age Check – Team is due on Dec 15');
  });

  it('shows why a subscription ended, with one device in the singular', async () => {
    const unpaid = makeUnpaid();
    if (!unpaid.subscription) throw new Error('made without its subscription');
    showNeeds([
      { ...unpaid, nextAttempt: null, subscription: { ...unpaid.subscription, quantity: 1, hasEnded: true } },
    ]);
    const words = /The subscription ended because it was not paid\. Your device keeps working until Dec 1\./;
    expect((await row(/is past due for/)).getByText(wholeText(words))).toBeTruthy();
  });

  it('shows no buttons to pay or to keep a subscription to read-only users', async () => {
    become({ readOnly: true });
    showNeeds([makeUnpaid({ hostedInvoiceUrl: null }), makeEnding()]);
    expect((await row(/is past due for/)).queryByRole('link')).toBeNull();
    expect(
      (await row(/is past due for/)).getByText(/The owner and the admins of your account can pay it/),
    ).toBeTruthy();
    expect((await row(/^Parsing SDK ends on/)).getByRole('link', { name: /^Details/ }).getAttribute('href')).toBe(
      '/Products/sdk/Subscription/5',
    );
  });

  it('shows an operation that waits for the cardholder, with a link to it', async () => {
    showNeeds([], [{ id: 'op', productId: 'cloud', name: 'Cloud', needsCardholder: true }]);
    const confirm = await row(/^Your payment for Cloud waits for your confirmation$/);
    expect(confirm.getByRole('link', { name: /^Confirm payment/ }).getAttribute('href')).toBe(
      '/Products/cloud/Subscription',
    );
  });

  it('shows subscriptions without a card, with a link to change it', async () => {
    showNeeds([makeMissingCard(), makeEnding()]);
    const missing = await row(/^No card pays for Cloud$/);
    expect(
      missing.getByText(
        wholeText('Without one the charge of Dec 22 fails, and the subscription ends if it stays unpaid.'),
      ),
    ).toBeTruthy();
    const choose = missing.getByRole('link', { name: /^Choose a card/ });
    expect(choose.getAttribute('href')).toBe('/Products/cloud/Subscription/7');
    expect(isPrimary(choose)).toBe(true);
    const begun = vi.fn();
    renderHook(() => useRequestedAction('changeCard', 7, begun));
    fireEvent.click(choose);
    expect(begun).toHaveBeenCalledOnce();
  });

  it('shows nothing if nothing needs attention', async () => {
    const fetch = serve([]);
    const { container } = renderWithLinks(<Needs confirming={[]} renderKeep={() => null} />);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), 20_000);
    expect(container.childElementCount).toBe(0);
  });

  it('reports a failure to load, and retries on request', async () => {
    let fails = true;
    vi.stubGlobal('fetch', async () =>
      fails
        ? answer(500, { code: 'InternalError', message: 'Something broke', requestId: 'r1' })
        : answer(200, { items: [makeEnding()] }),
    );
    renderWithLinks(<Needs confirming={[]} renderKeep={() => null} />);
    expect(await screen.findByText('What needs you could not be loaded')).toBeTruthy();
    fails = false;
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(await screen.findByText(wholeText('Parsing SDK ends on Dec 19'))).toBeTruthy();
  });
});

describe('AttentionBanner', () => {
  it('shows the unpaid invoices of one product, with a payment button', async () => {
    serve([makeUnpaid(), makeUnpaid({ invoiceId: 'in_2', subscription: null })]);
    renderWithLinks(<AttentionBanner productId="age-check" />);
    expect(await screen.findByText('$47.93 is past due for Age Check – Team.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent?.replace(/\s+/g, ' ')).toContain(
      'Mastercard •••• 4444 was declined on Nov 17. We try again on Nov 24. Access ends on Dec 1 if it is still unpaid.',
    );
    paymentRequest.set(null);
    fireEvent.click(screen.getByRole('button', { name: /^Pay now/ }));
    expect(paymentRequest.get()).toBe('in_1');
  });

  it('shows an invoice that is due later without alarm, with its day and the exact time in a tooltip (ATT-7)', async () => {
    serve([makeUnpaid({ dueDate: '2026-12-15T12:00:00Z', failedAt: null, nextAttempt: null, card: null })]);
    renderWithLinks(<AttentionBanner />);
    const status = await screen.findByRole('status');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(status.textContent).toContain('$47.93 for Age Check – Team is due on Dec 15.');
    expect(status.textContent).not.toContain('unpaid');
    expect(within(status).getByText('Dec 15').getAttribute('title')).toMatch(/^12\/15\/2026 \d+:00 [AP]M$/);
    expect(within(status).getByRole('button', { name: /^Pay now/ })).toBeTruthy();
  });

  it('shows that a sent invoice is overdue', async () => {
    serve([makeUnpaid({ dueDate: '2026-11-18T12:00:00Z', failedAt: null, nextAttempt: null, card: null })]);
    renderWithLinks(<AttentionBanner />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('$47.93 is past due for Age Check – Team. It was due on Nov 18.');
  });

  it('shows the deadline if no other attempt follows', async () => {
    serve([makeUnpaid({ isLastAttempt: true })]);
    renderWithLinks(<AttentionBanner />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The last try is on Nov 24. The subscription ends if it fails.',
    );
  });

  it('shows the total of several invoices, and each invoice with its payment button', async () => {
    serve([makeUnpaid(), makeUnpaid({ invoiceId: 'in_2', amount: 207, subscription: null })]);
    renderWithLinks(<AttentionBanner />);
    expect(await screen.findByText('$50.00 is past due.')).toBeTruthy();
    expect(screen.getByText('$47.93 is past due for Age Check – Team.')).toBeTruthy();
    expect(screen.getByText(/They are 2 invoices\./)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Pay \$2\.07/ }));
    expect(paymentRequest.get()).toBe('in_2');
  });

  it('shows subscriptions without a card, optionally of one product, to users who can choose a card', async () => {
    serve([makeMissingCard(), makeMissingCard({ subscriptionId: 8, productId: 'sdk', productName: 'Parsing SDK' })]);
    become({ readOnly: true });
    renderWithLinks(<AttentionBanner productId="SDK" />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('No card pays for Parsing SDK.');
    expect(alert.textContent).toContain('The owner and the admins of your account can choose a card.');
    expect(within(alert).queryByRole('link')).toBeNull();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('sends no request for users who may not see billing', () => {
    replacePreloaded({ user: { readOnly: false } as NonNullable<Preloaded['user']>, features: ['customerAdmin'] });
    const fetch = serve([makeUnpaid()]);
    const { container } = renderWithLinks(<AttentionBanner />);
    expect(fetch).not.toHaveBeenCalled();
    expect(container.childElementCount).toBe(0);
  });
});
