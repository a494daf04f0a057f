import type { Preloaded } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeAddon, makePlan, makePricePlan } from '../../../test/plans.ts';
import { makeRoutes } from '../../../test/purchase-flow.tsx';
import { makeEstimate, makeInvoice, makePurchaseResult, makeQuote } from '../../../test/purchases.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import { ChangePanel, type ChangePanelProps } from './change-panel.tsx';

const authenticateCardholder = vi.hoisted(() => vi.fn<(clientSecret: string) => Promise<string | null>>());
vi.mock('../../../lib/authenticate-cardholder.ts', () => ({ authenticateCardholder }));

const unit = { one: 'seat', other: 'seats' };
const addons = [
  makeAddon({ id: 'alerts', caption: 'Alerts', prices: [{ id: 'a', caption: 'Ten', amount: 1, isUsed: false }] }),
];
const plans = [
  makePlan({
    pricePlans: [makePricePlan({ currentDeviceCount: 5, additionalPrices: [], addons })],
    subscribeAction: 'ChangeOptions',
  }),
];
const held = {
  ...makeSubscription({ subscriptionPlanId: 'pro', subscriptionPlanName: 'Professional', quantity: 5 }),
  unit,
};
const waiting = makePurchaseResult({ status: 'requiresAction', clientSecret: 'pi_1_secret_1' });
const problem = (code: string, message: string, more: object = {}) => ({ code, message, requestId: 'r', ...more });

type Given = Partial<Record<'EstimatePurchase' | 'PreviewPurchase' | 'Purchase' | 'look' | 'upcoming', () => Response>>;

/** Opens a row. */
function openRow(given: Given = {}, card: string | null = 'pm_own', change: Partial<ChangePanelProps> = {}) {
  const answers = {
    EstimatePurchase: () => answer(200, makeEstimate(4038, 60_000)),
    PreviewPurchase: () => answer(200, makeQuote(4038, 60_000)),
    Purchase: () => answer(200, makePurchaseResult({ amountPaid: 4038 })),
    look: () => answer(200, makePurchaseResult({ amountPaid: 4038 })),
    upcoming: () => answer(200, { items: [{ amountDue: 60_000, created: '2026-12-20T12:00:00Z' }] }),
    ...given,
  };
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  const fetched = vi.fn(async (url: string, _init: RequestInit) => {
    const last =
      url
        .split(/[/?]/)
        .filter((part) => !part.includes('='))
        .at(-1) ?? '';
    return last in answers ? answers[last as keyof typeof answers]() : answers.look();
  });
  vi.stubGlobal('fetch', fetched);
  const [onClose, onChangeCard] = [vi.fn(), vi.fn()];
  renderUi(
    makeRoutes()(
      <ChangePanel
        subject="quantity"
        productId="veriscan"
        subscriptionId={7}
        plans={plans}
        held={held}
        paymentMethodId={card}
        card={card && 'Visa •••• 4242'}
        onCardRefused={() => {}}
        onChangeCard={onChangeCard}
        fullFlow={<p>the whole flow</p>}
        onClose={onClose}
        {...change}
      />,
    ),
  );
  const sent = (path: string) =>
    fetched.mock.calls.filter(([url]) => url.endsWith(path)).map(([, { body }]) => JSON.parse(String(body)));
  return { sent, onClose, onChangeCard };
}

/** Opens the quantity's row with one more unit, for $40.38 today. */
async function open(...given: Parameters<typeof openRow>) {
  const opened = openRow(...given);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  return opened;
}

const pay = async (words = 'Add 1 seat and pay $40.38') => {
  const button = await screen.findByRole('button', { name: words });
  await waitFor(() => expect(button.matches(':disabled, [aria-disabled=true]')).toBe(false));
  await userEvent.click(button);
};

beforeEach(() => void authenticateCardholder.mockReset().mockResolvedValue(null));

