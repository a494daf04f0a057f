import type { Challenge } from '@portico/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preloaded, replacePreloaded } from '../../../lib/preloaded.ts';
import { credential, stubPasskeys } from '../../../test/passkey.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { SecondStepPage } from './second-step-page.tsx';

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

function challenge(change: Partial<Challenge> = {}): Challenge {
  return {
    methods: [
      { name: 'Authenticator', target: null, needsCode: false, blockedTo: null },
      { name: 'Email', target: 'a•••@acme.example', needsCode: true, blockedTo: null },
    ],
    suggested: 'Authenticator',
    sentBy: null,
    sendBlockedTo: null,
    hasRecoveryCodes: true,
    isMailRefused: false,
    hasPasskeys: false,
    rememberMe: false,
    expiresAt: soon(600),
    ...change,
  };
}

const problem = (code: string, more: object = {}) => ({ code, message: `words of ${code}`, requestId: 'r', ...more });
type Call = { url: string; body: Record<string, unknown> };

/** Answers each path, and records the calls. */
function stubServer(answers: Record<string, () => Response | Promise<Response>>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { body } = init;
    const sent =
      body instanceof FormData ? Object.fromEntries(body) : JSON.parse(typeof body === 'string' ? body : '{}');
    calls.push({ url, body: sent });
    const make = answers[url];
    if (!make) throw new Error(`nothing answers ${url}`);
    return make();
  });
  return calls;
}

const waiting = '/api/Session/Challenge';
const verifying = '/LoginWithMFA?handler=Verify';
const sending = '/LoginWithMFA?handler=SendCode';
const field = () => screen.findByLabelText<HTMLInputElement>('Six-digit code');

let replace: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  history.replaceState(null, '', '/LoginWithMFA');
  replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
});

