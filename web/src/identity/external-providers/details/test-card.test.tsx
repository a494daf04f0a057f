import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { entraProvider, failedTest } from '../../../test/external-providers.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { createProviderDraft, type ProviderDraft, unsavedSettings } from '../model/provider-draft.ts';
import { TestCard } from './test-card.tsx';

const summary = {
  id: failedTest.id,
  state: failedTest.state,
  startedAt: failedTest.startedAt,
  startedBy: failedTest.startedBy,
  failedStep: 'signIn',
  failure: 'redirectUriUnknown',
};

const noteTest = vi.fn();

function show(
  latest: object | null,
  { start = {}, change = {} }: { start?: object; change?: Partial<ProviderDraft> } = {},
) {
  replacePreloaded({ user: person, features: ['customerAdmin'] });
  const fetch = vi.fn(async (_url: string, init: RequestInit) =>
    init.method === 'POST' ? answer(200, start) : answer(200, { items: latest ? [summary] : [], latest }),
  );
  vi.stubGlobal('fetch', fetch);
  const draft = { ...createProviderDraft(entraProvider), ...change };
  renderUi(
    <TestCard provider={entraProvider} editor={{ draft, unsaved: unsavedSettings(draft, entraProvider), noteTest }} />,
  );
  return fetch;
}

describe('the test sign-in', () => {
  it("shows the failed step with its cause, what to copy, where to click, and the provider's message as text", async () => {
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

  it('keeps the window that a press of the button opened, and redirects it to the provider', async () => {
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

  it('closes the window if the test fails before the redirect', async () => {
    const close = vi.fn();
    const opened = { document: { title: '', body: { textContent: '' } }, location: { replace: vi.fn() }, close };
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    show(failedTest, { start: { test: failedTest, signInUrl: null } });
    const button = await screen.findByRole('button', { name: 'Test again' });
    await act(async () => button.click());
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it('tests unsaved settings, and says that the test uses them (SSO-55)', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const fetch = show(failedTest, {
      change: { clientSecret: 'the next one' },
      start: { test: { ...failedTest, id: 12 } },
    });
    expect(await screen.findByText('The test uses what is in the form. It does not save anything.')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Test again' }));
    await waitFor(() => expect(noteTest).toHaveBeenCalled());
    const { domain, tenantId, clientId } = entraProvider;
    const settings = { domain, tenantId, authority: null, clientId, clientSecret: 'the next one' };
    const [, init] = fetch.mock.calls.find(([, { method }]) => method === 'POST') ?? [];
    expect(JSON.parse(String(init?.body))).toEqual({ settings });
    expect(noteTest).toHaveBeenCalledWith(12, settings);
  });

  it('refuses to test incomplete settings', async () => {
    show(failedTest, { change: { clientId: '' } });
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Test again' })).disabled).toBe(true);
    expect(screen.getByText('Enter client ID and secret first.')).toBeTruthy();
  });

  it.each([
    [4, 'Passed, not saved yet'],
    [3, 'Passed'],
    [2, 'Passed with earlier settings'],
  ])('shows whether a test with revision %i of the settings has passed', async (revision, words) => {
    show({ ...failedTest, state: 'passed', revision, steps: [] });
    expect(await screen.findByText(words, { exact: true })).toBeTruthy();
  });
});
