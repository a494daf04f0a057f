import type { DayOfUsage, Preloaded } from '@portico/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { ProductMetrics } from './product-metrics.tsx';

const span = { from: '2026-11-20', to: '2026-11-22' };
const none = { checks: 0, refusals: 0, devices: 0, activations: 0, deactivations: 0, peakSessions: 0, wasFull: false };

let isShared: boolean;
let days: DayOfUsage[];
let fails: string;
let asked: string[];

beforeEach(() => {
  isShared = true;
  fails = 'nothing';
  asked = [];
  days = [
    { ...none, day: '2026-11-20' },
    {
      day: '2026-11-21',
      checks: 1_857,
      refusals: 12,
      devices: 3,
      activations: 2,
      deactivations: 1,
      peakSessions: 8,
      wasFull: true,
    },
    { ...none, day: '2026-11-22', checks: 143, devices: 2 },
  ];
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin'] });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.includes(fails)) return answer(503, { code: 'Unavailable', message: 'Please try again.', requestId: 'r' });
    if (url.includes('/ProductInfo')) return answer(200, { caption: 'Cloud', hasSessions: true });
    if (url.includes('/AccountMetrics')) return answer(200, metrics());
    if (url.includes('/DailyMetrics'))
      return answer(200, {
        days: days.map((day) => ({ ...day, checks: isShared ? day.checks : null })),
        ...span,
        isShared,
      });
    if (url.includes('/ReportedCounters')) return answer(200, counters());
    return answer(200, versions());
  });
});

function metrics() {
  const of = (name: string, title: string, value: number | string | null, type = 1) => ({ name, title, value, type });
  return {
    metrics: [
      ...(isShared ? [of('checks', 'Checks', 2_000)] : []),
      of('refusals', 'Refusals', 12),
      of('activeDevices', 'Active devices', 3),
      of('peakSessions', 'Peak sessions', 8),
      of('activations', 'Activations', 2),
      of('deactivations', 'Deactivations', 1),
      of('daysFull', 'Days without a free seat', 1),
      of('lastActivity', 'Last activity', '2026-11-22T11:02:00.000Z', 0),
    ],
    sessionPlaces: 8,
    ...span,
    isShared,
  };
}

const versions = () => ({
  items: isShared
    ? [
        { version: '6.2.0', devices: 2, lastDay: '2026-11-22' },
        { version: '5.9.8', devices: 1, lastDay: '2026-11-20' },
      ]
    : [],
  otherDevices: 0,
  currentVersion: '6.2.0',
  ...span,
  isShared,
});

const counters = () => ({
  items: isShared
    ? ['pages', 'chips', 'faces', 'stamps', 'visas', 'photos'].map((name, at) => ({ name, total: 12_345 - at }))
    : [],
  otherNames: isShared ? 1 : 0,
  ...span,
  isShared,
});

const show = (search = {}) => renderWithLinks(<ProductMetrics productId="cloud" search={search} />);
const figure = async (title: string) => (await screen.findByText(title, { selector: 'dt' })).parentElement?.textContent;

it('the dashboard shows each figure with an explanation', async () => {
  show();
  expect(await figure('Checks')).toBe('Checks2,000667 a day');
  expect(await figure('Refusals')).toBe('Refusals120.6 per 100 checks');
  expect(await figure('Peak sessions')).toBe('Peak sessions8of 8full on 1 day');
  expect(await figure('Activations')).toBe('Activations21 device released');
  expect(screen.queryByText('Days without a free seat')).toBeNull();
});

it('the dashboard requests the range in the address', async () => {
  show({ from: '2026-11-20T00:00:00.000Z', to: '2026-11-22T23:59:00.000Z' });
  await figure('Checks');
  for (const call of ['AccountMetrics', 'DailyMetrics', 'VersionsInUse', 'ReportedCounters'])
    expect(asked).toContainEqual(
      expect.stringContaining(`${call}?dateFrom=2026-11-20T00%3A00%3A00.000Z&dateTo=2026-11-22T23%3A59%3A00.000Z`),
    );
});

