import { idsRevision } from '@portico/contract/browser';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { ada as user } from '../../../test/users.ts';
import { productsWithSettings, settingsAddress } from '../model/product-settings.ts';
import { AccessCard } from './access-card.tsx';
import { ProductSettings } from './product-settings.tsx';
import { FeaturesCard, ProductsCard } from './user-grants.tsx';
import { UserTabs } from './user-tabs.tsx';

vi.mock('../../../ui/unsaved-changes.tsx', () => ({ UnsavedChangesGuard: () => null }));

const nothingAllowed = { details: false, standing: false, grants: false, waysIn: false, ownership: false };
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  fetched.mockReset();
  // The card also reads the identities of the user.
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.endsWith('/Identities') ? answer(200, { items: [] }) : fetched(url, init),
  );
});

describe('the card of access', () => {
  /** Presses a button, and waits until its code has loaded and rendered. */
  const press = (name: string) =>
    act(async () => {
      await userEvent.click(button(name));
      await vi.dynamicImportSettled();
    });

  it.each([
    ['Deactivate', 'Deactivate', '/api/User/changeActivation/7?active=false'],
    ['End sessions', 'End sessions', '/api/User/EndSessions/7'],
    ['Transfer ownership', 'Transfer ownership', '/api/User/ChangeOwner/7'],
  ])('asks before the action: %s', async (opener, confirm, url) => {
    fetched.mockImplementation(async () => answer(200, { ...user, ended: 1, availableProducts: [] }));
    renderUi(<AccessCard user={user} />);
    await press(opener);
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Ada Lovelace');
    expect(fetched).not.toHaveBeenCalled();
    await userEvent.click(
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === confirm) as Element,
    );
    await waitFor(() => expect(fetched.mock.calls[0]?.[0]).toBe(url));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('asks how the person was verified before it resets the second factor', async () => {
    fetched.mockImplementation(async () => answer(200, { ...user, availableProducts: [] }));
    renderUi(<AccessCard user={user} />);
    await press('Reset');
    const field = await screen.findByRole('textbox', { name: /How did you verify the person/ });
    await userEvent.type(field, 'phone');
    await userEvent.click(screen.getByRole('button', { name: 'Reset second factor' }));
    expect(screen.getByText('Write 10 characters or more')).toBeDefined();
    expect(fetched).not.toHaveBeenCalled();
    await userEvent.type(field, ' call to her desk');
    await userEvent.click(screen.getByRole('button', { name: 'Reset second factor' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const [[url, init] = []] = fetched.mock.calls;
    expect([url, init?.body]).toEqual([
      '/api/User/ResetSecondFactor/7',
      JSON.stringify({ verification: 'phone call to her desk' }),
    ]);
  });

  it('shows why an action failed', async () => {
    const message = 'This is the last active admin of the account. Make another user an admin first.';
    fetched.mockImplementation(async () => answer(409, { code: 'Conflict', message }));
    renderUi(<AccessCard user={user} />);
    await press('Deactivate');
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click([...dialog.querySelectorAll('button')].at(-1) as Element);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message));
  });

  it('offers no action that the server would refuse', () => {
    renderUi(<AccessCard user={{ ...user, allowed: nothingAllowed }} />);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

describe('the cards of grants', () => {
  const features = [
    { id: 'customerAdmin', kind: 'feature', title: 'Account administration', isEnabled: false },
    { id: 'billing', kind: 'feature', title: 'Billing', description: 'Requires both.', isEnabled: false },
    { id: 'changePassword', kind: 'permission', title: 'Change own password', isEnabled: true },
  ];

  it('save exactly the checked grants, and billing with account administration', async () => {
    fetched.mockImplementation(async () => answer(200, { features, isAdmin: false }));
    renderUi(<FeaturesCard user={user} />);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Billing Requires both.' }));
    await userEvent.click(button('Save'));
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    const [url, init] = fetched.mock.calls[1] ?? [];
    expect(url).toBe(`/UserFeatures/7?revision=${idsRevision(['changePassword'])}`);
    expect(JSON.parse(String(init?.body)).sort()).toEqual(['billing', 'changePassword', 'customerAdmin']);
  });

  it('are disabled for an admin, because admins have all', async () => {
    fetched.mockImplementation(async () => answer(200, { features, isAdmin: true }));
    renderUi(<FeaturesCard user={{ ...user, admin: true }} />);
    expect(await screen.findByText('Admins have all features and permissions.')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Billing/ }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('show a message if nothing can be granted', async () => {
    fetched.mockImplementation(async (url) =>
      answer(200, url.includes('Products') ? [] : { features: [], isAdmin: false }),
    );
    renderUi(
      <>
        <FeaturesCard user={user} />
        <ProductsCard user={user} />
      </>,
    );
    for (const words of ['No features', 'No permissions available', 'No available products'])
      expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('settings in products', () => {
  const product = { id: 'scan', name: 'Scan', isAvailable: true, isDefault: false };
  const userSettingsUrl = 'https://scan.vendor.example/users?from=portal';

  it('have a link with the user and the section', () => {
    renderUi(<ProductSettings userId={7} section="locations" products={[{ ...product, userSettingsUrl }]} />);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Scan' }).href).toBe(
      settingsAddress(userSettingsUrl, 7, 'locations'),
    );
    expect(settingsAddress(userSettingsUrl, 7, 'locations')).toBe(
      'https://scan.vendor.example/users?from=portal&userId=7&section=locations',
    );
  });

  it('are those of products that the user has', () => {
    const other = { ...product, id: 'other', isAvailable: false, userSettingsUrl };
    const bare = { ...product, id: 'bare', userSettingsUrl: null };
    expect(productsWithSettings([{ ...product, userSettingsUrl }, other, bare]).map(({ id }) => id)).toEqual(['scan']);
    renderUi(<ProductSettings userId={7} section="permissions" products={[]} />);
    expect(screen.getByText('No apps')).toBeDefined();
  });

  it.each([
    [1, settingsAddress(userSettingsUrl, 7, 'locations'), '_blank'],
    [2, '/Account/Settings/Users/7/User/7?tab=locations', ''],
  ])('are opened by the tab of a user with %i of these products', async (count, address, target) => {
    const products = Array.from({ length: count }, (_, id) => ({ id: String(id), name: 'Scan', userSettingsUrl }));
    renderWithLinks(<UserTabs userId={7} current="settings" products={products} secondsUntilKnown={0} />);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Locations' });
    expect([link.getAttribute('href'), link.target]).toEqual([address, target]);
  });
});
