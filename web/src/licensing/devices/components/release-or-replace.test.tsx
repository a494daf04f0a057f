import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { makeDeviceDetails, makeLicense, makeLicenseDevice } from '../../../test/licenses.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { ReleaseOrReplace, type ReleaseOrReplaceProps } from './release-or-replace.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const onDone = vi.fn();
const onClose = vi.fn();
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

function show(change: Partial<ReleaseOrReplaceProps> = {}) {
  renderUi(
    <ReleaseOrReplace
      device={makeLicenseDevice()}
      releases={makeLicense().releases}
      onClose={onClose}
      onDone={onDone}
      {...change}
    />,
  );
}

beforeEach(() => {
  fetched.mockReset();
  onDone.mockReset();
  onClose.mockReset();
  vi.stubGlobal('fetch', fetched);
});

it('the form explains the effect before a device is released or replaced', () => {
  show({ nextName: 'FIELD-08' });
  expect(screen.getByText('FRONT-DESK stops at its next check. Its history stays.')).toBeTruthy();
  expect(screen.getByText(/FIELD-08 gets the seat immediately\./)).toBeTruthy();
  expect(screen.getByText(/2 of 3 releases left in these 30 days\./)).toBeTruthy();
});

it('the form focuses the name field when it opens, unless the user is already typing', async () => {
  show();
  await waitFor(() => expect(document.activeElement).toBe(field(/Name/)));
  cleanup();
  show();
  field(/Hardware ID/).focus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(field(/Hardware ID/));
});

it('the form moves the seat to the new device', async () => {
  fetched.mockImplementation(async () => answer(200, makeDeviceDetails({ id: 2, name: 'NEW' })));
  show();
  await userEvent.type(field(/Name/), 'NEW');
  await userEvent.type(field(/Hardware ID/), 'AB12');
  await userEvent.click(button('Replace'));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/HardwareId/1/Replace');
  expect(JSON.parse(String(init?.body))).toEqual({ name: 'NEW', hardwareId: 'AB12' });
});

it("the form shows the server's error at its field, and keeps the input", async () => {
  const propertyErrors = { hardwareId: ['This hardware ID is already on the license.'] };
  fetched.mockImplementation(async () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  show();
  await userEvent.type(field(/Name/), 'NEW');
  await userEvent.type(field(/Hardware ID/), 'AB12');
  await userEvent.click(button('Replace'));
  const message = /is already on the license/;
  await waitFor(() => expect(screen.getByRole('textbox', { description: message })).toBe(field(/Hardware ID/)));
  expect(field(/Hardware ID/).value).toBe('AB12');
  expect(onDone).not.toHaveBeenCalled();
});

it('the form shows when the next release will be available', async () => {
  const additionalData = { nextAt: '2026-12-03T12:00:00.000Z' };
  const message = '3 devices may be released in 30 days, and all of them were.';
  fetched.mockImplementation(async () => answer(409, { code: 'ReleaseLimit', message, additionalData }));
  show();
  await userEvent.click(button('Release FRONT-DESK'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message);
  expect(alert.textContent).toContain('The next one is back on Dec 3, 2026');
});

it('the form refuses a release if none is left, unless this release does not count', async () => {
  const releases = { allowed: 3, left: 0, nextAt: '2026-12-03T12:00:00.000Z' };
  show({ releases });
  expect(button('Replace').getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button('Release FRONT-DESK'));
  expect(fetched).not.toHaveBeenCalled();
  show({ releases, device: makeLicenseDevice({ id: 2, name: 'NEVER-SEEN', releaseCounts: false }) });
  expect(button('Release NEVER-SEEN').getAttribute('aria-disabled')).toBeNull();
  expect(screen.getByText(/This release does not count against the limit\./)).toBeTruthy();
});

it('the form closes on Escape', async () => {
  show();
  await waitFor(() => expect(document.activeElement).toBe(field(/Name/)));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
