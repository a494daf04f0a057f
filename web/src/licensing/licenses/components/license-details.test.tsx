import type { LicenseDetails as License, Preloaded } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeLicense } from '../../../test/licenses.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { LicenseDetails } from './license-details.tsx';

const features = {
  scopes: [
    {
      caption: 'Reading documents',
      description: '',
      features: [
        {
          name: 'types',
          caption: 'Document types',
          description: '',
          type: 'int',
          fromVersion: '4.0',
          toVersion: null,
          value: 4200,
        },
      ],
    },
  ],
};

const fetched = vi.fn(async (url: string): Promise<Response> => {
  throw new Error(`unexpected: ${url}`);
});

async function show(license: Partial<License> = {}, user: Partial<NonNullable<Preloaded['user']>> = {}) {
  replacePreloaded({
    user: { readOnly: false, isAdmin: true, ...user } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
  });
  fetched.mockImplementation(async (url) => {
    if (url.endsWith('/Features')) return answer(200, features);
    if (url.includes('/Download')) return new Response('{"license":1}');
    return answer(200, makeLicense(license));
  });
  vi.stubGlobal('fetch', fetched);
  renderWithLinks(
    <LicenseDetails
      id={7}
      title="License details"
      productId={undefined}
      onProductChange={() => {}}
      exceededName="FIELD-08"
      renderAddDevice={(_license, reasonId) => <p>{reasonId ? 'cannot be added' : 'can be added'}</p>}
      renderTabs={() => null}
      renderDevices={() => null}
      renderUsage={() => null}
    />,
  );
  await screen.findByRole('heading', { name: 'Desktop' });
}

const download = () => screen.getByRole('button', { name: 'Download license' });

describe('a license', () => {
  it('shows its seats, facts and features', async () => {
    await show();
    expect(screen.getByRole('heading', { name: '2 of 3 seats in use' })).toBeTruthy();
    expect(screen.getByText('2 of 3 left')).toBeTruthy();
    expect(screen.getByText('Key 2026-09')).toBeTruthy();
    expect(screen.getByText('can be added')).toBeTruthy();
    expect(await screen.findByText('4,200')).toBeTruthy();
    expect(screen.getByText('from 4.0')).toBeTruthy();
  });

  it('names the device without a seat, and links to the purchase of one more seat', async () => {
    await show({ usedHardwareIdQuantity: 3, exceededHardwareIdQuantity: 1 });
    expect(screen.getByText('FIELD-08 has no seat.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add a seat' }).getAttribute('href')).toContain(
      '/Products/desktop/Subscription/9/Purchase?add=true',
    );
  });

  it.each([
    { usedHardwareIdQuantity: 3, exceededHardwareIdQuantity: 1 },
    { usedHardwareIdQuantity: 3, hardwareIdQuantity: 3 },
  ])('links to a canceled subscription, because it must be restored before a seat can be added: %o', async (seats) => {
    await show({ ...seats, renews: false });
    expect(screen.queryByRole('link', { name: 'Add a seat' })).toBeNull();
    expect(screen.getByRole('link', { name: 'See the subscription' }).getAttribute('href')).toBe(
      '/Products/desktop/Subscription/9',
    );
  });

  it('offers no purchase of a seat to a read-only user', async () => {
    await show({ usedHardwareIdQuantity: 3, exceededHardwareIdQuantity: 1 }, { readOnly: true });
    expect(screen.getByText('FIELD-08 has no seat.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add a seat' })).toBeNull();
  });

  it('offers no button to add a device if the license is floating', async () => {
    await show({ licenseModel: 1 });
    expect(screen.queryByText(/be added$/)).toBeNull();
  });

  it('explains that no device can be added if all seats are taken', async () => {
    await show({ usedHardwareIdQuantity: 3 });
    expect(screen.getByText('cannot be added')).toBeTruthy();
    expect(screen.getByText('All seats are taken.')).toBeTruthy();
  });
});

describe('the license file', () => {
  it('is saved byte for byte under the name License', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await show();
    await userEvent.click(download());
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    const link = click.mock.contexts[0] as HTMLAnchorElement;
    expect(link.download).toBe('License.json');
    expect(fetched.mock.calls.some(([url]) => url === '/api/Licenses/Download?serialNumber=ABCDEFGHIJKLMNOP')).toBe(
      true,
    );
  });

  it('cannot be downloaded for a canceled license, and explains why', async () => {
    await show({ status: 3, isDownloadAvailable: false, signingKeyId: null });
    expect(download().getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(download().getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('A canceled license has no file.');
    await userEvent.click(download());
    expect(fetched.mock.calls.some(([url]) => url.includes('/Download'))).toBe(false);
  });
});
