import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const people = Array.from({ length: 10 }, (_, index) => ({
  id: index + 1,
  name: `User ${index + 1}`,
  login: `user${index + 1}`,
  lastLoginDate: null,
}));
const affected = { items: people, total: 12, totalPages: 2, page: 1, pageSize: 10, activeUsers: 20 };
let saved: () => Response;
const failed = vi.fn<(message: string) => void>();
const done = vi.fn<(message: string) => void>();

beforeEach(() => {
  fetched.mockReset();
  failed.mockReset();
  done.mockReset();
  vi.spyOn(notify, 'error').mockImplementation((message) => void failed(message));
  vi.spyOn(notify, 'success').mockImplementation((message) => void done(message));
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: person, features: ['customerAdmin'], permissions: [] });
  saved = () => answer(200, { isError: false, data: { tfaIsRequired: true }, errors: [] });
  fetched.mockImplementation(async (url) => {
    if (!url.includes('/Affected')) return saved();
    return url.includes('page=2')
      ? answer(200, { ...affected, page: 2, items: [{ ...people[0], id: 11, name: 'Last one' }] })
      : answer(200, affected);
  });
});

/** Opens the dialog, which loads its code. */
async function open(): Promise<HTMLElement> {
  const button = screen.getByRole('button', { name: 'Require it' });
  await import('./requirement-dialog.tsx');
  await act(async () => void fireEvent.click(button));
  return screen.findByRole('dialog');
}

async function confirm(): Promise<void> {
  await userEvent.click(within(await open()).getByRole('button', { name: 'Require it' }));
}

it('lists the affected users, paged, before anything is changed', async () => {
  renderUi(<SecondFactorCard isRequired={false} />);
  await open();
  expect(await screen.findByText('12 of 20 active users have no second factor and no passkey.')).toBeDefined();
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Last one')).toBeDefined();
  expect(fetched.mock.calls.every(([, init]) => init?.method !== 'PUT')).toBe(true);
});

it('reports that the requirement was enabled', async () => {
  renderUi(<SecondFactorCard isRequired={false} />);
  await confirm();
  await waitFor(() => expect(done).toHaveBeenCalledWith('Two-factor authentication enabled'));
});

it.each([
  ['the reasons, joined', [{ description: 'One.' }, { description: 'Two.' }], 'One.\nTwo.'],
  ['that something went wrong, without a reason', [], 'Something went wrong!'],
])('reports after a refusal %s', async (_, errors, words) => {
  saved = () => answer(200, { isError: true, data: { tfaIsRequired: false }, errors });
  renderUi(<SecondFactorCard isRequired={false} />);
  await confirm();
  await waitFor(() => expect(failed).toHaveBeenCalledWith(words));
  expect(done).not.toHaveBeenCalled();
});
