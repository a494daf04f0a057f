import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer } from 'react';
import { describe, expect, it } from 'vitest';
import { makeAddon, makeHeld, makePlan, makePricePlan } from '../../../test/plans.ts';
import { renderUi } from '../../../test/render.tsx';
import type { SubscriptionPlan } from '../model/plan.ts';
import { AddonsChoice } from './addons-choice.tsx';
import { type ChangeState, reduceChange, startChange } from './change-state.ts';
import { type ChoiceProps, PeriodChoice, PlanChoice } from './choices.tsx';

const alerts = makeAddon({
  id: 'alerts',
  caption: 'Alerts',
  description: 'To your phones.',
  prices: [{ id: 'alerts-month', caption: 'Ten phones', amount: 1200, isUsed: true }],
  priceUnitLabel: 'Sets of ten phones',
  popupMessage: 'We call you to set things up.',
  currentQuantity: 2,
});
const forensics = makeAddon();
const later = makeAddon({ id: 'chip', caption: 'Chip reading', active: false, note: 'Comes with version 6' });
const pro = makePlan({
  pricePlans: [
    makePricePlan({ additionalPrices: [], addons: [alerts, forensics, later], currentDeviceCount: 5 }),
    makePricePlan({ id: 'pro-year', interval: 'Year', amount: 96_000, additionalPrices: [] }),
  ],
  subscribeAction: 'ChangeOptions',
});
const other = (id: string, name: string, amount: number, change: Partial<SubscriptionPlan> = {}) =>
  makePlan({
    id,
    name,
    description: `About ${name}.`,
    pricePlans: [makePricePlan({ id: `${id}-month`, subscriptionPlanId: id, amount, additionalPrices: [] })],
    subscribeAction: 'SwitchTo',
    ...change,
  });
const plans = [
  other('single', 'Single', 2900, { maxQuantity: 1 }),
  pro,
  other('basic', 'Basic', 0),
  other('trial', 'Trial', 0, { isTrial: true }),
  other('manual', 'Enterprise', 9000, { canSubscribe: false }),
];
const held = makeHeld();

/** Renders a choice, and returns the current choices. */
function show(Choice: (props: ChoiceProps) => React.ReactNode, disabled = false): () => ChangeState {
  let now: ChangeState | undefined;
  function Row() {
    const [state, dispatch] = useReducer(
      (before: ChangeState, action: Parameters<typeof reduceChange>[1]) => reduceChange(before, action, plans, held),
      undefined,
      () => startChange(plans, held),
    );
    now = state;
    return <Choice {...{ plans, held, state, dispatch, disabled }} unit={{ one: 'seat', other: 'seats' }} />;
  }
  renderUi(<Row />);
  return () => now ?? startChange(plans, held);
}

describe('the choice of a plan', () => {
  it("offers the possible plans with their prices, and starts with the account's current plan", () => {
    show(PlanChoice);
    const offered = within(screen.getByRole('group', { name: 'Plan' })).getAllByRole<HTMLInputElement>('radio');
    expect(offered.map(({ value, checked }) => [value, checked])).toEqual([
      ['single', false],
      ['pro', true],
      ['basic', false],
    ]);
    expect(screen.getByText('Professional · Your plan')).toBeTruthy();
    expect(screen.getByText('$100.00 a month per seat')).toBeTruthy();
    expect(screen.getByText('$29.00 a month')).toBeTruthy();
    expect(screen.getByText('Free')).toBeTruthy();
    expect(screen.getByText('About Single.')).toBeTruthy();
  });

  it('selects a plan', async () => {
    const chosen = show(PlanChoice);
    await userEvent.click(screen.getByRole('radio', { name: /Basic/ }));
    expect(chosen().planId).toBe('basic');
  });

  it('is disabled while the change is being made', async () => {
    const chosen = show(PlanChoice, true);
    await userEvent.click(screen.getByRole('radio', { name: /Basic/ }));
    expect(chosen().planId).toBe('pro');
  });
});

it('the choice of a billing period shows the price of each period', async () => {
  const chosen = show(PeriodChoice);
  expect(screen.getByText('$960.00 a year per seat')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: /Yearly/ }));
  expect(chosen().flow.pricePlanId).toBe('pro-year');
});

describe('the choice of add-ons', () => {
  it("starts with the account's add-ons: quantity, price and notes", () => {
    const chosen = show(AddonsChoice);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Alerts/ }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Alerts' }).value).toBe('2');
    expect(screen.getByText('$12.00 a month')).toBeTruthy();
    expect(screen.getByText('From $20.00 a month')).toBeTruthy();
    expect(screen.getByText('We call you to set things up.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Document forensics/ }).checked).toBe(false);
    expect(chosen().flow.addons).toEqual({ alerts: { priceId: 'alerts-month', quantity: 2 } });
  });

  it('adds an add-on at one of its prices, and removes another', async () => {
    const chosen = show(AddonsChoice);
    await userEvent.click(screen.getByRole('checkbox', { name: /Document forensics/ }));
    const prices = screen.getByRole('group', { name: 'Price of Document forensics' });
    await userEvent.click(within(prices).getByRole('radio', { name: /^1,000 checks/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Alerts/ }));
    expect(chosen().flow.addons).toEqual({ forensics: { priceId: 'forensics-small', quantity: 1 } });
    expect(screen.queryByText('We call you to set things up.')).toBeNull();
  });

  it('changes the quantity', async () => {
    const chosen = show(AddonsChoice);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(chosen().flow.addons.alerts).toEqual({ priceId: 'alerts-month', quantity: 3 });
  });

  it('does not sell an inactive add-on, and explains why', async () => {
    const chosen = show(AddonsChoice);
    const chip = screen.getByRole<HTMLInputElement>('checkbox', { name: /Chip reading/ });
    expect(chip.matches(':disabled, [aria-disabled=true]')).toBe(true);
    await userEvent.click(chip);
    expect(chosen().flow.addons.chip).toBeUndefined();
    expect(screen.getByText('Not available yet')).toBeTruthy();
    expect(screen.getByText('Comes with version 6')).toBeTruthy();
  });
});
