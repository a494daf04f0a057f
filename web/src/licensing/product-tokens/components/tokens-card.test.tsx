import type { Preloaded, ProductToken } from '@portico/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeToken } from '../../../test/product-tokens.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { TokensCard } from './tokens-card.tsx';

const base = '/api/ProductsDashboard/cloud';
const whole = 'pts_Lw72HdQ8sV3nXk5Tz0Rb1Yc4Wm6Jp9Aq';
const person = { isAdmin: true, isSuperAdmin: false, readOnly: false } as NonNullable<Preloaded['user']>;
const search = { page: 1, pageSize: 5, sortField: 'created', order: 'desc' } as const;
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method !== 'GET')
    .map(([url, init]) => [init?.method, url, init?.body === undefined ? null : JSON.parse(String(init.body))]);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: person, features: ['customerAdmin'] });
});

/** Renders the card with tokens. Every change gets the response `changed`. */
async function show(
  items: ProductToken[],
  changed: Response | (() => Response) = () => answer(200, makeToken()),
  addRefusal: string | null = null,
) {
  fetched.mockImplementation(async (_, init) => {
    if (init?.method === 'GET')
      return answer(200, { items, total: items.length, totalPages: 1, page: 1, pageSize: 5, addRefusal });
    return typeof changed === 'function' ? changed() : changed;
  });
  const rendered = renderUi(
    <main>
      <TokensCard productId="cloud" search={search} onSearchChange={() => undefined} />
    </main>,
  );
  if (items[0]) await screen.findByText(items[0].token);
  else await screen.findByText('No token yet');
  return rendered;
}

const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
/** Presses a button that loads code. */
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));
const choose = async (name: string, action: string) => {
  await press(rowOf(name).getByRole('button', { name: /^Actions for/ }));
  await press(await screen.findByRole('menuitem', { name: action }));
};

it('the card of tokens shows the five states, and the action that each needs', async () => {
  await show([
    makeToken({ tokenId: 1, name: 'Door tablets', tokenType: 'Public', token: 'ptp_9QkR4t••••' }),
    makeToken({ tokenId: 2, name: 'Export', state: 'expiresSoon', expirationDate: '2026-11-28' }),
    makeToken({ tokenId: 3, name: 'Bridge', state: 'beingReplaced', overlapEnds: '2026-11-24T19:00:00.000Z' }),
    makeToken({ tokenId: 4, name: 'Kiosk', state: 'expired', expirationDate: '2026-10-31' }),
    makeToken({
      tokenId: 5,
      name: 'Statistics',
      state: 'disabled',
      disabled: { at: '2026-11-01T10:00:00.000Z', leakReport: 'A public repository' },
    }),
  ]);
  const shown = (name: string) => [
    ...rowOf(name)
      .queryAllByRole('button')
      .map((button) => button.textContent)
      .filter(Boolean),
  ];
  expect(rowOf('Door tablets').getByText('Active')).toBeTruthy();
  expect(rowOf('Door tablets').getByText('Never')).toBeTruthy();
  expect(shown('Door tablets')).toEqual(['DisableDoor tablets']);
  expect(rowOf('Export').getByText('Expires soon')).toBeTruthy();
  expect(shown('Export')).toEqual(['ReplaceExport']);
  expect(rowOf('Bridge, before').getByText(/both work until/)).toBeTruthy();
  expect(shown('Bridge')).toEqual(['End nowBridge, before']);
  expect(rowOf('Kiosk').getByText('Expired')).toBeTruthy();
  expect(shown('Kiosk')).toEqual([]);
  expect(rowOf('Statistics').getByText('Leaked, disabled')).toBeTruthy();
  expect(screen.getByText('A public repository')).toBeTruthy();
});

it('the card of tokens shows a complete token once, and stores it nowhere', async () => {
  const { queryClient } = await show([makeToken()], () => answer(200, makeToken({ tokenId: 8, token: whole })));
  await press(screen.getByRole('button', { name: 'Add token' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Name/ }), ' Door tablets ');
  await userEvent.click(dialog.getByRole('button', { name: 'Create token' }));
  expect(await dialog.findByText('Please input date')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Expiration date/ }), '2020-01-01');
  expect(await dialog.findByText(/Choose a day that is not past/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Infinite Date' }));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Secret' }).checked).toBe(true);
  await userEvent.click(dialog.getByRole('radio', { name: 'Public' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText(whole)).toBeTruthy();
  expect(sent()).toEqual([
    ['POST', `${base}/AddToken`, { name: 'Door tablets', expirationDate: '9999-01-01', tokenType: 'Public' }],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(whole);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(whole)).toBeNull());
  const kept = [
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state),
    ...queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
    { ...localStorage },
    { ...sessionStorage },
  ];
  expect(JSON.stringify(kept)).not.toContain(whole.slice(10));
  expect(document.documentElement.innerHTML).not.toContain(whole.slice(10));
});

it('the card of tokens replaces a token with the chosen overlap', async () => {
  await show([makeToken({ state: 'expiresSoon', expirationDate: '2026-11-28' })], () =>
    answer(200, makeToken({ token: whole })),
  );
  await press(rowOf('Nightly export').getByRole('button', { name: /^Replace/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(await dialog.findByRole('combobox', { name: /^Both work for/ }), '3 days');
  expect(dialog.getByRole('option', { name: 'Not at all: the old one stops now' })).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Infinite Date' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create new token' }));
  expect(await screen.findByText(whole)).toBeTruthy();
  expect(sent()).toEqual([
    ['POST', `${base}/ReplaceToken/7`, { name: 'Nightly export', overlapHours: 72, expirationDate: '9999-01-01' }],
  ]);
});

it("the dialog changes a token's name and date, never its type, and shows the server's error at its field", async () => {
  const propertyErrors = { newExpirationDate: ['Choose another day.'] };
  await show([makeToken()], () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  await choose('Nightly export', 'Edit');
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole<HTMLInputElement>('radio', { name: 'Public' })).disabled).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Choose another day.')).toBeTruthy();
  expect(sent()).toEqual([
    ['PUT', `${base}/UpdateToken/7`, { name: 'Nightly export', newExpirationDate: '9999-01-01' }],
  ]);
});

it.each([
  ['Disable', 'Disable token', 'PUT', 'Disable', {}],
  ['Delete', 'Delete token', 'DELETE', 'DeleteToken', null],
])('the card of tokens asks for confirmation before the action: %s', async (action, confirm, method, call, body) => {
  await show([makeToken()]);
  await choose('Nightly export', action);
  expect(sent()).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: confirm }));
  await waitFor(() => expect(sent()).toEqual([[method, `${base}/${call}/7`, body]]));
});

it('the card of tokens shows no buttons to read-only users', async () => {
  replacePreloaded({ user: { ...person, isAdmin: false }, features: ['customerAdmin'] });
  await show([makeToken()]);
  expect(screen.queryByRole('button', { name: 'Add token' })).toBeNull();
  expect(rowOf('Nightly export').queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

it('the card of tokens shows no buttons to an operator who acts as an admin', async () => {
  replacePreloaded({ user: person, features: ['customerAdmin'], actingAs: { text: '' } as Preloaded['actingAs'] });
  await show([makeToken()]);
  expect(screen.queryByRole('button', { name: 'Add token' })).toBeNull();
  replacePreloaded({ actingAs: null });
});

it('the card of tokens explains why no token can be added', async () => {
  await show([], undefined, 'notHeld');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add token' }).disabled).toBe(true);
  expect(screen.getByRole('button', { description: 'Subscribe to this product first' })).toBeTruthy();
});