describe('the second step', () => {
  it('sends a complete code immediately with the checkbox, and continues', async () => {
    const calls = stubServer({
      [waiting]: () => answer(200, challenge()),
      [verifying]: () => answer(200, { redirectUrl: '/Billing', challenge: null }),
    });
    renderUi(<SecondStepPage />);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Remember this browser for 30 days' }));
    await userEvent.click(await field());
    await userEvent.paste('123 456');
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/Billing'));
    expect(calls[1]).toMatchObject({
      url: verifying,
      body: { code: '123456', method: 'Authenticator', rememberBrowser: 'true' },
    });
  });

  it('asks for the passkey only if the user has no other method', async () => {
    const none = { methods: [], suggested: null, hasRecoveryCodes: false };
    stubServer({ [waiting]: () => answer(200, challenge({ ...none, hasPasskeys: true })) });
    renderUi(<SecondStepPage />);
    expect(await screen.findByRole('button', { name: 'Sign in with a passkey' })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('explains why no method is left, and whom the user can contact', async () => {
    const before = preloaded();
    replacePreloaded({ ...before, links: { knowledgeBase: null, contact: 'mailto:help@veriscan.example' } });
    const none = { methods: [], suggested: null, hasRecoveryCodes: false, hasPasskeys: false };
    stubServer({ [waiting]: () => answer(200, challenge(none)) });
    renderUi(<SecondStepPage />);
    expect((await screen.findByRole('link', { name: 'Contact us' })).getAttribute('href')).toBe(
      'mailto:help@veriscan.example',
    );
    expect(screen.getByText(/locked after too many wrong codes/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    replacePreloaded(before);
  });

  it('explains that one mailbox does not count twice', async () => {
    const none = { methods: [], suggested: null, hasRecoveryCodes: false, hasPasskeys: false, isMailRefused: true };
    stubServer({ [waiting]: () => answer(200, challenge(none)) });
    renderUi(<SecondStepPage />);
    expect(await screen.findByText(/does not count as a second factor/)).toBeTruthy();
    expect(screen.getByText(/Ask an admin of your account/)).toBeTruthy();
  });

  it('rejects fewer than six digits without a request', async () => {
    const calls = stubServer({ [waiting]: () => answer(200, challenge()) });
    renderUi(<SecondStepPage />);
    await userEvent.type(await field(), '12x3');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(screen.getByText('Length should be 6')).toBeTruthy();
    expect((await field()).value).toBe('123');
    expect(calls).toHaveLength(1);
  });

  it('shows at the field that a code is wrong, and selects the code so that it can be replaced', async () => {
    const calls = stubServer({
      [waiting]: () => answer(200, challenge()),
      [verifying]: () => answer(422, problem('InvalidCode')),
    });
    renderUi(<SecondStepPage />);
    await userEvent.type(await field(), '123456');
    await screen.findByText('words of InvalidCode');
    const input = await field();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['123456', 0, 6]);
    expect(document.activeElement).toBe(input);
    await userEvent.paste('654321');
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ code: '654321' }));
  });

  it('sends a code by mail, then counts down to the next one', async () => {
    const calls = stubServer({
      [waiting]: () => answer(200, challenge({ suggested: 'Email' })),
      [sending]: () =>
        answer(200, { redirectUrl: null, challenge: challenge({ sentBy: 'Email', sendBlockedTo: soon(60) }) }),
    });
    renderUi(<SecondStepPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Send the code' }));
    expect(await screen.findByText(/You can have another code in \d+ seconds/)).toBeTruthy();
    expect(calls[1]?.body).toMatchObject({ method: 'Email' });
    expect(document.activeElement).toBe(await field());
  });

  it('explains why no code can be sent yet', async () => {
    stubServer({ [waiting]: () => answer(200, challenge({ suggested: 'Email', sendBlockedTo: soon(40) })) });
    renderUi(<SecondStepPage />);
    expect(await screen.findByText(/You can have another one in \d+ seconds/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send the code' }).disabled).toBe(true);
  });

  it('accepts a recovery code', async () => {
    const calls = stubServer({
      [waiting]: () => answer(200, challenge()),
      [verifying]: () => answer(200, { redirectUrl: '/', challenge: null }),
    });
    renderUi(<SecondStepPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Recovery code' }));
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(screen.getByText('Enter a recovery code')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Recovery code'), 'ab12-cd34-ef56{Enter}');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'));
    expect(calls[1]?.body.code).toBe('ab12-cd34-ef56');
    expect(calls[1]?.body).not.toHaveProperty('method');
  });

  it('disables a method after too many wrong codes, and keeps the others', async () => {
    stubServer({
      [waiting]: () => answer(200, challenge()),
      [verifying]: () => answer(429, problem('TooManyRequests', { additionalData: { blockedTo: soon(840) } })),
    });
    renderUi(<SecondStepPage />);
    await userEvent.type(await field(), '123456');
    expect(await screen.findByText(/You can try this way again in 14 minutes/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: /Code by email/ }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send the code' }).disabled).toBe(false);
  });

  it.each(['at once', 'at a code'])('shows that the sign-in has ended: %s', async (when) => {
    const gone = () => answer(410, problem('ChallengeExpired'));
    stubServer({ [waiting]: when === 'at once' ? gone : () => answer(200, challenge()), [verifying]: gone });
    history.replaceState(null, '', '/LoginWithMFA?ReturnUrl=%2FBilling');
    renderUi(<SecondStepPage />);
    if (when === 'at a code') await userEvent.type(await field(), '123456');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in again' });
    expect(link.getAttribute('href')).toBe('/login?ReturnUrl=%2FBilling');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'This sign-in has ended' }));
  });

  it.each([true, false])('accepts a passkey, and sends whether to remember the sign-in: %s', async (rememberMe) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    stubPasskeys(async () => credential);
    const calls = stubServer({
      [waiting]: () => answer(200, challenge({ hasPasskeys: true, rememberMe })),
      '/api/Passkeys/SignIn/Options': () => answer(200, { options: { challenge: 'Y2hhbGxlbmdl' } }),
      '/api/Passkeys/SignIn': () => answer(200, { redirectUrl: '/Billing', challenge: null }),
    });
    renderUi(<SecondStepPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Passkey' }));
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/Billing'));
    expect(calls.at(-1)?.body).toMatchObject({ response: { id: 'cred-1' }, RememberMe: rememberMe });
  });

  it('shows what another tab has changed when the page becomes visible again', async () => {
    let current = () => answer(200, challenge());
    stubServer({ [waiting]: () => current() });
    renderUi(<SecondStepPage />);
    await field();
    current = () => answer(410, problem('ChallengeExpired'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('This sign-in has ended')).toBeTruthy();
  });

  it('reports that the server is unreachable, and allows a retry', async () => {
    let current: () => Response = () => {
      throw new TypeError('Failed to fetch');
    };
    stubServer({ [waiting]: () => current(), '/healthz': () => answer(200, {}) });
    renderUi(<SecondStepPage />);
    expect(await screen.findByText('The request was made but no response was received')).toBeTruthy();
    current = () => answer(200, challenge());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await field()).toBeTruthy();
  });

  it('cancels the sign-in', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const calls = stubServer({
      [waiting]: () => answer(200, challenge()),
      '/api/Session/Challenge/Cancel': () => answer(200, {}),
    });
    renderUi(<SecondStepPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel and sign in as somebody else' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
    expect(calls.map(({ url }) => url)).toContain('/api/Session/Challenge/Cancel');
  });

  it('shows the errors of a natively posted form', async () => {
    replacePreloaded({ modelState: { '': ['The code is wrong'] } });
    stubServer({ [waiting]: () => answer(200, challenge()) });
    renderUi(<SecondStepPage />);
    expect(await screen.findByText('The code is wrong')).toBeTruthy();
  });
});
