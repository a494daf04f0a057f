import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeDeviceDetails } from '../../../test/licenses.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { AddDeviceDialog } from './add-device-dialog.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const onOpenChange = vi.fn();
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const addButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add device' });
const sent = () => fetched.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))]);
const desktop = { productId: 'desktop', subscriptionId: 9 };
const choices = [
  { ...desktop, id: 7, number: 'LI-7', seats: 3, productName: 'Desktop', freeSeats: 0 },
  { ...desktop, id: 8, number: 'LI-8', seats: 5, productName: 'Desktop', freeSeats: 2 },
  { ...desktop, id: 9, number: 'LI-9', seats: -1, productName: 'Server', freeSeats: null },
];

beforeEach(() => {
  fetched.mockReset();
  onOpenChange.mockReset();
  vi.stubGlobal('fetch', fetched);
});

async function fill() {
  await userEvent.type(field(/^Name/), 'FRONT-DESK');
  await userEvent.type(field(/^Hardware ID/), 'AB12');
}

it('the dialog adds a device to its license', async () => {
  fetched.mockImplementation(async () => answer(200, makeDeviceDetails()));
  renderUi(<AddDeviceDialog licenseId={7} open onOpenChange={onOpenChange} />);
  await fill();
  await userEvent.click(addButton());
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  const body = { name: 'FRONT-DESK', hardwareId: 'AB12', ipAddress: '', comment: '' };
  expect(sent()).toEqual([['/api/Licenses/7/AddHardware', body]]);
});

it('the dialog offers the licenses with free seats if there are several', async () => {
  fetched.mockImplementation(async () => answer(200, makeDeviceDetails()));
  renderUi(<AddDeviceDialog choices={choices} open onOpenChange={onOpenChange} />);
  expect(screen.getByText('LI-8 has 2 free seats.')).toBeTruthy();
  expect(screen.getByRole<HTMLOptionElement>('option', { name: /LI-7/ }).disabled).toBe(true);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /License/ }), '9');
  await fill();
  await userEvent.click(addButton());
  await waitFor(() => expect(sent()[0]?.[1]).toMatchObject({ licenseId: 9, hardwareId: 'AB12' }));
  expect(sent()[0]?.[0]).toBe('/api/HardwareId');
});

it('the dialog reports that the license became full in the meantime, and keeps the input', async () => {
  const message = 'All 3 seats are taken.';
  fetched.mockImplementation(async () => answer(409, { code: 'LicenseFull', message }));
  renderUi(<AddDeviceDialog licenseId={7} open onOpenChange={onOpenChange} />);
  await fill();
  await userEvent.click(addButton());
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(field(/^Hardware ID/).value).toBe('AB12');
});

it("the dialog shows the server's error at its field", async () => {
  const propertyErrors = { ipAddress: ['Invalid IP address'] };
  fetched.mockImplementation(async () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  renderUi(<AddDeviceDialog licenseId={7} open onOpenChange={onOpenChange} />);
  await fill();
  await userEvent.click(addButton());
  await waitFor(() =>
    expect(screen.getByRole('textbox', { description: 'Invalid IP address' })).toBe(field(/IP address/)),
  );
});

it('if every license is full, the dialog shows links to release or add seats instead of fields', async () => {
  replacePreloaded({ user: { ...person, isAdmin: true }, features: ['customerAdmin', 'billing'] });
  renderWithLinks(<AddDeviceDialog choices={choices.slice(0, 1)} open onOpenChange={onOpenChange} />);
  expect(addButton().disabled).toBe(true);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('3 of 3 seats in use')).toBeTruthy();
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(target('Release a device')).toBe('/Billing/Licenses/7');
  expect(target('Add seats')).toBe('/Products/desktop/Subscription/9/Purchase?add=true');
});
