import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import type { Rhythm } from '../model/plan-prices.ts';
import { RhythmSwitch } from './rhythm-switch.tsx';

const rhythm = (interval: Rhythm['interval'], intervalCount: number): Rhythm => ({ interval, intervalCount });

it('names each rhythm by its interval and its count', async () => {
  const named: [Rhythm, string][] = [
    [rhythm('Day', 1), 'Daily'],
    [rhythm('Day', 7), 'Weekly'],
    [rhythm('Day', 14), 'Every 14 days'],
    [rhythm('Month', 1), 'Monthly'],
    [rhythm('Month', 3), 'Every 3 months'],
    [rhythm('Year', 1), 'Yearly'],
    [rhythm('Year', 2), 'Every 2 years'],
  ];
  const onChange = vi.fn();
  renderUi(
    <RhythmSwitch rhythms={named.map(([each]) => each)} value={rhythm('Month', 1)} onChange={onChange} savings={0} />,
  );
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(
    named.map(([, words]) => words),
  );
  expect(screen.getByRole('radio', { checked: true }).parentElement?.textContent).toBe('Monthly');
  await userEvent.click(screen.getByText('Every 3 months'));
  expect(onChange).toHaveBeenCalledWith(rhythm('Month', 3));
});
