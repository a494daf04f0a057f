import type { DeadEvent, MirrorDifference, MirrorRun, MirrorStatus } from '@portico/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { answer, renderUi } from '../../../test/render.tsx';
import type { MirrorSearch } from '../search.ts';
import { Mirror } from './mirror.tsx';

const api = '/api/Billing/Mirror';

const repair: MirrorRun = {
  id: 7,
  kind: 'repair',
  state: 'done',
  since: '2026-10-16T03:00:00.000Z',
  startedAt: '2026-11-20T03:00:00.000Z',
  finishedAt: '2026-11-20T03:01:00.000Z',
  error: null,
  differences: 12,
  listed: 480,
  stepsDone: 13,
  steps: 13,
  step: null,
};
const running: MirrorRun = { ...repair, id: 8, state: 'running', finishedAt: null, stepsDone: 3, step: 'invoices' };
const backfill: MirrorRun = { ...repair, id: 1, kind: 'backfill', differences: 0 };

const dead = (id: string, type: string): DeadEvent => ({
  id,
  type,
  objectId: `cus_${id}`,
  customerId: `cus_${id}`,
  created: '2026-11-17T12:00:00.000Z',
  failedAt: '2026-11-20T12:00:00.000Z',
  error: 'Stripe said something else',
});
const difference = (objectId: string, kind: MirrorDifference['kind'], fields: string[] = []): MirrorDifference => ({
  objectType: 'customer',
  objectId,
  customerId: objectId,
  kind,
  fields,
  foundAt: '2026-11-20T03:00:30.000Z',
});

let status: MirrorStatus;
let events: DeadEvent[];
let repairs: MirrorRun[];
let differences: MirrorDifference[];
let posted: () => Response | Promise<Response>;

const listOf = <Item,>(items: readonly Item[], query: URLSearchParams) => {
  const pageSize = Number(query.get('pageSize'));
  const page = Number(query.get('page'));
  return answer(200, {
    items: items.slice((page - 1) * pageSize, page * pageSize),
    total: items.length,
    totalPages: Math.max(1, Math.ceil(items.length / pageSize)),
    page,
    pageSize,
  });
};

const fetched = vi.fn(async (url: string, init?: RequestInit) => {
  if (init?.method === 'POST') return posted();
  const { pathname, searchParams } = new URL(url, 'https://portico.example');
  if (pathname === `${api}/DeadEvents`) return listOf(events, searchParams);
  if (pathname === `${api}/Repairs`) return listOf(repairs, searchParams);
  if (pathname === `${api}/Repairs/${repair.id}/Differences`) return listOf(differences, searchParams);
  expect(pathname).toBe(api);
  return answer(200, status);
});
const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([url]) => url);

function show(search: MirrorSearch = {}) {
  vi.stubGlobal('fetch', fetched);
  const onSearchChange = vi.fn<(change: MirrorSearch) => void>();
  renderUi(<Mirror title="Stripe mirror" search={search} onSearchChange={onSearchChange} />);
  return onSearchChange;
}

beforeEach(() => {
  status = {
    lastEvent: null,
    waiting: 0,
    lagSeconds: 0,
    dead: 2,
    polledAt: new Date().toISOString(),
    listedUpTo: null,
    pollError: null,
    found: 0,
    backfill,
    repair,
  };
  events = [dead('evt_1', 'customer.created'), dead('evt_2', 'invoice.paid')];
  repairs = [repair];
  differences = [
    difference('cus_missing', 'missing'),
    difference('cus_older', 'changed', ['email', 'name']),
    difference('cus_gone', 'gone'),
  ];
  posted = () => answer(500, { code: 'InternalError', message: '', requestId: 'r' });
  fetched.mockClear();
});

