import type { Preloaded, UpcomingInvoice } from '@portico/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeUpcoming } from '../../../test/coming-invoices.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { UpcomingList } from './upcoming-list.tsx';

const asked: string[] = [];
const onPageChange = vi.fn();

function show(items: readonly UpcomingInvoice[], { page = 1, totalPages = 1 } = {}) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://localhost').search);
    return answer(200, { items, total: items.length, totalPages, page, pageSize: 10 });
  });
  renderWithLinks(<UpcomingList page={page} onPageChange={onPageChange} />);
}

const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement);

beforeEach(() => {
  asked.length = 0;
  onPageChange.mockReset();
  replacePreloaded({ user: { readOnly: true } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
});

it('the list of upcoming charges shows each date, with its exact time in a tooltip, and the part that the credit pays', async () => {
  show([makeUpcoming(), makeUpcoming({ subscriptionId: 8, productName: 'Desktop', amountDue: 10_000 })]);
  const cloud = await row('Cloud');
  expect(cloud.getByText('Team')).toBeTruthy();
  expect(cloud.getByText('Dec 1, 2026').getAttribute('title')).toMatch(/^12\/01\/2026 \d+:00 [AP]M$/);
  expect(cloud.getByText('$100.00')).toBeTruthy();
  expect(cloud.getByText('($25.00)')).toBeTruthy();
  expect(cloud.getByText('$75.00')).toBeTruthy();
  expect(cloud.queryByText(/does not answer/)).toBeNull();
  expect((await row('Desktop')).getByText('–')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cloud' }).getAttribute('href')).toBe('/Products/cloud/Subscription/7');
});

it('the list of upcoming charges marks rows as outdated or as an estimate if the provider is unavailable (INV-9, INV-30)', async () => {
  show([
    makeUpcoming({ stale: true }),
    makeUpcoming({ subscriptionId: 8, productName: 'Desktop', stale: true, isEstimate: true }),
  ]);
  expect((await row('Cloud')).getByText(/^As of/).textContent).toMatch(
    /^As of Nov 20, 2026, \d+:00 [AP]M: the payment provider does not answer now\.$/,
  );
  const words = 'An estimate before tax and discounts: the payment provider does not answer now.';
  expect((await row('Desktop')).getByText(words)).toBeTruthy();
});

it('the list of upcoming charges requests the page in the address, and links to the other pages', async () => {
  show([makeUpcoming()], { page: 2, totalPages: 3 });
  await screen.findByRole('link', { name: 'Cloud' });
  expect(asked).toEqual(['?page=2&pageSize=10']);
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(onPageChange).toHaveBeenLastCalledWith(3);
  fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onPageChange).toHaveBeenLastCalledWith(1);
});

it('the list of upcoming charges goes to the last page if the page in the address does not exist', async () => {
  show([], { page: 9, totalPages: 3 });
  await vi.waitFor(() => expect(onPageChange).toHaveBeenCalledWith(3), 20_000);
});

it('the list of upcoming charges shows that nothing will be charged', async () => {
  show([], { totalPages: 0 });
  expect(await screen.findByText('Nothing will be charged')).toBeTruthy();
  expect(onPageChange).not.toHaveBeenCalled();
});