describe("a change in a row of the subscription's page", () => {
  it("is bought for the amount on the button, with the subscription's card", async () => {
    const { sent, onClose } = await open();
    expect(await screen.findByText('Charged to Visa •••• 4242')).toBeTruthy();
    await pay();
    expect(await screen.findByText('Your subscription is changed')).toBeTruthy();
    expect(sent('/Purchase')).toMatchObject([
      { items: [{ quantity: 6 }], paymentMethodId: 'pm_own', taxTransactionId: 'quote_1' },
    ]);
    expect(await screen.findByText(/You paid \$40.38 today. \$600.00 is due Dec 20, 2026/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is not bought at another price than the one shown; the new price is shown first (CHG-7)', async () => {
    let price = 4038;
    const { sent } = await open({
      EstimatePurchase: () => answer(200, makeEstimate(price, 60_000)),
      PreviewPurchase: () => {
        price = 5000;
        return answer(200, makeQuote(price, 60_000));
      },
    });
    await pay();
    expect(await screen.findByText('The price has changed in the meantime. Please look at it again.')).toBeTruthy();
    expect(sent('/Purchase')).toEqual([]);
    await pay('Add 1 seat and pay $50.00');
    expect(await screen.findByText('Your subscription is changed')).toBeTruthy();
    expect(sent('/Purchase')).toHaveLength(1);
  });

  it('sends no card if nothing is due', async () => {
    const { sent } = await open({
      EstimatePurchase: () => answer(200, makeEstimate(0, 60_000)),
      PreviewPurchase: () => answer(200, makeQuote(0, 60_000)),
    });
    await screen.findByRole('button', { name: 'Add 1 seat, nothing due today' });
    expect(screen.queryByText(/^Charged to/)).toBeNull();
    await pay('Add 1 seat, nothing due today');
    expect(await screen.findByText('Your subscription is changed')).toBeTruthy();
    expect(sent('/Purchase')[0]).not.toHaveProperty('paymentMethodId');
  });

  it('shows the next charge from the next invoice if another subscription uses the credit first', async () => {
    const update = makeInvoice(-4038, { creditAfter: 5038 });
    const less = { subscriptionUpdateInvoiceDetails: update };
    await open({
      EstimatePurchase: () => answer(200, makeEstimate(0, 60_000, less)),
      PreviewPurchase: () => answer(200, makeQuote(0, 60_000, less)),
      upcoming: () => answer(200, { items: [{ amountDue: 58_000, created: '2026-12-21T12:00:00Z' }] }),
    });
    await pay('Add 1 seat, nothing due today');
    expect(await screen.findByText(/\$50.38 of credit is left. \$580.00 is due Dec 21, 2026/)).toBeTruthy();
  });

  it('shows the estimated next charge if the next invoice is unavailable', async () => {
    await open({ upcoming: () => answer(404, problem('NotFound', 'Not found')) });
    await pay();
    expect(await screen.findByText(/\$600.00 is due Dec 20, 2026/)).toBeTruthy();
  });

  it('follows a payment with an unknown outcome, without a button to pay again', async () => {
    let look = () => answer(200, makePurchaseResult({ status: 'pending' }));
    await open({ Purchase: () => answer(200, makePurchaseResult({ status: 'pending' })), look: () => look() });
    await pay();
    expect(await screen.findByText('Your change is being confirmed')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    look = () => answer(200, makePurchaseResult({ amountPaid: 4038 }));
    expect(await screen.findByText('Your subscription is changed', {}, { timeout: 20_000 })).toBeTruthy();
  });

  it('explains that another change is pending, and buys nothing', async () => {
    await open({ Purchase: () => answer(409, problem('ChangeUnderWay', 'Something else is being confirmed.')) });
    await pay();
    expect(await screen.findByText(/This one was not made, and you are not charged for it/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /Add 1 seat/ }).matches(':disabled, [aria-disabled=true]')).toBe(true);
  });

  it('offers another card if this one was declined', async () => {
    const { onChangeCard } = await open({
      Purchase: () => answer(402, problem('CardError', 'Your card was declined.')),
    });
    await pay();
    expect(await screen.findByText('Your card was declined.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Use another card' }));
    expect(onChangeCard).toHaveBeenCalledOnce();
  });

  it('says why a plan for fewer units than are in use cannot be chosen', async () => {
    const message = 'This plan includes at most 1 seat.';
    const propertyErrors = { 'items.0.quantity': [message] };
    const free = makePlan({
      id: 'free',
      name: 'Free',
      maxQuantity: 1,
      pricePlans: [makePricePlan({ id: 'free-month', usedSubscriptionsCount: 5, additionalPrices: [] })],
    });
    openRow({ EstimatePurchase: () => answer(422, problem('ValidationError', message, { propertyErrors })) }, null, {
      subject: 'plan',
      plans: [...plans, free],
    });
    await userEvent.click(screen.getByRole('radio', { name: /Free/ }));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.getByText(/5 are in use\./)).toBeTruthy();
  });

  it('links to the whole purchase flow if an address is missing', async () => {
    const propertyErrors = { 'shippingDetails.address': ['Enter the address.'] };
    await open({
      PreviewPurchase: () => answer(422, problem('ValidationError', 'Enter the address.', { propertyErrors })),
    });
    await pay();
    expect(await screen.findByText('the whole flow')).toBeTruthy();
  });
});

describe('a change that waits for the cardholder', () => {
  it('is made once the cardholder has confirmed', async () => {
    await open({ Purchase: () => answer(200, waiting) });
    await pay();
    expect(await screen.findByText('Your subscription is changed')).toBeTruthy();
    expect(authenticateCardholder.mock.calls.map(([secret]) => secret)).toEqual(['pi_1_secret_1']);
  });

  it('explains that it still waits if the cardholder did not confirm, and can be confirmed later', async () => {
    let look = waiting;
    authenticateCardholder.mockResolvedValue('Not authenticated.');
    await open({ Purchase: () => answer(200, waiting), look: () => answer(200, look) });
    await pay();
    expect(await screen.findByText('Your bank has not confirmed the payment')).toBeTruthy();
    expect(screen.getByText('Not authenticated.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Add 1 seat/ })).toBeNull();
    authenticateCardholder.mockImplementation(async () => {
      look = makePurchaseResult({ amountPaid: 4038 });
      return null;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Confirm payment' }));
    expect(await screen.findByText('Your subscription is changed')).toBeTruthy();
  });

  it('keeps the choice and buys nothing if it is abandoned', async () => {
    authenticateCardholder.mockResolvedValue('Not authenticated.');
    const failed = makePurchaseResult({ status: 'failed', error: { code: 'CardError', message: 'Given up.' } });
    let look = waiting;
    await open({ Purchase: () => answer(200, waiting), look: () => answer(200, look) });
    await pay();
    await screen.findByText('Your bank has not confirmed the payment');
    look = failed;
    await userEvent.click(screen.getByRole('button', { name: 'Give up and choose another card' }));
    expect(await screen.findByText(/nothing was bought or charged/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('6');
  });
});
