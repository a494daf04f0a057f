import type { Preloaded } from '@portico/contract';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { activateAll } from '../../../test/messages.ts';
import { makeHeld, makePlan, makePricePlan } from '../../../test/plans.ts';
import { flowParts, flowProduct } from '../../../test/purchase-flow.tsx';
import { makeInvoice, makeQuote } from '../../../test/purchases.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { startFlow } from '../model/flow.ts';
import { FlowProvider } from './flow-context.ts';
import { LaterPayments } from './later-payments.tsx';
import { PriceMoments } from './price-moments.tsx';

const pricePlan = makePricePlan();
const plan = makePlan({ pricePlans: [pricePlan] });
const held = makeHeld();
const at = '2026-12-22T12:00:00Z';
const charge = (total: number, from = at, until: string | null = null) => ({ from, until, total, discount: 0 });
type Flow = NonNullable<Parameters<typeof FlowProvider>[0]['value']>;

/** The charges of the account's subscriptions, in the server's format. */
interface Charges {
  total: number;
  items: { subscriptionId: number; created: string; total: number }[];
}

const own = { subscriptionId: held.id, created: at, total: 11_773 };
const others = { subscriptionId: held.id + 1, created: '2026-12-20T12:00:00Z', total: 500 };

/** Units are removed: nothing is due today, and `creditAfter` is left. */
const reduced = (creditAfter: number, recurringCharges = [charge(11_773)]) =>
  makeQuote(0, 11_773, {
    subscriptionUpdateInvoiceDetails: makeInvoice(-20_000, { creditAfter }),
    nextPaymentDate: at,
    recurringCharges,
  });

function show(quote: ReturnType<typeof makeQuote>, charges: Charges = { total: 1, items: [own] }, isBought = true) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(200, charges)),
  );
  const flow: Flow = {
    ...flowParts,
    calls: {} as Flow['calls'],
    product: flowProduct,
    plan,
    state: startFlow(plan),
    dispatch: () => {},
    isChange: isBought,
    held: isBought ? held : undefined,
    isDirect: false,
  };
  renderUi(
    <FlowProvider value={flow}>
      <PriceMoments quote={quote} pricePlan={pricePlan} />
      <LaterPayments price={{ kind: 'estimate', estimate: quote, includesTax: true, isExact: true }} />
    </FlowProvider>,
  );
}

const plain = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
/** The amounts and when they are due: first beside the sentences, then in the receipt. */
const amounts = () =>
  screen.getAllByRole('term').map((term) => [plain(term.textContent), plain(term.nextSibling?.textContent ?? '')]);
const sentences = () => plain(document.querySelector('p')?.textContent ?? '');

beforeEach(() =>
  replacePreloaded({
    user: { isAdmin: true, readOnly: false } as Preloaded['user'],
    features: ['billing', 'customerAdmin'],
  }),
);

