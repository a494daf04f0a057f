import type { OperatorLicense, Preloaded } from '@portico/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeLicense } from '../../../test/licenses.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { OperatorLicenseTable } from './operator-license-table.tsx';

const search = { page: 1, pageSize: 10, order: 'desc', sortField: 'created', textFilter: '' } as const;
const license = (change: Partial<OperatorLicense> = {}): OperatorLicense => ({
  ...makeLicense(),
  accountId: 3,
  accountName: 'Acme',
  ...change,
});

let licenses: OperatorLicense[];
let granted: () => Response;
const fetched = vi.fn(async (_url: string, init?: RequestInit) =>
  init?.method === 'POST' ? granted() : answer(200, { items: licenses, total: licenses.length, totalPages: 1 }),
);
const sent = () =>
  fetched.mock.calls.flatMap(([url, init]) => (init?.method === 'POST' ? [[url, JSON.parse(String(init.body))]] : []));

function show(readOnly = false, textFilter = '') {
  const user = { isAdmin: false, isSuperAdmin: true, readOnly };
  replacePreloaded({ user, features: [], permissions: [] } as unknown as Preloaded);
  vi.stubGlobal('fetch', fetched);
  const onSearchChange = vi.fn();
  renderUi(<OperatorLicenseTable search={{ ...search, textFilter }} onSearchChange={onSearchChange} />);
  return onSearchChange;
}

beforeEach(() => {
  licenses = [license(), license({ id: 8, number: 'LI-8', licenseModel: 1 })];
  granted = () => answer(200, { releases: { allowed: 5, left: 4, nextAt: null } });
  fetched.mockClear();
});

const rowOf = async (number: string) => (await screen.findByText(number)).closest('tr') as HTMLElement;

it("the operators' table shows account, product, plan, seats and releases of each license", async () => {
  show();
  const row = await rowOf('LI-7');
  for (const text of ['Acme', 'Desktop', 'Professional', 'Active', '2 of 3']) {
    expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(within(await rowOf('LI-8')).queryByRole('button')).toBeNull();
});

it("the operators' table shows when the next release is available if none is left", async () => {
  licenses = [license({ releases: { allowed: 3, left: 0, nextAt: '2026-12-03T12:00:00.000Z' } })];
  show();
  const row = await rowOf('LI-7');
  expect(within(row).getByText('0 of 3')).toBeTruthy();
  expect(within(row).getByText(/^Next on/)).toBeTruthy();
});

it("the operators' table shows infinity if releases are unlimited", async () => {
  const releases = { allowed: Number.MAX_SAFE_INTEGER, left: Number.MAX_SAFE_INTEGER, nextAt: null };
  licenses = [license({ releases })];
  show();
  expect(within(await rowOf('LI-7')).getByText('∞')).toBeTruthy();
});

it("a search in the operators' table starts at the first page", async () => {
  const onSearchChange = show();
  await userEvent.type(screen.getByRole('searchbox'), 'globex{Enter}');
  expect(onSearchChange).toHaveBeenCalledWith({ textFilter: 'globex', page: 1 });
});

it("the operators' table offers to show all licenses if none matches", async () => {
  licenses = [];
  const onSearchChange = show(false, 'none');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all licenses' }));
  expect(onSearchChange).toHaveBeenCalledWith({ textFilter: '', page: 1 });
});

async function fill(reason: string) {
  const button = await screen.findByRole('button', { name: 'Grant releases to LI-7' });
  // The press loads the dialog's code.
  await act(async () => void fireEvent.click(button));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.clear(dialog.getByRole('textbox', { name: /Number of releases/ }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Number of releases/ }), '4');
  if (reason) await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), reason);
  await userEvent.click(dialog.getByRole('button', { name: 'Grant releases' }));
  return dialog;
}

it('the dialog grants releases, and refetches the list', async () => {
  const said = vi.spyOn(notify, 'success').mockReturnValue(undefined);
  show();
  await fill('A new office');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([['/api/Operator/Licenses/7/GrantReleases', { amount: 4, reason: 'A new office' }]]);
  expect(said).toHaveBeenCalledExactlyOnceWith('LI-7 may release 4 more devices');
  await waitFor(() => expect(fetched.mock.calls.filter(([, init]) => init?.method !== 'POST')).toHaveLength(2));
});

it('the dialog requires a reason before it grants releases', async () => {
  show();
  const dialog = await fill('');
  expect(await dialog.findByText('The Reason field is required')).toBeTruthy();
  expect(sent()).toEqual([]);
});

it("the dialog shows the server's error at its field, and keeps the input", async () => {
  const propertyErrors = { amount: ['The amount is too large'], reason: ['The reason is too long'] };
  granted = () => answer(422, { code: 'ValidationError', message: '', propertyErrors });
  show();
  const dialog = await fill('A new office');
  expect(await dialog.findByRole('textbox', { description: /The Number of releases is too large/ })).toBeTruthy();
  const reason = dialog.getByRole<HTMLInputElement>('textbox', { description: /The Reason is too long/ });
  expect(reason.value).toBe('A new office');
});

it('explains to a read-only operator why releases cannot be granted', async () => {
  show(true);
  const button = await screen.findByRole('button', { name: 'Grant releases to LI-7', description: /read-only user/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});
