import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { modelState, replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { SignInPage } from './sign-in-page.tsx';

const login = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Login or email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });

function stubAnswer(make: () => Response | Promise<Response>) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => make());
  stubCalls(fetch, null);
  return fetch;
}

/** Answers the request about the address's domain, and passes on all others. */
function stubCalls(fetch: (url: string, init: RequestInit) => Promise<Response>, provider: object | null) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.startsWith('/api/Session/SingleSignOn') ? answer(200, { provider }) : fetch(url, init),
  );
}

async function fillAndSend() {
  const user = userEvent.setup();
  await user.type(login(), 'owner@acme.example');
  await user.type(password(), 'Portico-demo-1');
  await user.click(button());
}

beforeEach(() => history.replaceState(null, '', '/login'));

describe('the sign-in page', () => {
  it('has the legal pages, the knowledge base, the copyright and the version below the form', () => {
    replacePreloaded({ links: { knowledgeBase: 'https://help.example/', contact: null } });
    renderUi(<SignInPage />);
    const footer = within(screen.getByRole('contentinfo'));
    const links = footer.getAllByRole<HTMLAnchorElement>('link').map(({ pathname, host }) => [host, pathname]);
    expect(links).toEqual([
      ['help.example', '/'],
      [location.host, '/terms'],
      [location.host, '/privacy'],
    ]);
    expect(footer.getByText(/^© \d{4} .+ · Version [\d.]+$/)).toBeDefined();
  });

  it('clears form errors when the visitor goes to the sign-up', async () => {
    replacePreloaded({ modelState: { userName: ['No'] }, attemptedValues: { userName: 'avery' } });
    renderUi(<SignInPage />);
    const signUp = screen.getByRole('link', { name: 'Sign up' });
    expect(signUp.getAttribute('href')).toBe('/SignUp');
    signUp.addEventListener('click', (event) => event.preventDefault());
    expect(modelState().modelState).toEqual({ userName: ['No'] });
    await act(async () => signUp.click());
    expect(modelState()).toEqual({ modelState: {}, attemptedValues: {} });
  });

  it("sends the form with the newest token and the return URL, then opens the server's address", async () => {
    history.replaceState(null, '', '/login?ReturnUrl=%2FBilling');
    localStorage.setItem('antiForgeryToken', 'newest');
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const fetch = stubAnswer(() => answer(200, { redirectUrl: '/Billing' }));
    renderUi(<SignInPage />);
    await fillAndSend();
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/Billing'));
    const [url, init] = fetch.mock.calls[0] ?? [];
    const body = Object.fromEntries(init?.body as FormData);
    expect(url).toBe('/LoginWithMFA');
    expect(body).toEqual({
      userName: 'owner@acme.example',
      password: 'Portico-demo-1',
      ReturnUrl: '/Billing',
      __RequestVerificationToken: 'newest',
    });
  });

  it('reports missing values without a request', async () => {
    const fetch = stubAnswer(() => answer(200, {}));
    renderUi(<SignInPage />);
    await userEvent.click(button());
    expect(screen.getByText('Enter your login or email address')).toBeTruthy();
    expect(screen.getByText('Enter your password')).toBeTruthy();
    expect(document.activeElement).toBe(login());
    expect(fetch).not.toHaveBeenCalled();
  });

  it('reports wrong credentials and keeps the input', async () => {
    stubAnswer(() => answer(401, { code: 'InvalidCredentials', message: 'Wrong login or password', requestId: 'r' }));
    renderUi(<SignInPage />);
    await fillAndSend();
    expect((await screen.findByText('Wrong login or password')).closest('[role=alert]')).toBeTruthy();
    expect(login().value).toBe('owner@acme.example');
    expect(password().value).toBe('Portico-demo-1');
  });

  it('shows errors of properties at their fields', async () => {
    stubAnswer(() =>
      answer(422, {
        code: 'ValidationError',
        message: 'x',
        requestId: 'r',
        propertyErrors: { UserName: ['Too long'] },
      }),
    );
    renderUi(<SignInPage />);
    await fillAndSend();
    await screen.findByText('Too long');
    expect(login().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(login());
  });

  it('reports that the server did not answer', async () => {
    stubAnswer(() => Promise.reject(new TypeError('Failed to fetch')));
    renderUi(<SignInPage />);
    await fillAndSend();
    expect(await screen.findByText('The request was made but no response was received')).toBeTruthy();
    expect(button().getAttribute('aria-disabled')).toBeNull();
  });

  it('counts down while further attempts are blocked', async () => {
    // Fakes only the countdown's clock, so that the duration of typing does not matter.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const blockedTo = new Date(Date.now() + 30_000).toISOString();
    stubAnswer(() =>
      answer(429, { code: 'TooManyRequests', message: 'x', requestId: 'r', additionalData: { blockedTo } }),
    );
    renderUi(<SignInPage />);
    await fillAndSend();
    expect((await screen.findByText(/You can try again in 30 seconds/)).textContent).toContain('Too many attempts');
    expect(button().disabled).toBe(true);
    act(() => vi.advanceTimersByTime(29_000));
    expect(screen.getByText(/in 1 second\./)).toBeTruthy();
    act(() => vi.advanceTimersByTime(1500));
    expect(button().disabled).toBe(false);
  });

  it('sends the form once even if the button is pressed twice', async () => {
    const fetch = stubAnswer(() => new Promise<Response>(() => {}));
    renderUi(<SignInPage />);
    await fillAndSend();
    await userEvent.click(button());
    await userEvent.click(button());
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('shows the errors of a natively posted form', () => {
    replacePreloaded({ modelState: { '': ['Wrong login or password'] }, attemptedValues: { userName: 'someone' } });
    renderUi(<SignInPage />);
    expect(screen.getByText('Wrong login or password')).toBeTruthy();
    expect(login().value).toBe('someone');
  });

  it('fills in the form with a demonstration user', async () => {
    replacePreloaded({
      demo: { users: [{ email: 'owner@acme.example', label: 'Owner' }], password: 'Portico-demo-1' },
    });
    renderUi(<SignInPage />);
    await userEvent.click(screen.getByRole('button', { name: /owner@acme\.example/ }));
    expect(login().value).toBe('owner@acme.example');
    expect(password().value).toBe('Portico-demo-1');
    expect(document.activeElement).toBe(button());
  });

  it('shows no demonstration users outside the demonstration', () => {
    renderUi(<SignInPage />);
    expect(screen.queryByText('Demo sign-ins')).toBeNull();
  });

  it("shows the link to the address's provider beside the password, or instead of the password if required", async () => {
    history.replaceState(null, '', '/login?ReturnUrl=%2FBilling');
    const provider = { name: 'Acme Login', url: '/sso/abcdef12?provider=key12345', isRequired: false };
    stubCalls(async () => answer(500, {}), provider);
    const { unmount } = renderUi(<SignInPage />);
    await userEvent.type(login(), 'ada@acme.example');
    await userEvent.tab();
    const way = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in with Acme Login' });
    expect(way.getAttribute('href')).toBe(
      '/sso/abcdef12?provider=key12345&login_hint=ada%40acme.example&ReturnUrl=%2FBilling',
    );
    expect(password()).toBeTruthy();
    unmount();

    stubCalls(async () => answer(500, {}), { ...provider, isRequired: true });
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    renderUi(<SignInPage />);
    await userEvent.type(login(), 'ada@acme.example');
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
    expect(screen.getByText('Your company signs in with Acme Login.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
    await userEvent.type(login(), '{Enter}');
    expect(assign).toHaveBeenCalledWith(expect.stringContaining('/sso/abcdef12?provider=key12345&login_hint='));
    await userEvent.clear(login());
    await waitFor(() => expect(password()).toBeTruthy());
  });
});
