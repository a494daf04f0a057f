import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useImperativeHandle } from 'react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makePlan, makePricePlan } from '../../../test/plans.ts';
import { makeTotals } from '../../../test/purchases.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import type { SubscriptionPlan } from '../model/plan.ts';
import type { CardHandle, CardSlotProps } from './flow-context.ts';
import { PurchaseDialog } from './purchase-dialog.tsx';

const totals = makeTotals({ label: 'Total', amount: 96_000, note: 'per year, before tax' }, { current: 2900 });
const invoice = { lines: [], subtotal: 0, discount: 0, totalExcludingTax: 0, taxAmounts: [], total: 0, amountDue: 0 };
const quote = {
  taxTransactionId: 'quote_1',
  expiresAt: '2026-11-20T13:00:00Z',
  subscriptionUpdateInvoiceDetails: invoice,
  recurringInvoiceDetails: invoice,
  nextPaymentDate: null,
};
const address = { line1: '1 Main St', city: 'Montréal', postalCode: 'H2X 1Y4', state: 'QC', country: 'CA' };
const held = makeSubscription({
  productId: 'veriscan',
  subscriptionPlanId: 'pro',
  quantity: 5,
  paymentMethodId: 'pm_own',
});
const product = { id: 'veriscan', displayName: 'Veriscan', licensingType: 'Floating' } as const;
const plan = (change: Partial<SubscriptionPlan> = {}) =>
  makePlan({
    subscribeAction: 'ChangeOptions',
    pricePlans: [
      makePricePlan({ currentDeviceCount: 5, usedSubscriptionsCount: 3, additionalPrices: [] }),
      makePricePlan({
        id: 'pro-year',
        nickname: 'Yearly',
        interval: 'Year',
        currentDeviceCount: 5,
        usedSubscriptionsCount: 3,
        additionalPrices: [],
      }),
    ],
    ...change,
  });

type Submitted = Awaited<ReturnType<CardHandle['submit']>>;

function begin(
  shown: SubscriptionPlan,
  submit = async (): Promise<Submitted> => ({ paymentMethodId: 'pm_own' }),
  given: Record<string, () => Response> = {},
) {
  const answers: Record<string, () => Response> = {
    ...given,
    BusinessAddress: () => answer(200, { shippingDetails: { name: 'Acme', address } }),
    PreviewPurchase: () => answer(200, quote),
    Purchase: () => answer(402, { code: 'CardError', message: 'Your card was declined.', requestId: 'r' }),
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => answers[url.split('/').at(-1) ?? '']?.() ?? answer(200, totals)),
  );
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const Picker = ({ ref, preferred }: CardSlotProps) => {
    useImperativeHandle(ref, () => ({ submit }));
    return <p>begins with {preferred}</p>;
  };
  renderUi(
    <RouterContextProvider router={router}>
      <PurchaseDialog
        product={product}
        plan={shown}
        held={held}
        onClose={() => {}}
        onDone={() => {}}
        renderCardPicker={(props) => <Picker {...props} />}
        renderCardName={() => null}
        onCardRefused={() => {}}
        warmUpCards={() => {}}
      />
    </RouterContextProvider>,
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('begins a change with the card of the subscription, and says at its end what changes', async () => {
  begin(plan());
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  await press('Continue');
  expect(await screen.findByText('begins with pm_own')).toBeTruthy();
  await waitFor(() => expect(screen.getByDisplayValue('Montréal')).toBeTruthy());
  await press('Go to confirmation');
  const changes = await screen.findByRole('region', { name: 'What changes' });
  const said = within(changes)
    .getAllByRole('definition')
    .map((words) => words.textContent);
  expect(said).toEqual(['every month → every yearfrom every month to every year', '5 → 3from 5 to 3']);
  expect(within(changes).getByText('5 → 3').getAttribute('aria-hidden')).toBe('true');
  expect(within(changes).getByText('Devices:')).toBeTruthy();
});

it('gives what is paid now its interval', async () => {
  begin(plan());
  expect(await screen.findByText('$29.00 per month')).toBeTruthy();
});

it.each([
  [{ maxQuantity: 8 }, 'From 3 to 8.'],
  [{}, '3 at least.'],
])('says what a change allows: %o', async (limits, words) => {
  begin(plan(limits));
  const field = await screen.findByRole('textbox', { name: 'Devices' });
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toContain('You have 5 now, 3 in use.');
  expect(hint?.textContent).toContain(words);
});

it('says of one error only: a new attempt takes away what came of the one before', async () => {
  const attempts: Submitted[] = [{ paymentMethodId: 'pm_own' }];
  let end = (_outcome: Submitted) => {};
  begin(plan(), async () => attempts.shift() ?? new Promise((resolve) => (end = resolve)));
  await press('Continue');
  await waitFor(() => expect(screen.getByDisplayValue('Montréal')).toBeTruthy());
  await press('Go to confirmation');
  await press('Change subscription');
  expect(await screen.findByText('Your card was declined.')).toBeTruthy();
  // The bank's challenge of a new card stands open meanwhile.
  await press('Go to confirmation');
  await waitFor(() => expect(screen.queryByText('Your card was declined.')).toBeNull());
  end({ error: 'Not confirmed.' });
});

it('shows why a quantity is refused at its field, with whom to contact, and does not go on', async () => {
  replacePreloaded({ links: { knowledgeBase: '', contact: 'mailto:sales@portico.example' } });
  const words = 'This comes to more than 999,999.99, the most that one payment can be.';
  begin(plan(), undefined, {
    CalculatePurchaseTotals: () =>
      answer(422, {
        code: 'ValidationError',
        message: 'The input is not valid.',
        propertyErrors: { 'items.0.quantity': [words] },
        requestId: 'r1',
      }),
  });
  const field = await screen.findByRole('textbox', { name: 'Devices' });
  expect(await screen.findByText(words)).toBeTruthy();
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(words);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('mailto:sales@portico.example');
  const next = screen.getByRole('button', { name: 'Continue' });
  await waitFor(() => expect(next.matches(':disabled, [aria-disabled=true]')).toBe(true));
});
