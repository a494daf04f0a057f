import type { Preloaded } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makePlan } from '../../../test/plans.ts';
import { flowParts, flowProduct, makeRoutes } from '../../../test/purchase-flow.tsx';
import { makePurchaseResult } from '../../../test/purchases.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { startFlow } from '../model/flow.ts';
import { accountCalls } from '../purchase.api.ts';
import { type FlowProduct, FlowProvider } from './flow-context.ts';
import { Success } from './success.tsx';

interface Shown {
  product?: Partial<FlowProduct>;
  plan?: Parameters<typeof makePlan>[0];
  result?: Parameters<typeof makePurchaseResult>[0];
  features?: Preloaded['features'];
  next?: readonly object[];
}

function show({
  product = {},
  plan: change = {},
  result = {},
  features = ['customerAdmin', 'billing'],
  next = [],
}: Shown = {}) {
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features });
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/Balance') ? answer(200, { endingBalance: 12_000, currency: 'usd' }) : answer(200, { items: next }),
  );
  const plan = makePlan(change);
  const flow = {
    ...flowParts,
    product: { ...flowProduct, ...product },
    plan,
    state: startFlow(plan, {}),
    dispatch: () => {},
    isChange: false,
    held: undefined,
    isDirect: false,
    calls: accountCalls(flowProduct.id),
  };
  renderUi(
    makeRoutes()(
      <FlowProvider value={flow}>
        <Success result={makePurchaseResult(result)} />
      </FlowProvider>,
    ),
  );
}

const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it.each<[string, Partial<FlowProduct>, (string | null)[][]]>([
  [
    'to the download and the licenses',
    { url: 'https://download.example/', urlCaption: 'Download', licensingType: 'HostLocked' },
    [
      ['Download Veriscan', 'https://download.example/'],
      ['See your licenses', '/Billing/Licenses'],
    ],
  ],
  [
    'only to the product if it has no licenses',
    { url: 'https://cloud.example/', licensingType: 'None' },
    [['Open Veriscan', 'https://cloud.example/']],
  ],
  [
    'only to the licenses if the product has no address',
    { licensingType: 'Floating' },
    [['See your licenses', '/Billing/Licenses']],
  ],
  ['nowhere if the product has neither an address nor licenses', { licensingType: 'None' }, []],
])('a successful purchase links %s', (_, product, expected) => {
  show({ product });
  expect(links()).toEqual(expected);
});

it('a successful purchase of a trial links to the questions about it', () => {
  show({ product: { id: 'veriscan', licensingType: 'None' }, plan: { isTrial: true } });
  expect(links()).toEqual([['Answer a few questions about your trial', '/trial?product=veriscan']]);
});

it('a successful purchase links to no license if the user may not see it', () => {
  show({ product: { licensingType: 'Floating' }, features: ['billing'] });
  expect(links()).toEqual([]);
});

it.each([
  [10_000, [['Open the invoice', 'https://pay.example/in_1']]],
  [0, []],
])('a successful purchase links to the invoice if something was paid: %i cents', (amountPaid, expected) => {
  show({ product: { licensingType: 'None' }, result: { amountPaid, receiptUrl: 'https://pay.example/in_1' } });
  expect(links()).toEqual(expected);
});

it("a successful purchase shows the whole credit, and the next invoice's charge if other subscriptions use the credit first", async () => {
  const invoice = {
    created: '2026-12-20T12:00:00Z',
    amountDue: 9000,
    total: 10_000,
    currency: 'usd',
    creditBefore: 1000,
    creditAfter: 0,
    carriedOver: 0,
  };
  show({ next: [invoice] });
  expect(await screen.findByText('$120.00')).toBeTruthy();
  expect(await screen.findByText('$90.00 on Dec 20, 2026')).toBeTruthy();
  expect(screen.getByText('after $10.00 of your credit')).toBeTruthy();
});
