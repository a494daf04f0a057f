import type { Preloaded } from '@portico/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { act, useEffect, useImperativeHandle } from 'react';
import { expect, it, vi } from 'vitest';
import { paymentRequest } from '../../../lib/payment-request.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makePlan, makePricePlan } from '../../../test/plans.ts';
import { flowParts, flowPlace, flowProduct, makeRoutes } from '../../../test/purchase-flow.tsx';
import { makeEstimate, makeInvoice, makeQuote, makeTotals } from '../../../test/purchases.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSubscription } from '../../../test/subscriptions.ts';
import type { SubscriptionPlan } from '../model/plan.ts';
import type { CardHandle, CardSlotProps } from './flow-context.ts';
import { PurchaseFlow, type PurchaseFlowProps } from './purchase-flow.tsx';

const estimate = makeEstimate(0, 96_000, {
  current: {
    recurringInvoiceDetails: makeInvoice(2900),
    recurringCharges: [{ from: '2026-12-20T12:00:00Z', until: null, total: 2900, discount: 0 }],
  },
});
const quote = makeQuote(0, 96_000);
const address = { line1: '1 Main St', city: 'Montréal', postalCode: 'H2X 1Y4', state: 'QC', country: 'CA' };
const held = makeSubscription({
  productId: 'veriscan',
  subscriptionPlanId: 'pro',
  quantity: 5,
  paymentMethodId: 'pm_own',
});
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

/** Called to return to the product. */
const onClose = vi.fn();

type Submitted = Awaited<ReturnType<CardHandle['submit']>>;

function begin(
  shown: SubscriptionPlan,
  submit = async (): Promise<Submitted> => ({ paymentMethodId: 'pm_own' }),
  given: Record<string, () => Response> = {},
  cardsAreThere: Promise<void> | undefined = undefined,
  further: Partial<PurchaseFlowProps> = {},
) {
  const answers: Record<string, () => Response> = {
    BusinessAddress: () =>
      answer(200, { shippingDetails: { name: 'Acme', address }, usual: { name: 'Acme', country: 'US', state: '' } }),
    PreviewPurchase: () => answer(200, quote),
    Purchase: () => answer(402, { code: 'CardError', message: 'Your card was declined.', requestId: 'r' }),
    ...given,
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => answers[url.split('/').at(-1) ?? '']?.() ?? answer(200, estimate)),
  );
  const Picker = ({ ref, preferred, onReady }: CardSlotProps) => {
    useImperativeHandle(ref, () => ({ submit }));
    useEffect(() => {
      if (cardsAreThere) void cardsAreThere.then(onReady);
      else onReady();
    }, [onReady]);
    return <p>begins with {preferred}</p>;
  };
  const flow = (
    <PurchaseFlow
      {...flowParts}
      {...flowPlace()}
      product={flowProduct}
      plan={shown}
      held={held}
      onClose={onClose}
      renderCardPicker={(props) => <Picker {...props} />}
      {...further}
    />
  );
  renderUi(makeRoutes()(flow));
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it("a change starts with the subscription's card, and shows the differences in the confirmation", async () => {
  begin(plan());
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Less' }));
  await press('Continue');
  expect(await screen.findByText('begins with pm_own')).toBeTruthy();
  expect(await screen.findByText(/Montréal/)).toBeTruthy();
  await press('Review the change');
  const changes = await screen.findByRole('region', { name: 'What changes' });
  const shown = within(changes)
    .getAllByRole('definition')
    .map((words) => words.textContent);
  expect(shown).toEqual(['every month → every yearfrom every month to every year', '5 → 4from 5 to 4']);
  expect(within(changes).getByText('5 → 4').getAttribute('aria-hidden')).toBe('true');
  expect(within(changes).getByText('Devices:')).toBeTruthy();
});

