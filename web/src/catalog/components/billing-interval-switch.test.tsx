import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import type { BillingInterval } from '../model/plan-prices.ts';
import { BillingIntervalSwitch } from './billing-interval-switch.tsx';

const billingInterval = (interval: BillingInterval['interval'], intervalCount: number): BillingInterval => ({
  interval,
  intervalCount,
});

it('the switch labels each billing interval by its unit and count, such as Weekly for 7 days', async () => {
  const named: [BillingInterval, string][] = [
    [billingInterval('Day', 1), 'Daily'],
    [billingInterval('Day', 7), 'Weekly'],
    [billingInterval('Day', 14), 'Every 14 days'],
    [billingInterval('Month', 1), 'Monthly'],
    [billingInterval('Month', 3), 'Every 3 months'],
    [billingInterval('Year', 1), 'Yearly'],
    [billingInterval('Year', 2), 'Every 2 years'],
  ];
  const onChange = vi.fn();
  renderUi(
    <BillingIntervalSwitch
      billingIntervals={named.map(([each]) => each)}
      value={billingInterval('Month', 1)}
      onChange={onChange}
      savings={0}
    />,
  );
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(
    named.map(([, words]) => words),
  );
  expect(screen.getByRole('radio', { checked: true }).parentElement?.textContent).toBe('Monthly');
  await userEvent.click(screen.getByText('Every 3 months'));
  expect(onChange).toHaveBeenCalledWith(billingInterval('Month', 3));
});
