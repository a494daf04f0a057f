import type { Operator, Preloaded } from '@portico/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { AddOperatorButton } from './add-operator.tsx';
import { OperatorTable } from './operator-table.tsx';

const search = { page: 1, pageSize: 10, order: 'asc', sortField: 'email', textFilter: '' } as const;
const olivia: Operator = {
  id: 1,
  name: 'Olivia Perez',
  email: 'olivia@portico.example',
  isActive: true,
  isSelf: true,
  hasSecondFactor: true,
  lastLoginDate: '2026-11-22T15:04:00.000Z',
};
const noa: Operator = { ...olivia, id: 2, name: 'Noa Berg', email: 'noa@portico.example', isSelf: false };
const kim: Operator = {
  ...noa,
  id: 3,
  name: 'Kim Lund',
  email: 'kim@portico.example',
  isActive: false,
  hasSecondFactor: false,
};

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const posted = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST');

function show({ readOnly = false, status = 200, body = noa as object } = {}) {
  replacePreloaded({
    user: { isAdmin: true, isSuperAdmin: true, readOnly },
    features: [],
    permissions: [],
  } as unknown as Preloaded);
  fetched.mockImplementation(async (_url, init) =>
    init?.method === 'POST'
      ? answer(status, body)
      : answer(200, { items: [olivia, noa, kim], total: 3, totalPages: 1 }),
  );
  vi.stubGlobal('fetch', fetched);
  renderUi(
    <>
      <AddOperatorButton />
      <OperatorTable search={search} onSearchChange={() => {}} />
    </>,
  );
}

/** Presses a button that loads code. */
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

beforeEach(() => fetched.mockReset());

it("offers actions on other operators, but none on the user's own row", async () => {
  show();
  await screen.findByText('noa@portico.example');
  const offered = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(offered).toEqual(
    expect.arrayContaining(['Reset the second factor of Noa Berg', 'Deactivate Noa Berg', 'Activate Kim Lund']),
  );
  expect(
    offered.filter((label) => label?.includes('Olivia') || label === 'Reset the second factor of Kim Lund'),
  ).toEqual([]);
});

it('asks before it deactivates an operator, and shows a refusal in the question', async () => {
  const message = 'This is the last operator who can go on.';
  show({ status: 409, body: { code: 'Conflict', message } });
  await screen.findByRole('button', { name: 'Deactivate Noa Berg' });
  await press('Deactivate Noa Berg');
  const dialog = await screen.findByRole('alertdialog');
  expect(posted()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  await within(dialog).findByText(message);
  expect(posted().map(([url]) => url)).toEqual([expect.stringContaining('/api/Operator/Operators/2/Deactivate')]);
});

it('adds an operator, and shows errors at the field', async () => {
  const taken = 'The Email is already taken.';
  show({ status: 422, body: { code: 'ValidationError', message: taken, propertyErrors: { email: [taken] } } });
  await press('Add operator');
  await userEvent.type(await screen.findByRole('textbox', { name: /Email/ }), 'noa@portico.example');
  await userEvent.type(screen.getByRole('textbox', { name: /First name/ }), 'Noa');
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  const field = screen.getByRole('textbox', { name: /Email/ });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(taken);
  expect(JSON.parse(String(posted()[0]?.[1]?.body))).toEqual({
    email: 'noa@portico.example',
    firstName: 'Noa',
    lastName: '',
  });
});

it('offers no change to read-only operators', async () => {
  show({ readOnly: true });
  await screen.findByText('noa@portico.example');
  expect(screen.queryByRole('button', { name: /Deactivate|Activate|Reset|Add/ })).toBeNull();
});
