import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { entraProvider } from '../../../test/external-providers.ts';
import { person } from '../../../test/person.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { AddProviderDialog } from './add-provider-dialog.tsx';
import { ProviderTable } from './provider-table.tsx';

const base = '/api/ExternalProviders';
const rows = [
  { ...entraProvider, id: 5, name: 'Acme Entra ID', active: true },
  { ...entraProvider, id: 6, name: 'Acme Okta', type: 2 as const },
];
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const said = vi.fn();
let served: object[];

beforeEach(() => {
  replacePreloaded({ user: person, features: ['customerAdmin'] });
  served = rows;
  said.mockReset();
  fetched.mockReset();
  fetched.mockImplementation(async (_url, { method }) =>
    answer(200, method === 'GET' ? { items: served } : method === 'POST' ? { ...entraProvider, name: 'New one' } : {}),
  );
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(notify, 'success').mockImplementation((message) => said(message));
});

const reads = () => fetched.mock.calls.filter(([url, { method }]) => url === base && method === 'GET').length;
const changes = () => fetched.mock.calls.flatMap(([url, { method }]) => (method === 'GET' ? [] : [`${method} ${url}`]));
const openMenu = async (name: string) => {
  const button = await screen.findByRole('button', { name: `Actions for ${name}` });
  await act(async () => {
    fireEvent.click(button);
    await vi.dynamicImportSettled();
  });
};

describe('the list of providers', () => {
  /** Menus open within the page's main landmark. */
  const show = () =>
    renderWithLinks(
      <main>
        <ProviderTable onAdd={undefined} />
      </main>,
    );

  it('shows name, type and status of each', async () => {
    show();
    const table = await screen.findByRole('table', { name: 'External providers' });
    await within(table).findByText('Acme Okta');
    const cells = within(table)
      .getAllByRole('row')
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .slice(0, 3)
          .map(({ textContent }) => textContent),
      );
    // On narrow screens a cell contains the column's name.
    expect(cells.filter((row) => row.length > 0)).toEqual([
      ['Acme Entra ID', 'TypeEntra ID', 'Enabled'],
      ['Acme Okta', 'TypeOkta', 'Disabled'],
    ]);
    expect(within(table).getByRole('link', { name: 'Acme Okta' }).getAttribute('href')).toBe('/ExtProviders/6');
  });

  it('explains the purpose of providers if the list is empty', async () => {
    served = [];
    const onAdd = vi.fn();
    renderWithLinks(<ProviderTable onAdd={onAdd} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add External Provider' }));
    expect(onAdd).toHaveBeenCalledOnce();
  });

  it('links to the details, deletes a provider after a question, and refetches the list a second later', async () => {
    show();
    await openMenu('Acme Okta');
    const details = await screen.findByRole('menuitem', { name: 'Details' });
    expect(details.getAttribute('href')).toBe('/ExtProviders/6');
    await act(async () => {
      await userEvent.click(screen.getByRole('menuitem', { name: 'Delete provider' }));
      await vi.dynamicImportSettled();
    });
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Are you sure you want to delete this provider?');
    expect(changes()).toEqual([]);
    const before = reads();
    const begun = Date.now();
    served = rows.slice(0, 1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete provider' }));
    await waitFor(() => expect(said).toHaveBeenCalledWith('External Provider was deleted'));
    expect(changes()).toEqual([`DELETE ${base}/6`]);
    // The row disappears at once; the server's list is refetched after a second.
    await waitFor(() => expect(screen.queryByText('Acme Okta')).toBeNull());
    expect(reads()).toBe(before);
    await waitFor(() => expect(reads()).toBe(before + 1));
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_000);
  });

  it('keeps the question open if deleting fails, and shows why', async () => {
    const message = 'The database is away.';
    fetched.mockImplementation(async (_url, { method }) =>
      method === 'GET' ? answer(200, { items: served }) : answer(503, { code: 'Unavailable', message }),
    );
    show();
    await openMenu('Acme Okta');
    await act(async () => {
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete provider' }));
      await vi.dynamicImportSettled();
    });
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete provider' }));
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toContain(message));
    expect(said).not.toHaveBeenCalled();
  });

  it('does not offer to delete a provider to users who may not manage providers', async () => {
    replacePreloaded({ user: { ...person, readOnly: true }, features: ['customerAdmin'] });
    show();
    await openMenu('Acme Okta');
    await screen.findByRole('menuitem', { name: 'Details' });
    expect(screen.queryByRole('menuitem', { name: 'Delete provider' })).toBeNull();
  });
});

describe('adding a provider', () => {
  const onAdded = vi.fn();
  const show = () => renderWithLinks(<AddProviderDialog open onOpenChange={() => {}} onAdded={onAdded} />);
  const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });

  it('requires a name, a domain, and for Entra ID a tenant', async () => {
    show();
    expect(add().disabled).toBe(true);
    await userEvent.type(await screen.findByLabelText(/^Name/), 'New one');
    await userEvent.type(screen.getByLabelText(/^Domain/), 'acme');
    expect(add().disabled).toBe(true);
    await userEvent.click(screen.getByLabelText(/^Tenant ID/));
    await userEvent.tab();
    expect(await screen.findByText('Tenant ID is required for Entra ID')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Tenant ID/), '8c1f04e2-5b7d-4d39-a0c6-2e9b7f31d845');
    expect(add().disabled).toBe(false);
    await userEvent.click(add());
    await waitFor(() => expect(said).toHaveBeenCalledWith('New one external provider successfully added'));
    expect(onAdded).toHaveBeenCalledOnce();
    const [, init] = fetched.mock.calls.find(([, { method }]) => method === 'POST') ?? [];
    expect(JSON.parse(String(init?.body))).toEqual({
      name: 'New one',
      type: 0,
      domain: 'acme',
      tenantId: '8c1f04e2-5b7d-4d39-a0c6-2e9b7f31d845',
    });
  });

  it('does not mark the name as missing while the user has only chosen a type', async () => {
    show();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Entra ID/ })));
    await userEvent.click(screen.getByRole('radio', { name: /^Okta/ }));
    expect(screen.queryByText('The Name field is required.')).toBeNull();
    await userEvent.click(screen.getByLabelText(/^Name/));
    await userEvent.tab();
    expect(await screen.findByText('The Name field is required.')).toBeTruthy();
  });

  it('shows the suffix of the chosen type, and disables the tenant for all types except Entra ID', async () => {
    show();
    expect(await screen.findByText('.onmicrosoft.com')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /^Okta/ }));
    expect(screen.getByText('.okta.com')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Tenant ID/).disabled).toBe(true);
  });
});
