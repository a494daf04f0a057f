import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { entraProvider, failedTest } from '../../../test/external-providers.ts';
import { person } from '../../../test/person.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { useExternalProvider } from '../external-providers.api.ts';
import { LoadedProvider } from './loaded-provider.tsx';

const base = '/api/ExternalProviders/5';
const active = { ...entraProvider, active: true, testedRevision: 3, testedAt: '2026-11-22T16:00:00.000Z' };

type Served = typeof entraProvider;

/** A fake server with the calls that the page needs. */
class Server {
  provider: Served;
  latest: object | null = null;
  signIns: object[] = [];
  /** Responses that replace the effect of a call. */
  readonly refusals = new Map<string, () => Response>();
  readonly calls: { what: string; body: Record<string, unknown> }[] = [];

  constructor(provider: Served) {
    this.provider = provider;
  }

  fetch = async (url: string, { method, body }: RequestInit): Promise<Response> => {
    const what = `${method} ${url}`;
    if (method === 'GET') return answer(200, this.read(url));
    this.calls.push({ what, body: body ? JSON.parse(String(body)) : {} });
    const refusal = this.refusals.get(what);
    if (refusal) return refusal();
    const { version } = this.provider;
    if (what === `POST ${base}/Tests`) return answer(200, { test: this.latest, signInUrl: null });
    if (what === `POST ${base}/Deactivate`) this.provider = { ...this.provider, active: false, version: version + 1 };
    if (what === `POST ${base}/UpdateAndActivate`)
      this.provider = { ...this.provider, active: true, version: version + 1 };
    if (what === `PUT ${base}`) this.provider = { ...this.provider, version: version + 1 };
    return answer(200, this.provider);
  };

  private read(url: string): unknown {
    if (url === base) return this.provider;
    if (url === `${base}/Tests`) return { items: [], latest: this.latest };
    if (url === `${base}/SignIns`) return { items: this.signIns };
    if (url.endsWith('/ExternalProviderProductLinks'))
      return { items: [{ name: 'Scan', caption: 'Open', productLink: 'https://portal.example/sso/a?ReturnUrl=scan' }] };
    return [];
  }
}

function Page() {
  const { data } = useExternalProvider(5);
  return data ? <LoadedProvider provider={data} onRemoved={onRemoved} /> : null;
}

const onRemoved = vi.fn();
const said = vi.fn();

beforeEach(() => {
  onRemoved.mockClear();
  said.mockClear();
  vi.spyOn(notify, 'success').mockImplementation((message) => said(message));
  vi.spyOn(notify, 'error').mockImplementation((message) => said(message));
});

async function show(provider: Served = active) {
  replacePreloaded({ user: person, features: ['customerAdmin'] });
  const server = new Server(provider);
  vi.stubGlobal('fetch', server.fetch);
  renderWithLinks(<Page />);
  await screen.findByLabelText('Client secret');
  return server;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) =>
  act(async () => {
    await userEvent.click(button(name));
    await vi.dynamicImportSettled();
  });
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
const answerQuestion = async (name: string) => {
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name }));
};

it('an inactive provider names what is missing beside the button, with a link to each card', async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  await show({ ...entraProvider, active: false, mailDomains: [], clientSecretEnd: null, testedAt: null });
  const enable = button('Enable');
  expect(enable.disabled).toBe(true);
  const missing = document.getElementById(enable.getAttribute('aria-describedby') ?? '');
  expect(missing?.textContent).toBe(
    'Still missing: the client ID, secret and domain, a proven mail domain, a passed test',
  );
  await userEvent.click(screen.getByRole('link', { name: 'a proven mail domain' }));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement?.closest('#mail-domains')).not.toBeNull();
});

