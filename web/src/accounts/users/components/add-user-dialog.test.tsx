import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { newUserUntil } from '../model/new-user.ts';
import { AddUserDialog } from './add-user-dialog.tsx';

const products = [
  { id: 'scan', name: 'Scan', isAvailable: true, isDefault: true, userSettingsUrl: null },
  { id: 'parse', name: 'Parse', isAvailable: true, isDefault: false, userSettingsUrl: null },
];
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const onAdded = vi.fn();
const posted = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST');
const bodyOf = () => JSON.parse(String(posted()[0]?.[1]?.body));
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save user' }));

function answerPost(status: number, body: object) {
  fetched.mockImplementation(async (_url, init) =>
    init?.method === 'POST' ? answer(status, body) : answer(200, products),
  );
}

async function fill() {
  await userEvent.type(field(/Login/), 'atremblay');
  await userEvent.type(field(/First name/), 'Amélie');
  await userEvent.type(field(/Email/), 'amelie@acme.example');
}

beforeEach(() => {
  fetched.mockReset();
  onAdded.mockReset();
  localStorage.clear();
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: { id: 1 } as never });
  answerPost(200, { passportUserId: 7 });
  renderUi(<AddUserDialog open onOpenChange={() => {}} onAdded={onAdded} />);
});

it('invites a user with the default products, and flags the user as new', async () => {
  await fill();
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Scan' })).checked).toBe(true);
  await save();
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(7));
  expect(bodyOf()).toMatchObject({ login: 'atremblay', firstName: 'Amélie', password: null, admin: false });
  // The server applies the defaults.
  expect(bodyOf()).not.toHaveProperty('availableProducts');
  expect(newUserUntil(7)).not.toBeNull();
});

it('sends the chosen products, but no products for an admin', async () => {
  await fill();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Parse' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Admin' }));
  expect(screen.queryByRole('checkbox', { name: 'Parse' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Admin' }));
  await save();
  await waitFor(() => expect(onAdded).toHaveBeenCalled());
  expect(bodyOf().availableProducts).toEqual(['scan', 'parse']);
});

it('adds a user with a password instead of an invitation, and shows the password rule', async () => {
  await fill();
  await userEvent.click(screen.getByRole('radio', { name: /Set a password now/ }));
  await save();
  expect(await screen.findByText('The Password field is required')).toBeDefined();
  expect(screen.getByText('At least 8 characters')).toBeDefined();
  await userEvent.type(screen.getByLabelText(/^Password/), 'Kx9$mPq2vL');
  await save();
  await waitFor(() => expect(bodyOf().password).toBe('Kx9$mPq2vL'));
});

it("shows the server's error at its field, and keeps the input", async () => {
  const propertyErrors = { login: ['The login is already taken.'], email: ['The email is already taken.'] };
  answerPost(422, { code: 'ValidationError', message: '', propertyErrors });
  await fill();
  await save();
  await waitFor(() =>
    expect(screen.getByRole('textbox', { description: 'The Login is already taken.' })).toBe(field(/Login/)),
  );
  expect(screen.getByRole('textbox', { description: 'The Email is already taken.' })).toBe(field(/Email/));
  expect(field(/First name/).value).toBe('Amélie');
  expect(onAdded).not.toHaveBeenCalled();
});

it('reports missing values before anything is sent', async () => {
  await save();
  for (const label of ['Login', 'First name', 'Email'])
    expect(await screen.findByText(`The ${label} field is required`)).toBeDefined();
  expect(posted()).toEqual([]);
});
