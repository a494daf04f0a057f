import { expect, it } from 'vitest';
import { makePlan, makePricePlan } from '../../../test/plans.ts';
import { renderUi } from '../../../test/render.tsx';
import { PlanPrice } from './plan-price.tsx';

const year = makePricePlan({ interval: 'Year', amount: 79_000 });

it.each([
  ['for its smallest quantity', { minQuantity: 3 }, year, 'from $2,370.00 a year for 3 seats'],
  ['by the unit', { minQuantity: 1 }, year, '$790.00 a year per seat'],
  ['without a unit if only one unit can be bought', { maxQuantity: 1 }, year, '$790.00 a year'],
  ['free', { minQuantity: 3 }, makePricePlan({ amount: 0 }), 'Free'],
])('shows the price of a plan: %s (UI-42)', (_, limits, pricePlan, words) => {
  const { container } = renderUi(
    <PlanPrice plan={makePlan(limits)} pricePlan={pricePlan} unit={{ one: 'seat', other: 'seats' }} />,
  );
  expect(container.textContent).toBe(words);
});
