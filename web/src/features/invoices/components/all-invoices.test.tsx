import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { spanOfYear } from '../invoice-rules.ts';
import { AllInvoices, type InvoiceSearch } from './all-invoices.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const onSearchChange = vi.fn();
const year = new Date().getFullYear();
const invoice = {
  stripeId: 'in_1',
  number: 'ACME-0001',
  description: 'Cloud – Team, Monthly',
  total: 6_000,
  currency: 'usd',
  status: 'paid',
  created: new Date(year - 1, 5, 1).toISOString(),
  dueDate: null,
  invoicePdf: null,
  hostedInvoiceUrl: null,
};
const all: InvoiceSearch = {
  page: 1,
  pageSize: 10,
  sortField: 'created',
  order: 'desc',
  number: undefined,
  year: undefined,
};

function show(items: object[], search: Partial<InvoiceSearch> = {}) {
  fetched.mockImplementation(async () =>
    answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 10 }),
  );
  renderWithLinks(
    <main>
      <AllInvoices search={{ ...all, ...search }} onSearchChange={onSearchChange} />
    </main>,
  );
}

beforeEach(() => {
  fetched.mockReset();
  onSearchChange.mockReset();
  vi.stubGlobal('fetch', fetched);
});

it('filters by number and by the years that there are invoices of, from the first page on', async () => {
  show([invoice], { page: 3 });
  const filter = await screen.findByRole('searchbox', { name: 'Number begins with' });
  await userEvent.type(filter, ' acme-0{Enter}');
  expect(onSearchChange).toHaveBeenLastCalledWith({ number: 'acme-0', page: 1 });
  const select = screen.getByRole('combobox', { name: 'Year' });
  await screen.findByRole('option', { name: String(year - 1) });
  await userEvent.selectOptions(select, String(year - 1));
  expect(onSearchChange).toHaveBeenLastCalledWith({ year: year - 1, page: 1 });
});

it('asks for what the address says, and offers the same as a file', async () => {
  show([invoice], { number: 'ACME', year, sortField: 'total' });
  const link = await screen.findByRole('link', { name: 'Download as a CSV file' });
  const report = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  const filters = { sortField: 'total', order: 'desc', number: 'ACME', ...spanOfYear(year) };
  expect(report.pathname).toBe('/Reports/InvoicesReport');
  expect(Object.fromEntries(report.searchParams)).toEqual({ ...filters, format: 'csv' });
  const asked = fetched.mock.calls.map(([url]) => Object.fromEntries(new URL(url, 'http://localhost').searchParams));
  expect(asked).toContainEqual({ page: '1', pageSize: '10', ...filters });
});

it('leads back to all where nothing matches', async () => {
  show([], { number: 'nothing' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all invoices' }));
  expect(onSearchChange).toHaveBeenLastCalledWith({ number: undefined, year: undefined, page: 1 });
});

it('has no filters before the first invoice', async () => {
  show([]);
  await screen.findByText('No invoice yet');
  expect(screen.queryByRole('combobox', { name: 'Year' })).toBeNull();
});
