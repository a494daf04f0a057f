import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { credential, stubPasskeys } from '../../../test/passkey.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { SignInPage } from './sign-in-page.tsx';

type Calls = { url: string; body: unknown }[];

function stubServer(answers: Record<string, () => Response>): Calls {
  const calls: Calls = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, body: JSON.parse(String(init.body)) });
    const make = answers[url];
    if (!make) throw new Error(`nothing answers ${url}`);
    return make();
  });
  return calls;
}

const beginning = '/api/Passkeys/SignIn/Options';
const entering = '/api/Passkeys/SignIn';
const options = () => answer(200, { options: { challenge: 'Y2hhbGxlbmdl', userVerification: 'required' } });
const button = () => screen.getByRole('button', { name: 'Sign in with a passkey' });

beforeEach(() => history.replaceState(null, '', '/login?ReturnUrl=%2FBilling'));

describe('signing in with a passkey', () => {
  it("starts when the button is pressed, and opens the server's address", async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    stubPasskeys(async () => credential);
    const calls = stubServer({
      [beginning]: options,
      [entering]: () => answer(200, { redirectUrl: '/Billing', challenge: null }),
    });
    renderUi(<SignInPage />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }));
    await userEvent.click(button());
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/Billing'));
    expect(calls[1]).toMatchObject({
      url: entering,
      body: { response: { id: 'cred-1' }, RememberMe: true, ReturnUrl: '/Billing' },
    });
  });

  it("is offered in the address field's menu, if the browser supports it", async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    let wanted: CredentialRequestOptions = {};
    stubPasskeys(async (request) => {
      wanted = request;
      return credential;
    }, true);
    stubServer({ [beginning]: options, [entering]: () => answer(200, { redirectUrl: '/', challenge: null }) });
    renderUi(<SignInPage />);
    expect(screen.getByRole('textbox', { name: 'Login or email' }).getAttribute('autocomplete')).toBe(
      'username webauthn',
    );
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(wanted.mediation).toBe('conditional');
  });

  it('requests no passkey before a press if fields cannot offer passkeys', async () => {
    stubPasskeys(async () => credential);
    const calls = stubServer({});
    renderUi(<SignInPage />);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toEqual([]);
  });

  it("keeps the button's request if the request of the field's menu arrives later", async () => {
    const wanted: (string | undefined)[] = [];
    stubPasskeys((request) => {
      wanted.push(request.mediation);
      return new Promise(() => {});
    }, true);
    let answerMenu: (response: Response) => void = () => {};
    const first = new Promise<Response>((resolve) => (answerMenu = resolve));
    let calls = 0;
    vi.stubGlobal('fetch', async () => (calls++ === 0 ? first : options()));
    renderUi(<SignInPage />);
    await waitFor(() => expect(calls).toBe(1));
    await userEvent.click(button());
    await waitFor(() => expect(wanted).toHaveLength(1));
    answerMenu(options());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(wanted).toEqual([undefined]);
  });

  it('reports that no passkey was chosen, and allows a retry', async () => {
    stubPasskeys(() => Promise.reject(new DOMException('canceled', 'NotAllowedError')));
    stubServer({ [beginning]: options });
    renderUi(<SignInPage />);
    await userEvent.click(button());
    expect(await screen.findByText('No passkey was used. You can try again.')).toBeTruthy();
    expect(button().getAttribute('aria-disabled')).toBeNull();
  });

  it('reports that the browser does not support passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    renderUi(<SignInPage />);
    await userEvent.click(button());
    expect(await screen.findByText('This browser does not support passkeys.')).toBeTruthy();
  });

  it("shows the server's error", async () => {
    stubPasskeys(async () => credential);
    stubServer({
      [beginning]: options,
      [entering]: () => answer(422, { code: 'InvalidCredentials', message: 'Unknown passkey', requestId: 'r' }),
    });
    renderUi(<SignInPage />);
    await userEvent.click(button());
    expect((await screen.findByText('Unknown passkey')).closest('[role=alert]')).toBeTruthy();
  });
});

describe('the external logins', () => {
  it('are native forms with the token and the return URL', () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    localStorage.setItem('antiForgeryToken', 'newest');
    replacePreloaded({ externalProviders: [{ name: 'google', displayName: 'Google' }] });
    renderUi(<SignInPage />);
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with Google' });
    expect([submit.form?.method, submit.form?.getAttribute('action')]).toEqual(['post', '/ExternalLogin']);
    expect(submit.form && Object.fromEntries(new FormData(submit.form, submit))).toEqual({
      __RequestVerificationToken: 'newest',
      ReturnUrl: '/Billing',
      provider: 'google',
    });
  });
});