describe('the next amount due after a change (CHG-3)', () => {
  it('is zero for a charge that the credit pays, followed by the full amount', async () => {
    show(reduced(11_773));
    expect(await screen.findAllByText('Due Dec 22, 2026')).toHaveLength(2);
    expect(amounts()).toEqual([
      ['Due today', '$0.00'],
      ['Due Dec 22, 2026', '$0.00 after $117.73 of your credit'],
      ['Due Dec 22, 2026$117.73 less $117.73 credit', '$0.00'],
      ['After that', '$117.73 per month'],
    ]);
    expect(sentences()).toBe(
      'You pay nothing today. On Dec 22, 2026 you pay nothing: your credit pays $117.73. After that you pay $117.73 every month, until you cancel. $200.00 for time that you have paid and will not use is credited to your account.',
    );
  });

  it('is reduced by the credit, followed by the amount after a discount', async () => {
    const next = '2027-01-22T12:00:00Z';
    show(reduced(5000, [charge(11_773, at, next), charge(13_000, next)]));
    await screen.findAllByText('Due Dec 22, 2026');
    expect(amounts().slice(1)).toEqual([
      ['Due Dec 22, 2026', '$67.73 after $50.00 of your credit'],
      ['Due Dec 22, 2026$117.73 less $50.00 credit', '$67.73'],
      ['From Jan 22, 2027', '$130.00 per month'],
    ]);
    expect(sentences()).toContain(
      'On Dec 22, 2026 you pay $67.73, and your credit pays $50.00. From Jan 22, 2027 you pay $130.00 every month, until you cancel.',
    );
  });

  it('shows the credit that is left for later payments', async () => {
    show(reduced(20_000, [charge(11_773, at, '2027-03-22T12:00:00Z'), charge(13_000, '2027-03-22T12:00:00Z')]));
    await screen.findAllByText('Due Dec 22, 2026');
    expect(amounts().slice(3)).toEqual([
      ['After that', '$117.73 per month'],
      ['From Mar 22, 2027', '$130.00 per month'],
    ]);
    expect(sentences()).toContain('What is left of your credit, $82.27, is used for the payments after that first.');
  });

  it('is the amount before credit if another subscription is charged first', async () => {
    show(reduced(11_773), { total: 2, items: [others, own] });
    expect(await screen.findByText('From Dec 22, 2026, before your credit')).toBeTruthy();
    expect(amounts().slice(1)).toEqual([
      ['From Dec 22, 2026, before your credit', '$117.73 per month'],
      ['From Dec 22, 2026Before your credit', '$117.73 per month'],
    ]);
    expect(sentences()).toContain('Your credit of $117.73 is used for later payments first.');
  });

  it('is the price if there is no credit, and a sign-up requests no charges', () => {
    replacePreloaded({ user: null, features: [] });
    show(makeQuote(9000, 9000, { nextPaymentDate: at, recurringCharges: [charge(9000)] }), undefined, false);
    expect(amounts()).toEqual([
      ['Due today', '$90.00'],
      ['From Dec 22, 2026', '$90.00 per month'],
      ['From Dec 22, 2026', '$90.00 per month'],
    ]);
    expect(sentences()).toBe('You pay $90.00 today. From Dec 22, 2026 you pay $90.00 every month, until you cancel.');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('shows an amount too small to be charged alone, and does not add it to later payments', async () => {
    const small = makeQuote(0, 11_773, {
      subscriptionUpdateInvoiceDetails: makeInvoice(49, { amountDue: 0, carriedOver: 49 }),
      nextPaymentDate: at,
      recurringCharges: [charge(11_773)],
    });
    show(small);
    expect(sentences()).toBe(
      'You pay nothing today. $0.49 is too little to be charged alone, and is added to your next invoice. From Dec 22, 2026 you pay $117.73 every month, until you cancel.',
    );
    expect(amounts()[1]).toEqual(['From Dec 22, 2026', '$117.73 per month']);
  });

  it('uses the credit for a new purchase too, unless others are charged first', async () => {
    const bought = makeQuote(0, 9000, {
      subscriptionUpdateInvoiceDetails: makeInvoice(9000, { amountDue: 0, creditBefore: 12_000, creditAfter: 3000 }),
      nextPaymentDate: at,
      recurringCharges: [charge(9000)],
    });
    show(bought, { total: 0, items: [] }, false);
    await screen.findAllByText('Due Dec 22, 2026');
    expect(amounts()[1]).toEqual(['Due Dec 22, 2026', '$60.00 after $30.00 of your credit']);
  });
});

it('the next amount due is shown in French', async () => {
  activateAll('fr');
  show(reduced(11_773));
  await screen.findAllByText('À payer le 22 déc. 2026');
  expect(sentences()).toContain(
    'Le 22 déc. 2026, vous ne payez rien : votre crédit paie 117,73 $ US. Ensuite, vous payez 117,73 $ US chaque mois, jusqu’à l’annulation.',
  );
});
