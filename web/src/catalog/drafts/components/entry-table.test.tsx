import type { CatalogEntryRow, Preloaded } from '@portico/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { type EntrySearch, EntryTable } from './entry-table.tsx';

const row = (id: string, change: Partial<CatalogEntryRow> = {}): CatalogEntryRow => ({
  id,
  name: id.toUpperCase(),
  state: 'same',
  plans: 2,
  isOff: false,
  problems: 0,
  ...change,
});
const search: EntrySearch = { page: 1, pageSize: 20, sortField: 'position', order: 'asc', textFilter: '' };
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: { isSuperAdmin: true, readOnly: false } as NonNullable<Preloaded['user']> });
});

async function show(items: CatalogEntryRow[], change: Partial<EntrySearch> = {}) {
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'GET'
      ? answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 20 })
      : answer(200, { revision: 2 }),
  );
  renderWithLinks(<EntryTable list="products" search={{ ...search, ...change }} onSearchChange={() => {}} />);
  await screen.findByRole('link', { name: items[0]?.name as string });
}

const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

it('the list of entries moves an entry up in the complete list', async () => {
  await show([row('scan'), row('desk', { isOff: true })]);
  expect(rowOf('DESK').getByText('Disabled')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Move up: DESK' }));
  await waitFor(() =>
    expect(fetched.mock.calls.find(([, init]) => init?.method === 'POST')).toMatchObject([
      '/api/Catalog/Entries/products/desk/Move',
      { body: JSON.stringify({ by: -1 }) },
    ]),
  );
});

it('the list of entries does not move entries while a filter hides some of them, and explains why', async () => {
  await show([row('scan')], { textFilter: 'sc' });
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  expect(screen.getByText('Clear the filter to change the order.')).toBeTruthy();
});

it('the list of entries shows retired entries without buttons to move them', async () => {
  await show([row('fax', { state: 'retired' })], { show: 'retired' });
  expect(rowOf('FAX').getByText('Retired')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  expect(fetched.mock.calls[0]?.[0]).toContain('show=retired');
});

it('the list of entries links to the plan table of products that are for sale', async () => {
  await show([row('scan'), row('next', { state: 'added' })]);
  const links = screen.getAllByRole('link', { name: /^Manage the plans of / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/Products/scan/Plans']);
});
