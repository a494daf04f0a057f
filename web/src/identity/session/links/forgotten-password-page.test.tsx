import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { ForgottenPasswordPage } from './forgotten-password-page.tsx';

const login = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Login or email' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send the link' });

function stubAnswer(make: () => Response) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => make());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('the page for a forgotten password', () => {
  it('starts with the name typed on the sign-in page, and answers the same for everybody', async () => {
    sessionStorage.setItem('portico_typed_login', 'nobody@acme.example');
    const fetch = stubAnswer(() => answer(200, {}));
    renderUi(<ForgottenPasswordPage />);
    expect(login().value).toBe('nobody@acme.example');
    await userEvent.click(button());
    expect(await screen.findByText(/If somebody has an account as/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check your email' }));
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect([url, init?.body]).toEqual(['/api/ForgottenPassword', '{"userName":"nobody@acme.example"}']);
    await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(login().value).toBe('nobody@acme.example');
  });

  it('reports a missing name without a request', async () => {
    const fetch = stubAnswer(() => answer(200, {}));
    renderUi(<ForgottenPasswordPage />);
    await userEvent.click(button());
    expect(screen.getByText('Enter your login or email address')).toBeTruthy();
    expect(document.activeElement).toBe(login());
    expect(fetch).not.toHaveBeenCalled();
  });

  it('counts down while further attempts are blocked', async () => {
    const blockedTo = new Date(Date.now() + 30_000).toISOString();
    stubAnswer(() =>
      answer(429, { code: 'TooManyRequests', message: 'x', requestId: 'r', additionalData: { blockedTo } }),
    );
    renderUi(<ForgottenPasswordPage />);
    await userEvent.type(login(), 'avery');
    await userEvent.click(button());
    expect(await screen.findByText(/You can try again in \d+ seconds/)).toBeTruthy();
    expect(button().disabled).toBe(true);
  });

  it('keeps the input if the server fails', async () => {
    stubAnswer(() => answer(503, { code: 'ServiceUnavailable', message: 'Away', requestId: 'r' }));
    renderUi(<ForgottenPasswordPage />);
    await userEvent.type(login(), 'avery');
    await userEvent.click(button());
    expect((await screen.findByText('Away')).closest('[role=alert]')).toBeTruthy();
    expect(login().value).toBe('avery');
  });
});
