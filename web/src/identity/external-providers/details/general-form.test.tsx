import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { entraProvider } from '../../../test/external-providers.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { GeneralForm } from './general-form.tsx';
import { useProviderForm } from './use-provider-form.ts';

function Shown({ provider }: { provider: typeof entraProvider }) {
  const editor = useProviderForm(provider);
  return (
    <>
      <button type="button" onClick={() => void editor.enable(true)}>
        Enable
      </button>
      <GeneralForm provider={provider} editor={editor} onSave={() => void editor.save(false)} />
    </>
  );
}

function show(provider = entraProvider, respond: () => Response = () => answer(200, entraProvider)) {
  replacePreloaded({ user: person, features: ['customerAdmin'] });
  const fetch = vi.fn(async (_url: string, { method }: RequestInit) =>
    method === 'GET' ? answer(200, { items: [], latest: null }) : respond(),
  );
  vi.stubGlobal('fetch', fetch);
  renderUi(<Shown provider={provider} />);
  return fetch;
}

/** The calls that change something at the server. */
const changes = (fetch: ReturnType<typeof show>) => fetch.mock.calls.filter(([, { method }]) => method !== 'GET');
const secret = () => screen.getByLabelText<HTMLInputElement>('Client secret');
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

describe('the form of a provider', () => {
  it('clears the typed secret after saving, and sends the version of the loaded settings', async () => {
    const fetch = show();
    await userEvent.type(secret(), 'a new secret');
    await userEvent.click(save());
    await waitFor(() => expect(secret().value).toBe(''));
    expect(save().disabled).toBe(true);
    const [url, init] = changes(fetch)[0] ?? [];
    expect([url, init?.method]).toEqual(['/api/ExternalProviders/5', 'PUT']);
    expect(JSON.parse(String(init?.body))).toMatchObject({ clientSecret: 'a new secret', version: 4 });
  });

  it('rejects missing values that the type requires, at their fields', async () => {
    const fetch = show({ ...entraProvider, type: 1, authority: 'https://login.example', tenantId: null });
    const address = screen.getByLabelText(/^Identity Provider URL/);
    await userEvent.clear(address);
    await userEvent.tab();
    expect(await screen.findByText('Identity Provider URL is required')).toBeTruthy();
    await userEvent.type(address, 'login.example');
    expect(await screen.findByText("The Identity Provider URL field isn't a correct https url address")).toBeTruthy();
    const domain = screen.getByLabelText(/^Domain/);
    await userEvent.clear(domain);
    await userEvent.tab();
    expect(await screen.findByText('Domain is required')).toBeTruthy();
    expect(save().disabled).toBe(true);
    expect(changes(fetch)).toEqual([]);
  });

  it('refuses to enable without client and secret, and shows server errors at their fields', async () => {
    const fetch = show({ ...entraProvider, clientId: null, clientSecretEnd: null }, () =>
      answer(422, {
        code: 'ValidationError',
        message: 'Check it',
        requestId: 'r',
        propertyErrors: { prohibitOtherAuthentications: ['Make a break-glass code first'] },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('ClientId field is required for activate')).toBeTruthy();
    expect(screen.getByText('ClientSecret field is required for activate')).toBeTruthy();
    expect(changes(fetch)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Client ID'), 'portal');
    await userEvent.type(secret(), 'a secret');
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Make a break-glass code first')).toBeTruthy();
    expect(changes(fetch)[0]?.[0]).toBe('/api/ExternalProviders/5/UpdateAndActivate');
    expect(secret().value).toBe('a secret');
  });
});
