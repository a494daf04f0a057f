import type { LicenseCheck } from '@portico/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { ChecksCard } from './checks-card.tsx';

const check = (change: Partial<LicenseCheck> = {}): LicenseCheck => ({
  id: 1,
  began: '2026-11-20T03:47:00.000Z',
  ended: '2026-11-20T03:48:00.000Z',
  repaired: true,
  checked: 480,
  different: 0,
  differences: [],
  ...change,
});
const difference = (change: Partial<LicenseCheck['differences'][number]> = {}) => ({
  accountId: 3,
  accountName: 'Acme',
  licenseNumber: 'LI-7',
  orderNumber: null,
  what: ['expiresAt', 'quantity'],
  ...change,
});

function show(items: LicenseCheck[]) {
  vi.stubGlobal('fetch', async () => answer(200, { items, total: items.length, totalPages: 1 }));
  renderUi(<ChecksCard />);
}

it('before the first comparison of licenses, the card explains that it runs every night and how to start it', async () => {
  show([]);
  expect(await screen.findByText(/runs every night/)).toBeTruthy();
  expect(screen.getByText('npm run licenses -- check')).toBeTruthy();
});

it('the card shows how many licenses were compared, differed and were repaired', async () => {
  show([check({ different: 2, differences: [difference()] }), check({ id: 2, repaired: false, different: 3 })]);
  const table = within(screen.getByRole('table', { name: 'Comparisons' }));
  await table.findByText('Differences found');
  const [, repaired, compared] = table.getAllByRole('row');
  const cells = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .slice(1)
      .map(({ lastChild }) => lastChild?.textContent);
  expect(cells(repaired)).toEqual(['Repaired', '480', '2', '2']);
  expect(cells(compared)).toEqual(['Differences found', '480', '3', '0']);
});

it('the card shows the differences of the latest finished comparison', async () => {
  const old = difference({ accountName: 'Globex' });
  show([
    check({ id: 3, ended: null }),
    check({ id: 2, different: 2, differences: [difference(), difference({ accountName: '', what: ['order'] })] }),
    check({ id: 1, different: 1, differences: [old] }),
  ]);
  const table = within(await screen.findByRole('table', { name: 'Differences' }));
  expect(table.getByText('expiresAt, quantity')).toBeTruthy();
  expect(table.getByText('Account 3')).toBeTruthy();
  expect(table.getByText('order was missing')).toBeTruthy();
  expect(table.queryByText('Globex')).toBeNull();
  expect(screen.getByText('Not finished')).toBeTruthy();
});

it('the card shows ten differences at first, and all on request', async () => {
  show([check({ different: 250, differences: Array.from({ length: 100 }, () => difference()) })]);
  const table = within(await screen.findByRole('table', { name: 'Differences' }));
  expect(table.getAllByRole('row')).toHaveLength(11);
  expect(screen.getByText('The first 100 are kept.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all 100' }));
  expect(table.getAllByRole('row')).toHaveLength(101);
});
