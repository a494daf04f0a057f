import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { NoticeDays } from './notice-days.tsx';

const saved: unknown[] = [];
const lookAs = (isAdmin: boolean) =>
  replacePreloaded({
    user: { ...person, isAdmin, isOwner: false, readOnly: !isAdmin },
    features: ['customerAdmin'],
    permissions: [],
  });

beforeEach(() => {
  saved.length = 0;
  lookAs(true);
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body));
    saved.push(body);
    return answer(200, body);
  });
});

it('starts with the default days when an account chooses its own', async () => {
  renderUi(<NoticeDays days={null} />);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Your own days' }));
  await waitFor(() => expect(saved).toEqual([{ days: [30, 7, 1] }]));
});

it('saves each change of the days, and explains what an empty list means', async () => {
  const { rerender } = renderUi(<NoticeDays days={[30, 1]} />);
  await userEvent.click(screen.getByRole('checkbox', { name: '60 days before' }));
  await waitFor(() => expect(saved).toEqual([{ days: [60, 30, 1] }]));
  await userEvent.click(screen.getByRole('checkbox', { name: '1 day before' }));
  await waitFor(() => expect(saved).toContainEqual({ days: [30] }));
  rerender(<NoticeDays days={[]} />);
  expect(screen.getByText('No email is sent. The home page still shows what ends soon.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Vendor’s schedule' }));
  await waitFor(() => expect(saved).toContainEqual({ days: null }));
});

it('notice days are read-only for users who may not change them', () => {
  lookAs(false);
  renderUi(<NoticeDays days={[7]} />);
  for (const control of [...screen.getAllByRole('checkbox'), ...screen.getAllByRole('radio')])
    expect((control as HTMLInputElement).disabled).toBe(true);
});
