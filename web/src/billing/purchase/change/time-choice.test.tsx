import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { TimeChoice } from './time-choice.tsx';

const chosen = vi.fn();

function show(value: 'now' | 'periodEnd', disabled = false) {
  chosen.mockReset();
  renderUi(<TimeChoice value={value} periodEnd="2026-12-05T10:00:00.000Z" disabled={disabled} onChange={chosen} />);
}

const option = (name: RegExp) => screen.getByRole('radio', { name });

it('the choice of time shows when the change would take effect, and what happens to the paid period', () => {
  show('periodEnd');
  expect(screen.getByRole('group', { name: 'When the change takes effect' })).toBeTruthy();
  expect((option(/At the end of the period, .*2026/) as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText(/can take the change back/)).toBeTruthy();
  expect(screen.getByText(/becomes credit for the next payments/)).toBeTruthy();
});

it('the choice of time selects the other time by mouse and by keyboard', async () => {
  show('periodEnd');
  await userEvent.click(option(/^Now/));
  expect(chosen).toHaveBeenLastCalledWith('now');
  show('now');
  await userEvent.click(screen.getAllByRole('radio', { name: /At the end/ }).at(-1) as HTMLElement);
  expect(chosen).toHaveBeenLastCalledWith('periodEnd');
});

it('the choice of time does not change while it is disabled', async () => {
  show('periodEnd', true);
  await userEvent.click(option(/^Now/));
  expect(chosen).not.toHaveBeenCalled();
});
