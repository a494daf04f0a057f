import type { Preloaded } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { DefaultPermissionsCard } from './default-permissions-card.tsx';
import { DefaultProductsCard } from './default-products-card.tsx';

vi.mock('../../../ui/unsaved-changes.tsx', () => ({ UnsavedChangesGuard: () => null }));

const feature = (id: string, isEnabled: boolean) => ({ id, kind: 'feature', title: id, description: '', isEnabled });
let features: object[];
let products: object[];
let saving: (body: string[]) => Response;
const fetched = vi.fn(async (url: string, init?: RequestInit) => {
  if (init?.method !== 'GET' && init?.body) return saving(JSON.parse(String(init.body)));
  return answer(200, url.includes('Products') ? products : { features });
});

beforeEach(() => {
  features = [feature('billing', false), feature('changePassword', true)];
  products = [{ id: 'scan', name: 'Scan', isAvailable: true, isDefault: false }];
  saving = (body) =>
    answer(200, { features: ['billing', 'changePassword'].map((id) => feature(id, body.includes(id))) });
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  signIn(false);
});

function signIn(readOnly: boolean) {
  const user = { isAdmin: true, isSuperAdmin: false, readOnly };
  replacePreloaded({ user, features: ['customerAdmin'], permissions: [] } as unknown as Preloaded);
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

it('saves all choices', async () => {
  renderUi(<DefaultPermissionsCard />);
  await userEvent.click(await box('billing'));
  await userEvent.click(save());
  await waitFor(() => expect(fetched.mock.calls.at(-1)?.[0]).toContain('/api/DefaultUserFeatures/update?revision='));
  expect(JSON.parse(String(fetched.mock.calls.at(-1)?.[1]?.body))).toEqual(['billing', 'changePassword']);
  await waitFor(() => expect(save().disabled).toBe(true));
  expect((await box('billing')).checked).toBe(true);
});

it('selects account administration with billing, and deselects both with it', async () => {
  features = [feature('customerAdmin', false), feature('billing', false)];
  renderUi(<DefaultPermissionsCard />);
  await userEvent.click(await box('billing'));
  expect((await box('customerAdmin')).checked).toBe(true);
  await userEvent.click(await box('customerAdmin'));
  expect((await box('billing')).checked).toBe(false);
});

it('keeps the choices if saving fails, and shows why', async () => {
  saving = () => answer(422, { code: 'ValidationError', message: 'One of these products is not sold any more.' });
  renderUi(<DefaultProductsCard />);
  await userEvent.click(await box('Scan'));
  await userEvent.click(save());
  expect(await screen.findByText(/not sold any more/)).toBeTruthy();
  expect((await box('Scan')).checked).toBe(true);
  expect(save().disabled).toBe(false);
});

it('is disabled for a read-only user', async () => {
  signIn(true);
  renderUi(<DefaultPermissionsCard />);
  expect((await box('billing')).disabled).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows a message if there is nothing to choose from', async () => {
  features = [];
  products = [];
  renderUi(
    <>
      <DefaultPermissionsCard />
      <DefaultProductsCard />
    </>,
  );
  expect(await screen.findByText('No permissions available')).toBeTruthy();
  expect(await screen.findByText('No available products')).toBeTruthy();
});
