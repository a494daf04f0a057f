import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/problem.ts';
import { renderUi } from '../../test/render.tsx';
import { columnsFor } from './columns.ts';
import { DataTable } from './data-table.tsx';
import type { ListSearch } from './search.ts';
import type { ListAnswer } from './use-list-table.ts';

interface Row {
  number: string;
  total: number;
  note: string;
}
const column = columnsFor<Row>();
const columns = column.columns([
  column.accessor('number', { header: 'Number', meta: { card: 'title' } }),
  column.accessor('total', { header: 'Amount', meta: { align: 'end', card: 'amount' } }),
  column.accessor('note', { header: 'Note', enableSorting: false }),
]);
const search: ListSearch = { page: 2, pageSize: 10, sortField: 'number', order: 'asc' };
const answer: ListAnswer<Row> = {
  items: [
    { number: 'A-1', total: 5, note: 'first' },
    { number: 'A-2', total: 7, note: 'second' },
  ],
  total: 32,
  totalPages: 4,
};

function show(query: Partial<Parameters<typeof DataTable<Row>>[0]['query']>) {
  const refetch = vi.fn();
  const onSearchChange = vi.fn();
  const whole = {
    data: undefined,
    error: null,
    isPending: false,
    isFetching: false,
    isPlaceholderData: false,
    refetch,
    ...query,
  };
  renderUi(
    <DataTable
      caption="Invoices"
      columns={columns}
      query={whole as Parameters<typeof DataTable<Row>>[0]['query']}
      rowId={(row) => row.number}
      search={search}
      onSearchChange={onSearchChange}
      empty={<p>No invoices yet</p>}
      errorTitle="The invoices could not be loaded"
    />,
  );
  return { refetch, onSearchChange };
}

describe('DataTable', () => {
  it('shows the total after the sizes and the pages', () => {
    show({ data: answer });
    const total = screen.getByText('11–20 of 32');
    for (const earlier of [screen.getByLabelText('Rows per page'), screen.getByRole('button', { name: 'Next page' })])
      expect(earlier.compareDocumentPosition(total)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows the rows and the current page', () => {
    show({ data: answer });
    const table = screen.getByRole('table', { name: 'Invoices' });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(screen.getByText('11–20 of 32')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  });

  it('shows the sort order, and requests another order starting at the first page', async () => {
    const { onSearchChange } = show({ data: answer });
    const [number, amount, note] = screen.getAllByRole('columnheader');
    expect(number?.getAttribute('aria-sort')).toBe('ascending');
    expect(amount?.hasAttribute('aria-sort')).toBe(false);
    expect(within(note as HTMLElement).queryByRole('button')).toBeNull();
    await userEvent.click(within(number as HTMLElement).getByRole('button'));
    expect(onSearchChange).toHaveBeenLastCalledWith({ sortField: 'number', order: 'desc', page: 1 });
    await userEvent.click(within(amount as HTMLElement).getByRole('button'));
    expect(onSearchChange).toHaveBeenLastCalledWith(expect.objectContaining({ sortField: 'total', page: 1 }));
  });

  it('requests other pages', async () => {
    const { onSearchChange } = show({ data: answer });
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onSearchChange).toHaveBeenLastCalledWith({ page: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Page 4' }));
    expect(onSearchChange).toHaveBeenLastCalledWith({ page: 4 });
  });

  it('links from a page past the end to the last page', async () => {
    const { onSearchChange } = show({ data: { items: [], total: 10, totalPages: 1 } });
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }));
    expect(onSearchChange).toHaveBeenCalledWith({ page: 1 });
  });

  it('shows rows of the final shape while loading', () => {
    show({ isPending: true });
    const table = screen.getByRole('table', { name: 'Invoices' });
    expect(table.getAttribute('aria-busy')).toBe('true');
    expect(within(table).getAllByRole('row')).toHaveLength(11);
  });

  it('offers a retry and shows the request id', async () => {
    const { refetch } = show({
      error: new ApiError(503, { code: 'ServiceUnavailable', message: 'Busy', requestId: 'req_1' }),
    });
    expect(screen.getByRole('alert').textContent).toContain('The invoices could not be loaded');
    expect(screen.getByText('req_1')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('keeps its rows if a later request fails', () => {
    show({ data: answer, error: new ApiError(503, { code: 'ServiceUnavailable', message: 'Busy', requestId: 'r' }) });
    expect(screen.getByText('A-1')).toBeTruthy();
  });
});

it('a table shows a message if there are no rows', () => {
  renderUi(
    <DataTable
      caption="Invoices"
      columns={columns}
      query={{ data: { items: [], total: 0, totalPages: 0 }, error: null, isPending: false } as never}
      rowId={(row) => row.number}
      empty={<p>No invoices yet</p>}
    />,
  );
  expect(screen.getByText('No invoices yet')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
