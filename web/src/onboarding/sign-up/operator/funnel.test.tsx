import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { DayTable } from './day-table.tsx';
import { createSums } from './funnel.test-support.ts';
import { type FunnelSearch, reportAddress } from './funnel.ts';
import { FunnelCard } from './funnel-card.tsx';
import { FunnelFilters } from './funnel-filters.tsx';

const search: FunnelSearch = {
  page: 1,
  pageSize: 10,
  order: 'desc',
  sortField: 'day',
  from: '2026-11-01',
  to: '2026-11-23',
};

let funnel: object;
const fetched = vi.fn(async (_url: string) => answer(200, funnel));

// Loads lazy code in advance, however busy the machine is.
beforeAll(async () => {
  await Promise.all([import('./funnel-chart.tsx'), import('../../../ui/date-range/date-range-dialog.tsx')]);
});

beforeEach(() => {
  const sums = createSums({ email: 12, plans: 8, submitted: 3, registered: 2 });
  funnel = {
    items: [{ day: '2026-11-03', steps: sums }],
    total: 1,
    totalPages: 1,
    page: 1,
    pageSize: 10,
    sums,
    companies: [{ id: 4, name: 'Northgate' }],
    products: [{ id: 'cloud', name: 'Cloud' }],
  };
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
});

it('shows how many visitors reached each step and how many stopped there, also to screen readers', async () => {
  renderWithLinks(<FunnelCard search={search} />);
  expect(await screen.findByText(/12 people began, 2 registered/)).toBeTruthy();
  const table = await screen.findByRole('table', { name: 'Steps of the sign-up' });
  const cellsOf = (name: string) =>
    within(within(table).getByRole('rowheader', { name }).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cellsOf('Mail address')).toEqual(['12', '100%', '4']);
  expect(cellsOf('Plans')).toEqual(['8', '67%', '5']);
  expect(cellsOf('Registered')).toEqual(['2', '17%', '0']);
  expect(new URL(fetched.mock.calls[0]?.[0] ?? '', 'http://x').search).toBe(
    '?from=2026-11-01&to=2026-11-23&page=1&pageSize=10',
  );
});

it('shows a message if there were no visitors', async () => {
  funnel = { ...funnel, items: [], total: 0, totalPages: 0, sums: createSums({}) };
  renderWithLinks(<FunnelCard search={search} />);
  expect(await screen.findByText('Nobody began to sign up')).toBeTruthy();
});

it('shows a failure with a retry', async () => {
  fetched.mockImplementationOnce(async () => answer(422, { code: 'InvalidInput', message: 'No.', requestId: 'r' }));
  renderWithLinks(<FunnelCard search={search} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/12 people began/)).toBeTruthy();
});

it('shows the days, each linked to its chart', async () => {
  renderWithLinks(<DayTable search={{ ...search, productId: 'cloud' }} onSearchChange={() => {}} />);
  const day = await screen.findByRole('link', { name: 'Nov 3, 2026' });
  expect(day.getAttribute('href')).toBe('/Operator/SignUps?from=2026-11-03&to=2026-11-03&productId=cloud');
});

it('filters by brand and product, and keeps a brand that no longer exists', async () => {
  const onSearchChange = vi.fn();
  renderWithLinks(<FunnelFilters search={{ ...search, productId: 'gone' }} onSearchChange={onSearchChange} />);
  await screen.findByRole('option', { name: 'Northgate' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Product' }).value).toBe('gone');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Brand' }), 'Northgate');
  expect(onSearchChange).toHaveBeenLastCalledWith({ companyId: 4, page: 1 });
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(onSearchChange).toHaveBeenLastCalledWith({
    from: undefined,
    to: undefined,
    companyId: undefined,
    productId: undefined,
    page: 1,
  });
});

it('selects whole days in the calendar, without times', async () => {
  const onSearchChange = vi.fn();
  renderWithLinks(<FunnelFilters search={search} onSearchChange={onSearchChange} />);
  const button = screen.getByRole('button', { name: 'Days: 11/01/2026 – 11/23/2026' });
  await act(async () => button.click());
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('Start time')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  expect(onSearchChange).toHaveBeenCalledWith({ from: '2026-11-01', to: '2026-11-23', page: 1 });
});

it('links to the same days as a file', () => {
  expect(reportAddress({ ...search, companyId: 4 })).toBe(
    '/Reports/SignUpsReport?format=csv&from=2026-11-01&to=2026-11-23&companyId=4',
  );
});