it('a change continues from the checkout only after a card has loaded', async () => {
  const cards = Promise.withResolvers<void>();
  const submit = vi.fn(async () => ({ paymentMethodId: 'pm_own' }));
  begin(plan(), submit, {}, cards.promise);
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  await press('Continue');
  await screen.findByText('begins with pm_own');
  await press('Review the change');
  expect(screen.getByRole('button', { name: 'Review the change' }).getAttribute('aria-disabled')).toBe('true');
  expect(submit).not.toHaveBeenCalled();
  await act(async () => cards.resolve());
  await press('Review the change');
  expect(await screen.findByRole('region', { name: 'What changes' })).toBeTruthy();
  expect(submit).toHaveBeenCalledOnce();
});

it("a change starts with the account's current subscription, and shows that nothing is changed", async () => {
  begin(plan());
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Devices' })).value).toBe('5');
  expect(await screen.findByText(/This is what you have now/)).toBeTruthy();
});

it('a change shows the new and the current price, each with its interval', async () => {
  begin(plan());
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  expect(await screen.findByText('$29.00 per month')).toBeTruthy();
  expect(screen.getByText('$960.00 per year')).toBeTruthy();
});

it('separates the later price of a change, with the sum of its lines, from what is due today', async () => {
  begin(plan());
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  const later = await screen.findByRole('heading', { name: /^From .+: .+ per year, before tax$/ });
  const amounts = [...(later.nextElementSibling?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
  expect(amounts).toHaveLength(1);
  expect(later.textContent).toContain(`: ${amounts[0]} `);
  expect(screen.getByRole('heading', { name: 'Today' })).toBeTruthy();
});

it('does not show the list price of a change as the later price if a discount applies to it', async () => {
  const recurringInvoiceDetails = makeInvoice(76_800, { discount: 19_200 });
  begin(plan(), undefined, { EstimatePurchase: () => answer(200, { ...estimate, recurringInvoiceDetails }) });
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  expect(await screen.findByRole('heading', { name: 'Before discounts and tax, per year' })).toBeTruthy();
});

it('shows the consequences of a change: a removed add-on and discount', async () => {
  const consequences = {
    removedAddons: ['Alerts'],
    removedDiscounts: ['Spring'],
  };
  begin(plan(), undefined, { EstimatePurchase: () => answer(200, { ...estimate, consequences }) });
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  const changes = await screen.findByRole('region', { name: 'What changes' });
  expect((await within(changes).findByText('Alerts:')).nextSibling?.textContent).toBe('Removed');
  expect(within(changes).getByText('Ends: Spring')).toBeTruthy();
});

it('the first step shows an unpaid invoice with a link to pay it, and blocks the flow', async () => {
  const conflict = { code: 'Conflict', message: 'Pay the open invoice first.', requestId: 'r' };
  const unpaid = {
    kind: 'unpaid',
    invoiceId: 'in_1',
    amount: 4793,
    currency: 'usd',
    hostedInvoiceUrl: 'https://pay.example/in_1',
    subscription: { productId: 'veriscan' },
  };
  replacePreloaded({
    user: { isAdmin: true, readOnly: false } as Preloaded['user'],
    features: ['billing', 'customerAdmin'],
  });
  begin(plan(), undefined, {
    EstimatePurchase: () => answer(409, conflict),
    Attention: () => answer(200, { items: [unpaid] }),
  });
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('Pay the open invoice first.');
  await userEvent.click(await screen.findByRole('button', { name: 'Pay now' }));
  expect(paymentRequest.get()).toBe('in_1');
  expect(await screen.findByText('$47.93 is unpaid.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe('true');
});

it("a change shows the catalog's prices if no estimate is available, and that tax will be added", async () => {
  const totals = makeTotals({ label: 'Total', amount: 96_000, note: 'per year, before tax' });
  begin(plan(), undefined, {
    EstimatePurchase: () => answer(500, { code: 'InternalError', message: 'No.', requestId: 'r' }),
    CalculatePurchaseTotals: () => answer(200, totals),
  });
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  expect(await screen.findByText('per year, before tax')).toBeTruthy();
  expect(await screen.findByText('Tax and what is due today are shown before you confirm.')).toBeTruthy();
});

it.each([
  [{ maxQuantity: 8 }, 'From 3 to 8.'],
  [{}, '3 at least.'],
])('the first step shows the limits of a change: %o', async (limits, words) => {
  begin(plan(limits));
  const field = await screen.findByRole('textbox', { name: 'Devices' });
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toContain('You have 5 now, 3 in use.');
  expect(hint?.textContent).toContain(words);
});

it('a change shows only the error of the latest attempt', async () => {
  const attempts: Submitted[] = [{ paymentMethodId: 'pm_own' }];
  let end = (_outcome: Submitted) => {};
  begin(plan(), async () => attempts.shift() ?? new Promise((resolve) => (end = resolve)));
  await press('Continue');
  expect(await screen.findByText(/Montréal/)).toBeTruthy();
  await press('Review the change');
  await press('Change subscription');
  expect(await screen.findByText('Your card was declined.')).toBeTruthy();
  // The bank's challenge for a new card is still open.
  await press('Review the change');
  await waitFor(() => expect(screen.queryByText('Your card was declined.')).toBeNull());
  end({ error: 'Not confirmed.' });
});

it('the quantity field shows why a quantity is refused, with a contact, and blocks the flow', async () => {
  replacePreloaded({ links: { knowledgeBase: '', contact: 'mailto:sales@portico.example' } });
  const words = 'This comes to more than 999,999.99, the most that one payment can be.';
  begin(plan(), undefined, {
    EstimatePurchase: () =>
      answer(422, {
        code: 'ValidationError',
        message: 'The input is not valid.',
        propertyErrors: { 'items.0.quantity': [words] },
        requestId: 'r1',
      }),
  });
  await userEvent.click(await screen.findByRole('radio', { name: /Yearly/ }));
  const field = await screen.findByRole('textbox', { name: 'Devices' });
  expect(await screen.findByText(words)).toBeTruthy();
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(words);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('mailto:sales@portico.example');
  const next = screen.getByRole('button', { name: 'Continue' });
  await waitFor(() => expect(next.matches(':disabled, [aria-disabled=true]')).toBe(true));
});

it('the first step shows the devices in use, without a contact, if fewer units than devices are refused', async () => {
  const words = '5 devices are in use. Reduce the devices in use before you choose fewer.';
  const refuse = () =>
    answer(422, {
      code: 'ValidationError',
      message: 'The input is not valid.',
      propertyErrors: { 'items.0.quantity': [words] },
      requestId: 'r1',
    });
  begin(plan(), undefined, { EstimatePurchase: refuse }, undefined, {
    renderDevicesInUse: () => <p>FIELD-08 has a seat</p>,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Less' }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(await screen.findByText('FIELD-08 has a seat')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Contact us' })).toBeNull();
});

it('a change starts with one more unit if a seat is to be added, even after an unfinished visit', async () => {
  begin(plan(), undefined, {}, undefined, { addsUnit: true });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Devices' });
  expect(field.value).toBe('6');
  cleanup();
  begin(plan());
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Devices' })).value).toBe('5');
  await userEvent.click(screen.getByRole('button', { name: 'Less' }));
  cleanup();
  begin(plan(), undefined, {}, undefined, { addsUnit: true });
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Devices' })).value).toBe('6');
});

it('the close button of a change returns to the product', async () => {
  onClose.mockClear();
  begin(plan());
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('the business address starts with the account, and lets the browser fill in the organization', async () => {
  begin(plan(), undefined, {
    BusinessAddress: () => answer(200, { shippingDetails: null, usual: { name: 'Acme', country: 'US', state: '' } }),
  });
  await press('Continue');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Business name' });
  expect(name.value).toBe('Acme');
  expect(name.getAttribute('autocomplete')).toBe('organization');
  expect(screen.getByRole('textbox', { name: 'City' }).getAttribute('autocomplete')).toMatch(/address-level2$/);
});