describe('an active provider', () => {
  it('asks before untested settings are saved, and saves them only after the confirmation (SSO-13)', async () => {
    const server = await show();
    await type('Client secret', 'the next one');
    await press('Save changes');
    expect(await screen.findByText('Save it without a passed test?')).toBeTruthy();
    expect(server.calls).toEqual([]);
    await answerQuestion('Save without a test');
    await waitFor(() => expect(said).toHaveBeenCalledWith('External Provider was updated'));
    expect(server.calls).toMatchObject([
      { what: `PUT ${base}`, body: { clientSecret: 'the next one', withoutPassedTest: true } },
    ]);
  });

  it('immediately saves settings that no test depends on', async () => {
    const server = await show();
    await type('Name', ' 2');
    await press('Save changes');
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(server.calls[0]?.body).not.toHaveProperty('withoutPassedTest');
  });

  it('immediately saves settings that passed a test in the form (SSO-55)', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const server = await show();
    await type('Client secret', 'the next one');
    server.latest = { ...failedTest, id: 12, state: 'passed', revision: 4, steps: [] };
    await press('Start the test');
    expect(await screen.findByText('Passed, not saved yet')).toBeTruthy();
    await press('Save changes');
    await waitFor(() => expect(said).toHaveBeenCalledWith('External Provider was updated'));
    expect(server.calls.map(({ what }) => what)).toEqual([`POST ${base}/Tests`, `PUT ${base}`]);
    expect(server.calls[1]?.body).not.toHaveProperty('withoutPassedTest');
  });

  it('asks again if the form has changed since its test passed', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const server = await show();
    await type('Client secret', 'the next one');
    server.latest = { ...failedTest, id: 12, state: 'passed', revision: 4, steps: [] };
    await press('Start the test');
    await screen.findByText('Passed, not saved yet');
    await type('Client ID', 'x');
    await press('Save changes');
    expect(await screen.findByText('Save it without a passed test?')).toBeTruthy();
  });

  it('is deactivated, and stays enabled if deactivating fails', async () => {
    const server = await show();
    const message = 'The database is away.';
    server.refusals.set(`POST ${base}/Deactivate`, () => answer(503, { code: 'Unavailable', message }));
    await press('Deactivate');
    await waitFor(() => expect(said).toHaveBeenCalledWith(message));
    expect([screen.getByText('Enabled').textContent, button('Deactivate').disabled]).toEqual(['Enabled', false]);
    server.refusals.clear();
    await press('Deactivate');
    await waitFor(() => expect(said).toHaveBeenCalledWith('External Provider was deactivated'));
    expect(await screen.findByText('Disabled')).toBeTruthy();
  });

  it('keeps the input during another change by the same user, and then saves it with the version of that change (SSO-10)', async () => {
    const server = await show();
    await type('Name', ' 2');
    await press('Deactivate');
    await screen.findByText('Disabled');
    await press('Save changes');
    await waitFor(() => expect(said).toHaveBeenCalledWith('External Provider was updated'));
    expect(server.calls.at(-1)).toMatchObject({ what: `PUT ${base}`, body: { name: 'Acme Entra ID 2', version: 5 } });
  });

  it('sends the older version if somebody else has saved in between', async () => {
    const server = await show();
    await type('Name', ' 2');
    server.provider = { ...server.provider, version: 5 };
    await press('Deactivate');
    await screen.findByText('Disabled');
    await press('Save changes');
    await waitFor(() => expect(server.calls.at(-1)?.body.version).toBe(4));
  });
});

describe('a disabled provider', () => {
  const tested = { ...active, active: false };

  it('is enabled immediately after a passed test', async () => {
    const server = await show(tested);
    await press('Enable');
    await waitFor(() => expect(said).toHaveBeenCalledWith('External Provider was activated'));
    expect(server.calls[0]).toMatchObject({ what: `POST ${base}/UpdateAndActivate`, body: { version: 4 } });
    expect(server.calls[0]?.body).not.toHaveProperty('withoutPassedTest');
    expect(await screen.findByText('Enabled')).toBeTruthy();
  });

  it('is enabled without a passed test after a question, and stays disabled if enabling fails', async () => {
    const server = await show(entraProvider);
    const message = 'Prove that a mail domain is yours first.';
    server.refusals.set(`POST ${base}/UpdateAndActivate`, () =>
      answer(409, { code: 'Conflict', message, additionalData: { reason: 'noProvedDomain' } }),
    );
    await press('enable it without a passed test');
    expect(await screen.findByText('Enable it without a passed test?')).toBeTruthy();
    expect(server.calls).toEqual([]);
    await answerQuestion('Enable without a test');
    await waitFor(() => expect(said).toHaveBeenCalledWith(message));
    expect(server.calls[0]?.body).toMatchObject({ withoutPassedTest: true });
    expect(screen.getByText('Disabled')).toBeTruthy();
  });

  it('returns to the list once it is deleted', async () => {
    const server = await show(tested);
    await press('Delete');
    await answerQuestion('Delete provider');
    await waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
    expect(said).toHaveBeenCalledWith('External Provider was deleted');
    expect(server.calls.map(({ what }) => what)).toEqual([`DELETE ${base}`]);
  });
});

describe('the page of a provider, beside the form', () => {
  it('warns if single sign-on is required and the owner has no break-glass code', async () => {
    await show({ ...active, prohibitOtherAuthentications: true });
    expect(screen.getByText(/SSO is required, and the owner has no code/)).toBeTruthy();
  });

  it('copies the links to products', async () => {
    await show();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(await screen.findByRole('button', { name: 'Copy link of Scan' }));
    expect(writeText).toHaveBeenCalledWith('https://portal.example/sso/a?ReturnUrl=scan');
    await waitFor(() => expect(said).toHaveBeenCalledWith('Copied'));
  });

  it('shows five sign-ins at first, with the reasons of failed ones', async () => {
    const server = await show();
    expect(await screen.findByText(/Nobody has signed in with this provider yet/)).toBeTruthy();
    const entry = { at: '2026-11-23T16:02:00.000Z', userId: null, failure: null, providerSays: null, address: null };
    server.signIns = [
      {
        ...entry,
        id: 7,
        email: null,
        outcome: 'refused',
        failure: 'emailUnproved',
        providerSays: { code: 'AADSTS1', text: '<b>no</b>' },
        address: '192.0.2.7',
      },
      ...[6, 5, 4, 3, 2].map((id) => ({ ...entry, id, email: `p${id}@acme.example`, outcome: 'signedIn' })),
      { ...entry, id: 1, email: 'new@acme.example', outcome: 'created' },
    ];
    await press('Refresh');
    expect(await screen.findByText('Somebody unknown')).toBeTruthy();
    expect(screen.getByText('the email address is outside your domains')).toBeTruthy();
    for (const text of ['Refused', '192.0.2.7', '<b>no</b>']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText('User created')).toBeNull();
    await press('Show 2 more');
    expect(screen.getByText('User created')).toBeTruthy();
  });
});
