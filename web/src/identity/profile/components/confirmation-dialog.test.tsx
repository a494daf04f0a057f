import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { ConfirmationDialog } from './confirmation-dialog.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const request = { onConfirmed: vi.fn(), onCanceled: vi.fn() };

beforeEach(() => {
  fetched.mockReset();
  request.onConfirmed.mockReset();
  request.onCanceled.mockReset();
  vi.stubGlobal('fetch', fetched);
});

function setUp(hasPassword = true, signInAgainUrl: string | null = null) {
  renderUi(
    <ConfirmationDialog
      request={request}
      login="ada"
      hasPassword={hasPassword}
      signInAgainUrl={signInAgainUrl}
      passkey={<button type="button">Use a passkey</button>}
    />,
  );
}

it('continues after the right password', async () => {
  fetched.mockImplementation(async () => answer(200, { confirmedUntil: '2026-11-22T12:10:00.000Z' }));
  setUp();
  await userEvent.type(screen.getByLabelText(/^Password \*/), 'Tidal-mango-42');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(request.onConfirmed).toHaveBeenCalledOnce());
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ password: 'Tidal-mango-42' });
});

it('reports a wrong password, and lets the user type it again', async () => {
  fetched.mockImplementation(async () =>
    answer(422, { code: 'InvalidCredentials', message: 'The password is wrong.', requestId: '' }),
  );
  setUp();
  await userEvent.type(screen.getByLabelText(/^Password \*/), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.');
  expect(request.onConfirmed).not.toHaveBeenCalled();
});

it('requires a password before it sends anything', async () => {
  setUp();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The Password field is required')).toBeDefined();
  expect(fetched).not.toHaveBeenCalled();
});

it('offers only the passkey to users without a password, and can be closed', async () => {
  setUp(false);
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(request.onCanceled).toHaveBeenCalledOnce();
});

it('redirects users without a password through their identity provider, and back to the page', () => {
  history.replaceState(null, '', '/ExtProviders/5?a=1');
  setUp(false, '/sso/acmekey1?again=1');
  expect(screen.getByText(/Sign in again, then repeat here what you wanted to do/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
    '/sso/acmekey1?again=1&ReturnUrl=%2FExtProviders%2F5%3Fa%3D1',
  );
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

it('offers no other sign-in to users who signed in with a password', () => {
  setUp();
  expect(screen.queryByRole('link')).toBeNull();
});
