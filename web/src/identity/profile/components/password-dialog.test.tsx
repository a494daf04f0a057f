import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const onOpenChange = vi.fn();
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label} \\*`));
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }));

beforeEach(() => {
  fetched.mockReset();
  onOpenChange.mockReset();
  vi.stubGlobal('fetch', fetched);
  renderUi(<PasswordDialog login="ada" open onOpenChange={onOpenChange} />);
});

async function fill(password: string, again = password) {
  await userEvent.type(field('New password'), password);
  await userEvent.type(field('New password again'), again);
}

it('changes the password, and closes the dialog', async () => {
  fetched.mockImplementation(async () => answer(200, { login: 'ada' }));
  await fill('Tidal-mango-42');
  await submit();
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/profile/changePassword');
  expect(JSON.parse(String(init?.body))).toEqual({
    newPassword: 'Tidal-mango-42',
    newPasswordConfirmation: 'Tidal-mango-42',
  });
});

it('sends nothing while the two passwords differ', async () => {
  await fill('Tidal-mango-42', 'Tidal-mango-43');
  await submit();
  expect(await screen.findByText('The two passwords are not the same')).toBeDefined();
  expect(fetched).not.toHaveBeenCalled();
});

it("shows the server's error at its field, and keeps the input", async () => {
  const propertyErrors = { newPassword: ['This password is easy to guess.'] };
  fetched.mockImplementation(async () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  await fill('Password-2026');
  await submit();
  expect(await screen.findByText('This password is easy to guess.')).toBeDefined();
  expect(field('New password').value).toBe('Password-2026');
  expect(onOpenChange).not.toHaveBeenCalled();
});
