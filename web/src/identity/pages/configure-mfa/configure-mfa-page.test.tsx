import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { ConfigureMfaPage } from './configure-mfa-page.tsx';

const user = { accountName: 'Acme Security', email: 'user@acme.example', login: 'user' };

function stubServer(answers: Record<string, () => Response>): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(`${init.method} ${url}`);
    const make = answers[url];
    if (!make) throw new Error(`nothing answers ${url}`);
    return make();
  });
  return calls;
}

beforeEach(() => {
  history.replaceState(null, '', '/ConfigureMFA?ReturnUrl=%2FBilling');
  replacePreloaded({ user: user as never, mustConfigureMfa: true });
});

describe('setting up a second factor during the sign-in', () => {
  it('shows the recovery codes once, then continues to the requested page', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
    const calls = stubServer({
      '/api/profile': () =>
        answer(200, { login: 'user', hasPassword: true, confirmableBy: ['password'], signInAgainUrl: null }),
      '/api/MFA': () => answer(200, {}),
      '/api/MFA/Email/SendCode': () => answer(200, { blockedTo: null }),
      '/api/MFA/Email/Enable': () => answer(200, { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] }),
    });
    renderUi(<ConfigureMfaPage />);
    expect(screen.getByText(/Acme Security asks everybody/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('radio', { name: /Email/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByLabelText<HTMLInputElement>(/Email address/).value).toBe('user@acme.example');
    await userEvent.click(screen.getByRole('button', { name: /Send/ }));
    await userEvent.type(await screen.findByLabelText(/^Code/), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('bbbb-2222')).toBeTruthy();
    expect(replace).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/Billing'));
    expect(calls).toContain('POST /api/MFA/Email/Enable');
  });

  it('offers a passkey instead of a method, and shows why adding the passkey failed', async () => {
    stubServer({
      '/api/profile': () =>
        answer(200, { login: 'user', hasPassword: true, confirmableBy: ['password'], signInAgainUrl: null }),
      '/api/Passkeys/Options': () =>
        answer(429, { code: 'TooManyRequests', message: 'Later, please.', requestId: 'r' }),
    });
    renderUi(<ConfigureMfaPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    expect(await screen.findByText('Later, please.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /Email/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('lets the user sign out instead', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const calls = stubServer({
      '/signout': () => answer(200, { redirectUrl: '/login' }),
      '/api/profile': () =>
        answer(200, { login: 'user', hasPassword: true, confirmableBy: ['password'], signInAgainUrl: null }),
    });
    renderUi(<ConfigureMfaPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
    expect(calls).toContain('POST /signout');
  });
});