describe('failed events', () => {
  const card = () => screen.getByRole('table', { name: 'Failed events' });

  it('shows each failed event with its object and its error', async () => {
    show();
    const row = (await within(card()).findByText('customer.created')).closest('tr') as HTMLElement;
    expect(within(row).getByText('cus_evt_1')).toBeTruthy();
    expect(within(row).getByText('Stripe said something else')).toBeTruthy();
  });

  it('retries one event, which then disappears', async () => {
    const said = vi.spyOn(notify, 'success').mockReturnValue(undefined);
    posted = () => {
      events = events.filter(({ id }) => id !== 'evt_2');
      status = { ...status, dead: 1 };
      return answer(200, { retried: 1 });
    };
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Retry invoice.paid' }));
    await waitFor(() => expect(screen.queryByText('invoice.paid')).toBeNull());
    expect(sent()).toEqual([`${api}/DeadEvents/evt_2/Retry`]);
    expect(said).toHaveBeenCalledExactlyOnceWith('1 event is being retried');
    expect(screen.getByRole('button', { name: 'Retry customer.created' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
  });

  it('retries all events once, however often the button is pressed', async () => {
    const said = vi.spyOn(notify, 'success').mockReturnValue(undefined);
    let end = (_answer: Response) => {};
    posted = () => new Promise((resolve) => (end = resolve));
    show();
    const all = await screen.findByRole('button', { name: 'Retry all' });
    await userEvent.click(all);
    await userEvent.click(all);
    expect(all.getAttribute('aria-busy')).toBe('true');
    [events, status] = [[], { ...status, dead: 0 }];
    await act(async () => end(answer(200, { retried: 2 })));
    expect(await screen.findByText('No failed events')).toBeTruthy();
    expect(sent()).toEqual([`${api}/DeadEvents/Retry`]);
    expect(said).toHaveBeenCalledExactlyOnceWith('2 events are being retried');
  });

  it('keeps the events and shows the reason if retrying fails', async () => {
    const said = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    posted = () => answer(429, { code: 'TooManyRequests', message: 'Too many attempts.', requestId: 'r' });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Retry customer.created' }));
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
    expect(said.mock.calls[0]?.[0]).toContain('Too many attempts.');
    expect(screen.getByRole('button', { name: 'Retry customer.created' })).toBeTruthy();
  });

  it('shows the next page of the list', async () => {
    events = Array.from({ length: 12 }, (_, index) => dead(`evt_${index}`, `event.${index}`));
    const onSearchChange = show();
    const next = await screen.findByRole('button', { name: 'Next page' });
    await userEvent.click(next);
    expect(onSearchChange).toHaveBeenCalledExactlyOnceWith({ events: 2 });
  });
});

describe('a repair', () => {
  it('starts a repair and shows its progress', async () => {
    const said = vi.spyOn(notify, 'success').mockReturnValue(undefined);
    posted = () => {
      repairs = [running, repair];
      status = { ...status, repair: running };
      return answer(200, running);
    };
    show();
    const begin = await screen.findByRole('button', { name: 'Repair now' });
    await waitFor(() => expect(begin).toHaveProperty('disabled', false));
    await userEvent.click(begin);
    expect(await screen.findByText('Under way')).toBeTruthy();
    expect(sent()).toEqual([`${api}/Repairs`]);
    expect(said).toHaveBeenCalledExactlyOnceWith('The repair has started');
    expect(begin).toHaveProperty('disabled', true);
    expect(screen.getByRole('progressbar', { name: 'Lists gone through' })).toBeTruthy();
    // The result of a repair is shown when it is finished.
    expect(screen.getAllByRole('button', { name: /^Show what the repair of/ })).toHaveLength(1);
  });

  it('shows the initial import like a repair while the import is running', async () => {
    const said = vi.spyOn(notify, 'success').mockReturnValue(undefined);
    posted = () => answer(200, { ...backfill, state: 'running' });
    show();
    const begin = await screen.findByRole('button', { name: 'Repair now' });
    await waitFor(() => expect(begin).toHaveProperty('disabled', false));
    await userEvent.click(begin);
    const words = 'The initial import is under way and repairs as well';
    await waitFor(() => expect(said).toHaveBeenCalledExactlyOnceWith(words));
  });

  it('disables the button while a repair is running', async () => {
    status = { ...status, repair: running };
    repairs = [running];
    show();
    expect(await screen.findByText('Under way')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Repair now' })).toHaveProperty('disabled', true);
  });

  /** The press loads the dialog's code. */
  async function openDifferences() {
    show();
    const button = await screen.findByRole('button', { name: /^Show what the repair of/ });
    await act(async () => void fireEvent.click(button));
    return screen.findByRole('dialog', { name: 'What the repair corrected' });
  }

  it('shows its corrections: missing objects, outdated objects with their fields, and deleted objects', async () => {
    const dialog = await openDifferences();
    const rowOf = async (id: string) => (await within(dialog).findByText(id)).closest('tr')?.textContent ?? '';
    expect(await rowOf('cus_missing')).toContain('Was missing');
    expect(await rowOf('cus_older')).toMatch(/Customer.*Was older.*email, name/);
    expect(await rowOf('cus_gone')).toContain('Gone at Stripe');
  });

  it('shows its corrections page by page until the dialog is closed', async () => {
    differences = Array.from({ length: 12 }, (_, index) => difference(`cus_${index}`, 'missing'));
    const dialog = await openDifferences();
    await within(dialog).findByText('cus_0');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next page' }));
    expect(await within(dialog).findByText('cus_11')).toBeTruthy();
    await waitFor(() => expect(within(dialog).queryByText('cus_0')).toBeNull());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('hides the button of a repair that corrected nothing', async () => {
    repairs = [{ ...repair, differences: 0 }];
    show();
    expect(await within(screen.getByRole('table', { name: 'Repairs' })).findByText('Done')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });
});

it('reports that its state could not be loaded, and retries', async () => {
  let isAway = true;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    isAway && url === api ? answer(500, { code: 'InternalError', message: '', requestId: 'r1' }) : fetched(url, init),
  );
  renderUi(<Mirror title="Stripe mirror" search={{}} onSearchChange={() => {}} />);
  await screen.findByText('The state of the mirror could not be loaded');
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('customer.created')).toBeTruthy();
});
