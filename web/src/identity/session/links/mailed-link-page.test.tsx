import type { LinkKind } from '@portico/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { type LinkPage, linkPages } from '../api/mailed-link.ts';
import { MailedLinkPage } from './mailed-link-page.tsx';

const problem = (code: string, more: object = {}) => ({ code, message: `words of ${code}`, requestId: 'r', ...more });
const checking = '/api/Links/Check';
type Answers = Record<string, () => Response | Promise<Response>>;

function stubServer(answers: Answers): { url: string; body: unknown }[] {
  const calls: { url: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const make = answers[url];
    if (!make) throw new Error(`nothing answers ${url}`);
    return make();
  });
  return calls;
}

/**
 * Opens the page for a kind of link.
 * @param known the kind of the link by the server's data
 */
function open(kind: LinkPage, answers: Answers = {}, known: LinkKind = kind, more: object = {}) {
  history.replaceState(null, '', `${linkPages[kind]}#tok-1`);
  const link = {
    kind: known,
    login: 'avery',
    email: 'new@acme.example',
    needsPassword: false,
    isDone: false,
    session: 'Firefox on Windows',
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    ...more,
  };
  const calls = stubServer({ [checking]: () => answer(200, link), ...answers });
  renderUi(<MailedLinkPage />);
  return calls;
}

let replace: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
});

