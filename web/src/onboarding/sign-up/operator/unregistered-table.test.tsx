import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import type { FunnelSearch } from './funnel.ts';
import { UnregisteredTable } from './unregistered-table.tsx';

const search: FunnelSearch = { page: 3, pageSize: 10, order: 'desc', sortField: 'day' };
const failed = {
  id: '9b2f6c1e-3d4a-4f5b-8c7d-0e1f2a3b4c5d',
  email: 'avery@harbor.example',
  state: 'failed',
  reason: 'Your card was declined.',
  companyName: 'Northgate',
  productName: 'Cloud',
  at: '2026-11-20T10:00:00.000Z',
};
const waiting = {
  ...failed,
  id: '0b2f6c1e-3d4a-4f5b-8c7d-0e1f2a3b4c5d',
  email: 'kay@kestrel.example',
  state: 'waiting',
  reason: null,
  productName: null,
  companyName: null,
};

let list: object;
const fetched = vi.fn(async (_url: string) => answer(200, list));

beforeEach(() => {
  list = { items: [waiting, failed], total: 7, totalPages: 2, page: 1, pageSize: 5 };
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
});

const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

it('shows visitors who submitted the form but did not register, with the reason', async () => {
  renderWithLinks(<UnregisteredTable search={search} />);
  const row = within(await rowOf('avery@harbor.example'));
  for (const text of ['Failed', 'Your card was declined.', 'Cloud', 'Northgate'])
    expect(row.getByText(text)).toBeTruthy();
  const other = within(await rowOf('kay@kestrel.example'));
  expect(other.getByText('Waiting')).toBeTruthy();
  expect(other.getByText('The cardholder or the bank has not answered yet.')).toBeTruthy();
});

it("requests visitors by brand and product, starting at the table's own first page", async () => {
  renderWithLinks(<UnregisteredTable search={{ ...search, companyId: 4, productId: 'cloud' }} />);
  await rowOf('avery@harbor.example');
  expect(new URL(fetched.mock.calls[0]?.[0] ?? '', 'http://x').search).toBe(
    '?page=1&pageSize=5&companyId=4&productId=cloud',
  );
  await userEvent.click(screen.getByRole('button', { name: /next/i }));
  await vi.waitFor(() => expect(fetched.mock.calls.at(-1)?.[0]).toContain('page=2'), 20_000);
});

it('shows that everybody has registered, or a failure with a retry', async () => {
  fetched.mockImplementationOnce(async () => answer(422, { code: 'InvalidInput', message: 'No.', requestId: 'r' }));
  list = { items: [], total: 0, totalPages: 0, page: 1, pageSize: 5 };
  renderWithLinks(<UnregisteredTable search={search} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Everybody who sent the form/)).toBeTruthy();
});
