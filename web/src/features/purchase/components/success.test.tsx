import type { Preloaded } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makePlan } from '../../../test/plans.ts';
import { flowParts, flowProduct, makeRoutes } from '../../../test/purchase-flow.tsx';
import { makePurchaseResult } from '../../../test/purchases.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { startFlow } from '../model/flow.ts';
import { type FlowProduct, FlowProvider } from './flow-context.ts';
import { Success } from './success.tsx';

interface Shown {
  product?: Partial<FlowProduct>;
  result?: Parameters<typeof makePurchaseResult>[0];
  features?: Preloaded['features'];
}

function show({ product = {}, result = {}, features = ['customerAdmin', 'billing'] }: Shown = {}) {
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features });
  vi.stubGlobal('fetch', async () => answer(200, { items: [], total: 0, totalPages: 1, page: 1, pageSize: 10 }));
  const plan = makePlan();
  const flow = {
    ...flowParts,
    product: { ...flowProduct, ...product },
    plan,
    state: startFlow(plan, {}),
    dispatch: () => {},
    isChange: false,
    held: undefined,
    isDirect: false,
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
    'to the product alone where it has no licenses',
    { url: 'https://cloud.example/', licensingType: 'None' },
    [['Open Veriscan', 'https://cloud.example/']],
  ],
  ['to the licenses alone', { licensingType: 'Floating' }, [['See your licenses', '/Billing/Licenses']]],
  ['nowhere where there is neither', { licensingType: 'None' }, []],
])('leads %s', (_, product, expected) => {
  show({ product });
  expect(links()).toEqual(expected);
});

it('leads to no license who may not see them', () => {
  show({ product: { licensingType: 'Floating' }, features: ['billing'] });
  expect(links()).toEqual([]);
});

it.each([
  [10_000, [['Open the invoice', 'https://pay.example/in_1']]],
  [0, []],
])('leads to the invoice where something was paid: %i cents', (amountPaid, expected) => {
  show({ product: { licensingType: 'None' }, result: { amountPaid, receiptUrl: 'https://pay.example/in_1' } });
  expect(links()).toEqual(expected);
});
