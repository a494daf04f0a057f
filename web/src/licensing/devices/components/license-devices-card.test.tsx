import type { LicenseDevice, Preloaded } from '@portico/contract';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeDevice, makeLicense, makeLicenseDevice } from '../../../test/licenses.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { DevicesInUse } from './devices-in-use.tsx';
import { type LicenseDeviceSearch, LicenseDevicesCard } from './license-devices-card.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const onSearchChange = vi.fn();
const all: LicenseDeviceSearch = {
  page: 1,
  pageSize: 10,
  sortField: 'status',
  order: 'desc',
  textFilter: '',
  status: undefined,
  productId: undefined,
};
const listOf = (items: unknown[]) =>
  answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 10, activeSessions: 3 });

function show(
  devices: LicenseDevice[],
  {
    user = {},
    search = {},
  }: { user?: Partial<NonNullable<Preloaded['user']>>; search?: Partial<LicenseDeviceSearch> } = {},
) {
  replacePreloaded({
    user: { readOnly: false, isAdmin: false, ...user } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin'],
  });
  fetched.mockImplementation(async () => listOf(devices));
  renderWithLinks(
    <main>
      <LicenseDevicesCard
        license={makeLicense()}
        productName="Desktop"
        nextName={undefined}
        namesHint={<p>Why it has no name</p>}
        search={{ ...all, ...search }}
        onSearchChange={onSearchChange}
      />
    </main>,
  );
}

async function openMenu(name: string) {
  const button = await screen.findByRole('button', { name: `Actions for ${name}` });
  await act(async () => void fireEvent.click(button));
  await screen.findByRole('menu');
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
}

beforeEach(() => {
  fetched.mockReset();
  onSearchChange.mockReset();
  vi.stubGlobal('fetch', fetched);
});

describe('the devices card of a license', () => {
  it("opens 'Release or replace' in the device's row", async () => {
    show([makeLicenseDevice()]);
    expect(await openMenu('FRONT-DESK')).toEqual(['Details', 'Release or replace']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Release or replace' }));
    expect(await screen.findByRole('region', { name: 'Release or replace FRONT-DESK' })).toBeTruthy();
  });

  it('explains why a device has no name', async () => {
    show([makeLicenseDevice(), makeLicenseDevice({ id: 4, name: 'AB12', hardwareId: 'AB12' })]);
    expect(await screen.findByText('Why it has no name')).toBeTruthy();
  });

  it('explains nothing if all devices have names', async () => {
    show([makeLicenseDevice()]);
    expect(await screen.findByText('3 active sessions')).toBeTruthy();
    expect(screen.queryByText('Why it has no name')).toBeNull();
  });

  it('lets admins block a device', async () => {
    show([makeLicenseDevice()], { user: { isAdmin: true } });
    expect(await openMenu('FRONT-DESK')).toEqual(['Details', 'Release or replace', 'Block…']);
  });

  it('shows no actions to a read-only user', async () => {
    show([makeLicenseDevice()], { user: { readOnly: true, isAdmin: true } });
    expect(await screen.findByText('3 active sessions')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  it('shows the version of the selected product', async () => {
    const productUsage = [
      { name: 'Server', version: '9.0' },
      { name: 'Desktop', version: '5.4.1' },
    ];
    show([makeLicenseDevice({ productUsage })]);
    expect(await screen.findByText('5.4.1')).toBeTruthy();
    expect(screen.queryByText('9.0')).toBeNull();
  });

  it('applies the filters in the address to the list and to its CSV file', async () => {
    show([], { search: { status: 1, textFilter: 'field' } });
    expect(await screen.findByText('No device matches these filters')).toBeTruthy();
    expect(fetched.mock.calls[0]?.[0]).toContain('textFilter=field&status=1');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Download as a CSV file' })));
    expect((await screen.findByRole('menuitem', { name: /^For a spreadsheet/ })).getAttribute('href')).toBe(
      '/Reports/HardwareIdsReport?sortField=status&order=desc&textFilter=field&status=1&licenseId=7&format=csv',
    );
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Show all devices' }));
    expect(onSearchChange).toHaveBeenCalledWith({ textFilter: '', status: undefined, page: 1 });
  });
});

it('lists the devices that use seats, and releases one of them', async () => {
  replacePreloaded({ user: { readOnly: false } as NonNullable<Preloaded['user']>, features: ['customerAdmin'] });
  const devices = [makeDevice(), makeDevice({ id: 2, name: 'NO-PLACE', status: 1 })];
  fetched.mockImplementation(async () => listOf(devices));
  renderWithLinks(<DevicesInUse productId="desktop" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Release FRONT-DESK' }));
  expect(fetched.mock.calls.find(([, init]) => init?.method === 'POST')?.[0]).toBe('/api/HardwareId/1/Release');
  expect(screen.queryByText('NO-PLACE')).toBeNull();
});

it('the list keeps a released device until the plans have been refetched', async () => {
  replacePreloaded({ user: { readOnly: false } as NonNullable<Preloaded['user']>, features: ['customerAdmin'] });
  let devices = [makeDevice()];
  const plans = Promise.withResolvers<unknown>();
  const readPlans = vi.fn().mockResolvedValueOnce([]).mockReturnValueOnce(plans.promise);
  fetched.mockImplementation(async (_, init) => {
    if (init?.method === 'POST') devices = [];
    return listOf(devices);
  });
  renderWithLinks(
    <>
      <Plans read={readPlans} />
      <DevicesInUse productId="desktop" />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Release FRONT-DESK' }));
  await waitFor(() => expect(readPlans).toHaveBeenCalledTimes(2));
  expect(screen.getByRole('button', { name: 'Release FRONT-DESK' })).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(2);
  plans.resolve([]);
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});

function Plans({ read }: { read: () => Promise<unknown> }) {
  useQuery({ queryKey: ['catalog', 'plans', 'desktop'], queryFn: read });
  return null;
}
