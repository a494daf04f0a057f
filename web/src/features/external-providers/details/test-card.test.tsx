import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { entraProvider, failedTest } from '../../../test/external-providers.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { TestCard } from './test-card.tsx';

const summary = {
  id: failedTest.id,
  state: failedTest.state,
  startedAt: failedTest.startedAt,
  startedBy: failedTest.startedBy,
  failedStep: 'signIn',
  failure: 'redirectUriUnknown',
};

function show(latest: object | null, { start = {}, isChanged = false } = {}) {
  replacePreloaded({ user: person, features: ['customerAdmin'] });
  const fetch = vi.fn(async (_url: string, init: RequestInit) =>
    init.method === 'POST' ? answer(200, start) : answer(200, { items: latest ? [summary] : [], latest }),
  );
  vi.stubGlobal('fetch', fetch);
  renderUi(<TestCard provider={entraProvider} isChanged={isChanged} />);
  return fetch;
}

describe('the test sign-in', () => {
  it('shows the failed step with its cause, what to copy, where to click, and the provider’s words as text', async () => {
    show(failedTest);
    expect(await screen.findByText('Stopped at step 4 of 6')).toBeTruthy();
    expect(await screen.findByText(/Entra ID knows your application but not this address/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Redirect address').value).toBe(entraProvider.callbackUrl);
    for (const menu of ['App registrations', 'Authentication', 'Add URI']) expect(screen.getByText(menu)).toBeTruthy();
    expect(screen.getByText('The redirect URI does not match <b>one</b>.')).toBeTruthy();
    expect(screen.getAllByText('Not reached')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('keeps the window that the press opened, and leads it to the provider', async () => {
    const replace = vi.fn();
    const opened = { document: { title: '', body: { textContent: '' } }, location: { replace }, close: vi.fn() };
    const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    const waiting = { ...failedTest, state: 'waiting' };
    show(null, { start: { test: waiting, signInUrl: 'https://login.entra.example/authorize' } });
    const button = await screen.findByRole('button', { name: 'Start the test' });
    await act(async () => button.click());
    expect(open).toHaveBeenCalledOnce();
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://login.entra.example/authorize'));
    expect(opened).toHaveProperty('opener', null);
  });

  it('closes the window where the test stopped before', async () => {
    const close = vi.fn();
    const opened = { document: { title: '', body: { textContent: '' } }, location: { replace: vi.fn() }, close };
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    show(failedTest, { start: { test: failedTest, signInUrl: null } });
    const button = await screen.findByRole('button', { name: 'Test again' });
    await act(async () => button.click());
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it('rejects tests of what is not saved', async () => {
    show(failedTest, { isChanged: true });
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Test again' })).disabled).toBe(true);
    expect(screen.getByText('Save your changes first: a test uses what is saved.')).toBeTruthy();
  });
});
