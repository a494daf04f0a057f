import type { User } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { UserForm } from './user-form.tsx';

vi.mock('../../../ui/unsaved-changes.tsx', () => ({ UnsavedChangesGuard: () => null }));

const user: User = {
  id: 7,
  login: 'ada',
  email: 'ada@acme.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '',
  comments: '',
  active: true,
  readOnly: false,
  admin: false,
  isOwner: false,
  lastLoginDate: null,
  editingAllowed: true,
};
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const described = (text: string) => screen.getByRole('textbox', { description: text });
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

it('saves what was changed', async () => {
  fetched.mockImplementation(async (_url, init) => answer(200, { ...user, ...JSON.parse(String(init?.body)) }));
  renderUi(<UserForm user={user} />);
  expect(saveButton().disabled).toBe(true);
  await userEvent.type(field(/Phone/), '+1 555 0100');
  await userEvent.click(saveButton());
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/User/7');
  expect(JSON.parse(String(init?.body))).toMatchObject({ login: 'ada', phone: '+1 555 0100' });
});

it('shows what the server refuses at its field, and keeps what was typed', async () => {
  const propertyErrors = { email: ['The email is already taken.'] };
  fetched.mockImplementation(async () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  renderUi(<UserForm user={user} />);
  await userEvent.clear(field(/E-mail/));
  await userEvent.type(field(/E-mail/), 'grace@acme.example');
  await userEvent.click(saveButton());
  await waitFor(() => expect(described('The E-mail is already taken.')).toBe(field(/E-mail/)));
  expect(field(/E-mail/).value).toBe('grace@acme.example');
  expect(document.activeElement).toBe(field(/E-mail/));
});

it('asks for what is required before anything is sent', async () => {
  renderUi(<UserForm user={user} />);
  await userEvent.clear(field(/First name/));
  await userEvent.click(saveButton());
  await waitFor(() => expect(described('The First name field is required')).toBe(field(/First name/)));
  expect(fetched).not.toHaveBeenCalled();
});

it('cannot be changed by whom the server does not allow it, and says why for an owner', () => {
  renderUi(<UserForm user={{ ...user, isOwner: true, editingAllowed: false }} />);
  expect(screen.getByText('Only the owner can change the owner’s details.')).toBeDefined();
  expect(field(/Login/).readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});
