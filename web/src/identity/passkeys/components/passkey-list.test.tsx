import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';

const passkey = {
  id: 7,
  credentialId: 'AAAA',
  name: 'My laptop',
  keeper: 'iCloud Keychain',
  isSynced: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
};

function show(list: object) {
  replacePreloaded({ user: person });
  const fetch = vi.fn(async (_url: string, _init?: RequestInit) => answer(200, list));
  vi.stubGlobal('fetch', fetch);
  renderUi(<PasskeyList />);
  return fetch;
}

describe('the list of passkeys', () => {
  it('shows where each passkey is stored, and when it was added and used', async () => {
    show({ items: [passkey], canAdd: true });
    expect((await screen.findByRole('heading', { name: 'My laptop' })).nextElementSibling?.textContent).toBe(
      'iCloud Keychain · on all your devices · added Nov 20, 2026 · not used yet',
    );
  });

  it('shows messages if the user has no passkey, and if the browser cannot store one', async () => {
    show({ items: [], canAdd: true });
    expect(await screen.findByText('No passkey yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add passkey' }));
    expect(await screen.findByText('This browser or device cannot store a passkey.')).toBeTruthy();
  });

  it('disables adding a passkey at the maximum number (PSK-7)', async () => {
    show({ items: [passkey], canAdd: false });
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Add passkey' })).disabled).toBe(true);
  });
});

describe('the offer of a passkey (PSK-11)', () => {
  const offer = () => {
    const fetch = vi.fn(async (_url: string, _init?: RequestInit) => answer(200, {}));
    vi.stubGlobal('fetch', fetch);
    renderUi(<PasskeyOffer />);
    return fetch;
  };

  it('is shown and recorded if the device can store a passkey, and disappears when declined', async () => {
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable: async () => true }),
    );
    const fetch = offer();
    await screen.findByText('Sign in faster next time');
    await waitFor(() => expect(fetch.mock.calls.map(([url]) => url)).toContain('/api/Passkeys/DeclineOffer'));
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText('Sign in faster next time')).toBeNull();
    vi.unstubAllGlobals();
  });

  it('is neither shown nor recorded if the device cannot store a passkey', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    const fetch = offer();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByText('Sign in faster next time')).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });
});