it('the chart shows the figures of a day by keyboard, and a table has the same figures', async () => {
  show();
  const slider = await screen.findByRole('slider', { name: 'Day of the chart: Checks' });
  expect(slider.getAttribute('aria-valuetext')).toBe('Sun, Nov 22: Checks 143, Refusals 0, Devices 2, Peak sessions 0');
  fireEvent.change(slider, { target: { value: '1' } });
  expect(slider.getAttribute('aria-valuetext')).toContain('Checks 1,857, Refusals 12');
  expect(slider.getAttribute('aria-valuetext')).toContain('no seat was free');
  const rows = within(screen.getByRole('table', { name: 'Use by day' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Day (UTC)ChecksRefusalsDevicesActivationsDeactivationsPeak sessions',
    'Nov 22, 202614302000',
    'Nov 21, 20261,857123218',
    'Nov 20, 2026000000',
  ]);
});

it('the chart shows one series at a time, and the UTC days that were counted', async () => {
  show();
  await userEvent.click(await screen.findByRole('radio', { name: 'Sessions' }));
  expect(await screen.findByRole('slider', { name: 'Day of the chart: Sessions' })).toBeTruthy();
  expect(screen.getByText('Counted: Nov 20, 2026 to Nov 22, 2026. Days begin and end at midnight UTC.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
  expect(await screen.findByRole('region', { name: 'Use by day' })).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('the dashboard shows versions, and which of them are outdated', async () => {
  show();
  const card = await screen.findByRole('region', { name: 'Versions in use' });
  await within(card).findByText('6.2.0');
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['6.2.02 devicesThe current version. ', '5.9.81 device6.2.0 is available. Last reported on Nov 20, 2026.']);
});

it("shows the product's own counters: first the largest sums, on request all, and how many are omitted", async () => {
  show();
  const card = within(await screen.findByRole('region', { name: 'Counted by the product' }));
  const names = () => card.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(names()).toEqual(['pages12,345', 'chips12,344', 'faces12,343', 'stamps12,342', 'visas12,341']);
  await userEvent.click(card.getByRole('button', { name: 'Show all 6 counters' }));
  expect(names().at(-1)).toBe('photos12,340');
  expect(card.getByText('1 counter with a smaller sum is not shown.')).toBeTruthy();
});

it('the dashboard shows that the account shares no usage data, and where to change that', async () => {
  isShared = false;
  show();
  expect(await screen.findByText('Your account does not share usage data.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Usage data sharing' }).getAttribute('href')).toBe('/Account/Settings');
  expect(screen.queryByText('Checks', { selector: 'dt' })).toBeNull();
  expect(await screen.findByRole('slider', { name: 'Day of the chart: Refusals' })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'Checks' })).toBeNull();
  expect(await screen.findByText('Versions are not shared by your account.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Counted by the product' })).toBeNull();
});

it('the dashboard shows that nothing was reported', async () => {
  days = days.map(({ day }) => ({ ...none, day }));
  show();
  expect(await screen.findByText('Nothing was reported on these days')).toBeTruthy();
});

it.each([
  ['AccountMetrics', 'The figures could not be loaded'],
  ['DailyMetrics', 'The days could not be loaded'],
])('the dashboard offers a retry if %s fails', async (call, words) => {
  fails = call;
  show();
  expect(await screen.findByText(words)).toBeTruthy();
  fails = 'nothing';
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('slider')).toBeTruthy();
});

it('the dashboard offers a retry if the counters fail', async () => {
  fails = 'ReportedCounters';
  show();
  const card = within(await screen.findByRole('region', { name: 'Counted by the product' }));
  fails = 'nothing';
  await userEvent.click(await card.findByRole('button', { name: 'Try again' }));
  expect(await card.findByText('12,345')).toBeTruthy();
});
