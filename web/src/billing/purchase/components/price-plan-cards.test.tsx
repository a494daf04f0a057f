import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { makePlan, makePricePlan } from '../../../test/plans.ts';
import { flowParts, flowProduct } from '../../../test/purchase-flow.tsx';
import { renderUi } from '../../../test/render.tsx';
import { startFlow } from '../model/flow.ts';
import type { SubscriptionPlan } from '../model/plan.ts';
import { FlowProvider } from './flow-context.ts';
import { PricePlanCards } from './price-plan-cards.tsx';

type Flow = NonNullable<Parameters<typeof FlowProvider>[0]['value']>;

const prices = [
  makePricePlan({ id: 'month', nickname: 'Monthly', amount: 7900, amountPerMonth: 7900, yearSavings: 0 }),
  makePricePlan({
    id: 'year',
    nickname: 'Yearly',
    interval: 'Year',
    amount: 79_000,
    amountPerMonth: 6583,
    yearSavings: 15_800,
  }),
];

function show(quantity: number, change: Partial<SubscriptionPlan> = {}) {
  const plan = makePlan({ pricePlans: prices, ...change });
  const dispatch = vi.fn();
  const flow: Flow = {
    ...flowParts,
    calls: {} as Flow['calls'],
    product: { ...flowProduct, unit: { one: 'seat', other: 'seats' } },
    plan,
    state: { ...startFlow(plan), quantity },
    dispatch,
    isChange: false,
    held: undefined,
    isDirect: false,
  };
  renderUi(
    <FlowProvider value={flow}>
      <PricePlanCards />
    </FlowProvider>,
  );
  return dispatch;
}

const card = (name: string) => screen.getByRole('radio', { name: new RegExp(name) }).closest('label')?.textContent;

it("a billing interval's card shows the price of one unit, and the yearly saving for all units", () => {
  show(3);
  expect(card('Yearly')).toBe('YearlySave $474.00 a year$790.00 per seat, per year$65.83 a month');
  expect(card('Monthly')).toBe('Monthly$79.00 per seat, per month');
});

it("a billing interval's card shows the saving for one unit if no quantity is chosen, and no unit if there can be only one", () => {
  show(0, { maxQuantity: 1 });
  expect(card('Yearly')).toBe('YearlySave $158.00 a year$790.00 per year$65.83 a month');
});

it("pressing a billing interval's card selects that interval", async () => {
  const dispatch = show(3);
  await userEvent.click(screen.getByRole('radio', { name: /Yearly/ }));
  expect(dispatch).toHaveBeenCalledWith({ type: 'pricePlanChosen', pricePlanId: 'year' });
});
