import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { DateRangeDialog } from './date-range-dialog.tsx';
import type { DateRange } from './range.ts';

const now = new Date('2026-11-23T10:30:00');
const march: DateRange = { start: new Date('2026-03-01T00:00'), end: new Date('2026-03-31T23:59') };
const onApply = vi.fn();
const onOpenChange = vi.fn();

function show(value: DateRange | undefined) {
  onApply.mockReset();
  onOpenChange.mockReset();
  renderUi(
    <DateRangeDialog
      open
      onOpenChange={onOpenChange}
      title="Created"
      value={value}
      onApply={onApply}
      canClear
      now={now}
    />,
  );
}

const tab = (name: RegExp) => screen.findByRole('tab', { name });
const apply = () => userEvent.click(screen.getByRole('button', { name: 'Apply' }));
const day = (name: RegExp) => within(screen.getByRole('grid')).getByRole('button', { name });

it('the date range dialog opens with the last 30 days and the tab of the start', async () => {
  show(undefined);
  expect((await tab(/Start Date/)).getAttribute('aria-selected')).toBe('true');
  expect((await tab(/Start Date/)).textContent).toContain('10/25/2026 12:00 AM');
  expect((await tab(/End Date/)).textContent).toContain('11/23/2026 11:59 PM');
  expect(screen.queryByRole('button', { name: 'Any date' })).toBeNull();
  await apply();
  expect(onApply).toHaveBeenCalledWith({ start: new Date('2026-10-25T00:00'), end: new Date('2026-11-23T23:59') });
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

it('the date range dialog accepts a day and a time for each end', async () => {
  show(march);
  await userEvent.click(day(/March 5, 2026/));
  expect(screen.getByLabelText('Start time')).toHaveProperty('value', '00:00');
  fireEvent.change(screen.getByLabelText('Start time'), { target: { value: '08:15' } });
  await userEvent.click(await tab(/End Date/));
  await userEvent.click(day(/March 20, 2026/));
  await apply();
  expect(onApply).toHaveBeenCalledWith({ start: new Date('2026-03-05T08:15'), end: new Date('2026-03-20T23:59') });
});

it('the date range dialog disables days that would reverse the range or are in the future', async () => {
  show({ start: new Date('2026-11-10T00:00'), end: new Date('2026-11-20T23:59') });
  expect(day(/November 20, 2026/)).toHaveProperty('disabled', false);
  expect(day(/November 21, 2026/)).toHaveProperty('disabled', true);
  await userEvent.click(await tab(/End Date/));
  expect(day(/November 9, 2026/)).toHaveProperty('disabled', true);
  expect(day(/November 23, 2026/)).toHaveProperty('disabled', false);
  expect(day(/November 24, 2026/)).toHaveProperty('disabled', true);
});

it('the date range dialog rejects a start that is later on the same day than the end', async () => {
  show({ start: new Date('2026-11-10T12:00'), end: new Date('2026-11-10T12:30') });
  fireEvent.change(screen.getByLabelText('Start time'), { target: { value: '12:31' } });
  expect(screen.getByRole('alert').textContent).toBe('The start cannot be after the end.');
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
});

it('the date range dialog shortens a range that is too long, and reports that', async () => {
  show({ start: new Date('2024-06-15T00:00'), end: new Date('2026-06-01T10:00') });
  await userEvent.click(day(/June 1, 2024/));
  expect(screen.getByText('The selected dates were rounded to match maximum time interval')).toBeTruthy();
  await apply();
  expect(onApply).toHaveBeenCalledWith({ start: new Date('2024-06-02T10:00'), end: new Date('2026-06-01T10:00') });
});

it('the date range dialog applies a shortcut, shows its month and marks it', async () => {
  show(undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Previous 3 months' }));
  expect(screen.getByRole('button', { name: 'Previous 3 months' }).getAttribute('aria-pressed')).toBe('true');
  expect(day(/August 1, 2026/)).toBeTruthy();
  await apply();
  expect(onApply).toHaveBeenCalledWith({ start: new Date('2026-08-01T00:00'), end: new Date('2026-10-31T23:59') });
});

it('the date range dialog offers the shortcuts in a select on narrow screens', async () => {
  show(undefined);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Shortcuts' }), 'Last 2 months');
  await apply();
  expect(onApply).toHaveBeenCalledWith({ start: new Date('2026-09-23T00:00'), end: new Date('2026-11-23T23:59') });
});

it('the date range dialog removes the range', async () => {
  show(march);
  await userEvent.click(screen.getByRole('button', { name: 'Any date' }));
  expect(onApply).toHaveBeenCalledWith(undefined);
});