async function choose(password: string, again = password) {
  await userEvent.type(await screen.findByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Repeat the password'), again);
  await userEvent.click(screen.getByRole('button', { name: 'Save the new password' }));
}

describe('the page of a mailed link', () => {
  it('removes the token from the address and keeps it for a reload until it is used', async () => {
    const uses = { '/api/ConfirmEmail': () => answer(200, { email: 'new@acme.example', signIn: null }) };
    const calls = open('confirmEmail', uses);
    const button = await screen.findByRole('button', { name: 'Use this address' });
    expect(calls).toEqual([{ url: checking, body: { token: 'tok-1' } }]);
    expect(location.href).not.toContain('tok-1');
    expect(Object.values({ ...sessionStorage })).toEqual(['tok-1']);
    await userEvent.click(button);
    await screen.findByText('Your address is changed');
    expect(calls[1]).toEqual({ url: '/api/ConfirmEmail', body: { token: 'tok-1' } });
    expect(sessionStorage).toHaveLength(0);
  });

  it('confirms the address of a sign-up with a text of its own, and signs in', async () => {
    const signIn = { redirectUrl: '/Confirmation?product=desktop', challenge: null };
    const uses = { '/api/ConfirmEmail': () => answer(200, { email: 'new@acme.example', signIn }) };
    open('confirmEmail', uses, 'confirmSignUp');
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm the address' }));
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('links to the sign-in page if the address of a sign-up is already confirmed', async () => {
    const uses = { '/api/ConfirmEmail': () => answer(200, { email: 'new@acme.example', signIn: null }) };
    open('confirmEmail', uses, 'confirmSignUp');
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm the address' }));
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  });

  it('asks for the password of the sign-up in another browser than the form’s, or for a new one', async () => {
    const uses = {
      '/api/ConfirmEmail': () => answer(401, problem('InvalidCredentials')),
      '/api/ResetPassword': () => answer(200, { redirectUrl: '/', challenge: null }),
    };
    const calls = open('confirmEmail', uses, 'confirmSignUp', { needsPassword: true });
    await userEvent.type(await screen.findByLabelText('Password from the sign-up'), 'guessed');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm the address' }));
    expect(await screen.findByText('words of InvalidCredentials')).toBeTruthy();
    expect(calls[1]?.body).toEqual({ token: 'tok-1', password: 'guessed' });
    await userEvent.click(screen.getByRole('button', { name: 'Set a new password' }));
    await choose('Portico-new-1');
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'));
    expect(calls[2]).toMatchObject({ url: '/api/ResetPassword', body: { token: 'tok-1' } });
  });

  it('shows that an address is confirmed already, after a mail gateway has pressed the button', async () => {
    open('confirmEmail', {}, 'confirmEmail', { isDone: true });
    expect(await screen.findByText('Your address is changed')).toBeTruthy();
  });

  it('restores the token after a reload of the page', async () => {
    sessionStorage.setItem('portico_link_resetPassword', 'tok-0');
    history.replaceState(null, '', '/resetpassword/');
    const calls = stubServer({ [checking]: () => answer(410, problem('LinkExpired')) });
    renderUi(<MailedLinkPage />);
    await screen.findByText('This link no longer works');
    expect(calls).toEqual([{ url: checking, body: { token: 'tok-0' } }]);
    expect(sessionStorage).toHaveLength(0);
  });

  it('sets a password with the link, and continues', async () => {
    const calls = open('resetPassword', {
      '/api/ResetPassword': () => answer(200, { redirectUrl: '/', challenge: null }),
    });
    await choose('Portico-new-1');
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'));
    expect(calls[1]?.body).toEqual({
      token: 'tok-1',
      newPassword: 'Portico-new-1',
      newPasswordConfirmation: 'Portico-new-1',
    });
  });

  it('names passkeys and external logins, and removes them only on request', async () => {
    const otherWaysIn = { passkeys: 2, externalLogins: 1, arePasskeysKept: false };
    const uses = { '/api/ResetPassword': () => answer(200, { redirectUrl: '/', challenge: null }) };
    const calls = open('resetPassword', uses, 'resetPassword', { otherWaysIn });
    await screen.findByText('You can also sign in with 2 passkeys and 1 external login.');
    const offer = screen.getByRole('checkbox', { name: /^Also remove passkeys and external logins/ });
    expect(offer).toHaveProperty('checked', false);
    await userEvent.click(offer);
    await choose('Portico-new-1');
    await waitFor(() => expect(calls[1]?.body).toMatchObject({ removeOtherWaysIn: true }));
  });

  it('does not offer to remove passkeys that are the only second factor', async () => {
    open('resetPassword', {}, 'resetPassword', {
      otherWaysIn: { passkeys: 1, externalLogins: 0, arePasskeysKept: true },
    });
    await screen.findByText(/^Your passkeys stay because they are your only second factor/);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('continues to the second step if the account requires one', async () => {
    open('resetPassword', { '/api/ResetPassword': () => answer(200, { redirectUrl: null, challenge: null }) });
    await choose('Portico-new-1');
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/LoginWithMFA'));
  });

  it('rejects two different passwords without a request', async () => {
    const calls = open('resetPassword');
    await choose('Portico-new-1', 'Portico-new-2');
    expect(screen.getByText('The two passwords are not the same')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Repeat the password'));
    expect(calls).toHaveLength(1);
  });

  it('shows at the field why a password is refused, and keeps the typed password', async () => {
    const propertyErrors = { newPassword: ['Too easy', 'Too short'] };
    open('resetPassword', { '/api/ResetPassword': () => answer(422, problem('ValidationError', { propertyErrors })) });
    await choose('easy');
    expect(await screen.findByText(/Too easy\s+Too short/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('easy');
  });

  it("shows the password rule, and whether the password is the user's first one", async () => {
    open('invitation');
    await userEvent.type(await screen.findByLabelText('Password'), 'abcdefgh');
    expect(screen.getByText('At least 8 characters').textContent).toContain('met');
    expect(screen.getByText('A digit').textContent).toContain('not met yet');
    expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy();
  });

  it.each([
    ['undoEmail', 'Take the address back', '/api/UndoEmail', 'Your address is yours again'],
    ['endSession', 'It was not me: end the session', '/api/WasThisYou/End', 'The session has ended'],
  ] as const)('acts at a press and not before: %s', async (kind, name, path, done) => {
    const calls = open(kind, { [path]: () => answer(200, { email: 'old@acme.example' }) });
    const button = await screen.findByRole('button', { name });
    expect(calls).toHaveLength(1);
    await userEvent.click(button);
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: done }));
    expect(calls[1]).toEqual({ url: path, body: { token: 'tok-1' } });
    expect(screen.getByRole('link', { name: 'Get a new password' }).getAttribute('href')).toBe('/ForgottenPassword');
  });

  it.each([
    ['resetPassword', 'Ask for a new link', '/ForgottenPassword'],
    ['invitation', 'Sign in', '/login'],
    ['confirmEmail', 'Send a new link', '/ForgottenPassword'],
    ['undoEmail', 'Sign in', '/login'],
    ['endSession', 'Go to your profile', '/Profile?tab=sessions'],
  ] as const)('explains what to do instead of using an old link: %s', async (kind, name, target) => {
    open(kind, { [checking]: () => answer(410, problem('LinkExpired')) });
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(target);
  });

  it('takes the code of the mail if the address has no token, and continues with the token of the answer', async () => {
    let isWrong = true;
    sessionStorage.clear();
    history.replaceState(null, '', linkPages.resetPassword);
    const link = { kind: 'resetPassword', login: 'avery', email: null, session: null, isDone: false };
    const calls = stubServer({
      '/api/Links/Code': () => (isWrong ? answer(422, problem('InvalidCode')) : answer(200, { token: 'tok-2' })),
      [checking]: () => answer(200, link),
    });
    await act(async () => renderUi(<MailedLinkPage />));
    expect(await screen.findByRole('heading', { name: 'The address is incomplete' })).toBeTruthy();
    const next = screen.getByRole('button', { name: 'Continue' });
    await userEvent.click(next);
    expect(document.activeElement).toBe(screen.getByLabelText('Address that the mail was sent to'));
    await userEvent.type(screen.getByLabelText('Address that the mail was sent to'), 'avery@acme.example');
    await userEvent.type(screen.getByLabelText('Code'), 'abcde-fghjk');
    await userEvent.click(next);
    expect(await screen.findByText('words of InvalidCode')).toBeTruthy();
    isWrong = false;
    await userEvent.click(next);
    await screen.findByLabelText('New password');
    expect(calls.slice(1)).toEqual([
      { url: '/api/Links/Code', body: { page: 'resetPassword', email: 'avery@acme.example', code: 'abcde-fghjk' } },
      { url: checking, body: { token: 'tok-2' } },
    ]);
  });

  it('rejects a link of another kind', async () => {
    open('resetPassword', {}, 'undoEmail');
    expect(await screen.findByText('This link no longer works')).toBeTruthy();
  });

  it('reports that a link has been used', async () => {
    open('undoEmail', { '/api/UndoEmail': () => answer(410, problem('LinkExpired')) });
    await userEvent.click(await screen.findByRole('button', { name: 'Take the address back' }));
    expect(await screen.findByText('This link no longer works')).toBeTruthy();
  });

  it('keeps the token while the server is unreachable, and allows a retry', async () => {
    let isAway = true;
    const link = { kind: 'endSession', login: 'a', email: null, session: null, expiresAt: new Date().toISOString() };
    open('endSession', {
      [checking]: () => {
        if (isAway) throw new TypeError('Failed to fetch');
        return answer(200, link);
      },
      '/healthz': () => answer(200, {}),
    });
    await screen.findByText('The request was made but no response was received');
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('An unknown browser')).toBeTruthy();
  });
});
