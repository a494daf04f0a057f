import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { AllInvoices } from './all-invoices.tsx';
import { InvoiceFilters } from './invoice-filters.tsx';
import type { InvoiceSearch } from './invoice-search.ts';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const onSearchChange = vi.fn();
const invoice = {
  stripeId: 'in_1',
  number: 'ACME-0001',
  description: 'Premium support, Monthly',
  productName: 'Cloud',
  total: 6_000,
  currency: 'usd',
  status: 'paid',
  created: '2026-03-05T10:00:00.000Z',
  dueDate: null,
  invoicePdf: null,
  hostedInvoiceUrl: null,
};
const all: InvoiceSearch = {
  page: 1,
  pageSize: 10,
  sortField: 'created',
  order: 'desc',
  text: undefined,
  status: undefined,
  productId: undefined,
  from: undefined,
  to: undefined,
};

function show(items: object[], search: Partial<InvoiceSearch> = {}, sums: object[] = []) {
  fetched.mockImplementation(async () =>
    answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 10, sums }),
  );
  renderWithLinks(
    <main>
      <AllInvoices
        search={{ ...all, ...search }}
        onSearchChange={onSearchChange}
        renderFilters={(list) => (
          <InvoiceFilters
            {...list}
            search={{ ...all, ...search }}
            onSearchChange={onSearchChange}
            products={[{ id: 'cloud', displayName: 'Cloud' }]}
          />
        )}
      />
    </main>,
  );
}

beforeEach(() => {
  fetched.mockReset();
  onSearchChange.mockReset();
  vi.stubGlobal('fetch', fetched);
});

it('the list of all invoices filters by text, status and product, starting at the first page', async () => {
  show([invoice], { page: 3 });
  const filter = await screen.findByRole('searchbox', { name: 'Number, product or description' });
  await userEvent.type(filter, ' acme-0{Enter}');
  expect(onSearchChange).toHaveBeenLastCalledWith({ text: 'acme-0', page: 1 });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Void');
  expect(onSearchChange).toHaveBeenLastCalledWith({ status: 'void', page: 1 });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Product' }), 'Cloud');
  expect(onSearchChange).toHaveBeenLastCalledWith({ productId: 'cloud', page: 1 });
});

it('the list of all invoices filters by the dates that the user applies in the dialog', async () => {
  show([invoice]);
  const button = await screen.findByRole('button', { name: 'Created: Any date' });
  await act(async () => {
    button.click();
    await import('../../../ui/date-range/date-range-dialog.tsx');
  });
  const dialog = await screen.findByRole('dialog', { name: 'Created' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Yesterday' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  const day = new Date();
  day.setDate(day.getDate() - 1);
  const [from, to] = [new Date(day.setHours(0, 0, 0, 0)), new Date(day.setHours(23, 59, 0, 0))];
  expect(onSearchChange).toHaveBeenLastCalledWith({ from: from.toISOString(), to: to.toISOString(), page: 1 });
});

it('the list of all invoices follows the address, and is offered as a file', async () => {
  const range = { from: '2026-03-01T05:00:00.000Z', to: '2026-04-01T03:59:00.000Z' };
  show([invoice], { text: 'ACME', status: 'paid', productId: 'gone', ...range, sortField: 'total' });
  const button = await screen.findByRole('button', { name: 'Download as a CSV file' });
  await act(async () => void fireEvent.click(button));
  const link = await screen.findByRole('menuitem', { name: /^For a spreadsheet/ });
  const report = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  const filters = {
    sortField: 'total',
    order: 'desc',
    text: 'ACME',
    status: 'paid',
    productId: 'gone',
    createdFrom: '2026-03-01T05:00:00.000Z',
    createdBefore: '2026-04-01T04:00:00.000Z',
  };
  expect(report.pathname).toBe('/Reports/InvoicesReport');
  expect(Object.fromEntries(report.searchParams)).toEqual({ ...filters, format: 'csv' });
  const asked = fetched.mock.calls.map(([url]) => Object.fromEntries(new URL(url, 'http://localhost').searchParams));
  expect(asked).toContainEqual({ page: '1', pageSize: '10', ...filters });
});

it('the list of all invoices names the product, links to the invoice, and explains why an invoice is void', async () => {
  show([{ ...invoice, status: 'void' }]);
  const link = await screen.findByRole('link', { name: 'ACME-0001' });
  expect(link.getAttribute('href')).toBe('/Billing/Invoices/in_1/Details');
  expect(screen.getAllByText(/Cloud – Premium support, Monthly/)).not.toHaveLength(0);
  expect(screen.getAllByText('Canceled before it was paid: nothing was charged.')).not.toHaveLength(0);
});

it('the list of all invoices shows the total of the filtered invoices, and the unpaid part', async () => {
  const sums = [
    { currency: 'cad', invoices: 1, total: 100, remaining: 0 },
    { currency: 'usd', invoices: 3, total: 345_000, remaining: 4_793 },
  ];
  show([invoice], { status: 'paid' }, sums);
  const lines = await within(await screen.findByRole('status')).findAllByRole('paragraph');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'CA$1.00 in 1 invoice, without drafts and void ones',
    '$3,450.00 in 3 invoices, without drafts and void ones · $47.93 of it not paid',
  ]);
});

it('the list of all invoices shows no total without a filter', async () => {
  show([invoice]);
  await screen.findByRole('link', { name: 'ACME-0001' });
  expect(screen.queryByText(/drafts and void/)).toBeNull();
});

it('the list of all invoices offers to show all if none matches the filters', async () => {
  show([], { text: 'nothing' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all invoices' }));
  const none = { text: undefined, status: undefined, productId: undefined, from: undefined, to: undefined };
  expect(onSearchChange).toHaveBeenLastCalledWith({ ...none, page: 1 });
});

it('the list of all invoices has no filters before the first invoice', async () => {
  show([]);
  await screen.findByText('No invoice yet');
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
});
