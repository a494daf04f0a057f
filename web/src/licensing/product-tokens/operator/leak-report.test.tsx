import type { Preloaded, ReportedToken } from '@portico/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { LeakReport } from './leak-report.tsx';

const token: ReportedToken = {
  tokenId: 7,
  prefix: 'pts_Lw72Hd',
  name: 'CRM bridge',
  tokenType: 'Secret',
  state: 'active',
  account: { id: 3, name: 'Acme Security' },
  productId: 'cloud',
  productName: 'Cloud',
  created: '2026-08-24T10:00:00.000Z',
  lastUsed: null,
  disabledAt: null,
  leakReport: null,
};
const operator = { isAdmin: false, isSuperAdmin: true, readOnly: false } as NonNullable<Preloaded['user']>;
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const asked = () => fetched.mock.calls.map(([url, init]) => [init?.method, url, init?.body ?? null]);

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: operator, features: [] });
});

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Token' });

it('the report of a leak keeps and sends only the prefix of a pasted token', async () => {
  fetched.mockImplementation(async () => answer(200, token));
  renderWithLinks(<LeakReport />);
  await userEvent.click(field());
  await userEvent.paste(' pts_Lw72HdQ8sV3nXk5Tz0Rb1Yc4Wm6Jp9Aq\n');
  expect(field().value).toBe('pts_Lw72Hd');
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));
  const found = within(await screen.findByRole('region', { name: 'CRM bridge' }));
  expect(found.getByRole('link', { name: 'Acme Security' })).toBeTruthy();
  expect(asked()).toEqual([['GET', '/api/Operator/LeakedTokens/pts_Lw72Hd', null]]);
});

it('the report of a leak disables the token with a note on where it was found', async () => {
  fetched.mockImplementation(async (_, init) =>
    answer(200, init?.method === 'POST' ? { ...token, state: 'disabled', leakReport: 'A public repository' } : token),
  );
  renderWithLinks(<LeakReport />);
  await userEvent.type(field(), 'pts_Lw72Hd{Enter}');
  await screen.findByRole('region', { name: 'CRM bridge' });
  const report = screen.getByRole('button', { name: 'Disable it and mail the account' });
  await userEvent.click(report);
  expect(await screen.findByText('The Where it was found field is required')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /^Where it was found/ }), 'A public repository');
  await userEvent.click(report);
  expect(await screen.findByText(/admins were mailed: A public repository/)).toBeTruthy();
  expect(asked().at(1)).toEqual([
    'POST',
    '/api/Operator/LeakedTokens/pts_Lw72Hd/Report',
    JSON.stringify({ leakReport: 'A public repository' }),
  ]);
});

it('the report of a leak shows at the field that the text is not a token, or that the token does not exist', async () => {
  fetched.mockImplementation(async () => answer(404, { code: 'NotFound', message: '', requestId: 'r' }));
  renderWithLinks(<LeakReport />);
  await userEvent.type(field(), 'sk_live_12{Enter}');
  expect(await screen.findByText(/A token begins with ptp_ or pts_/)).toBeTruthy();
  expect(asked()).toEqual([]);
  await userEvent.clear(field());
  await userEvent.type(field(), 'pts_000000{Enter}');
  expect(await screen.findByText(/No token begins like this/)).toBeTruthy();
});

it('the report of a leak lets read-only operators search', async () => {
  replacePreloaded({ user: { ...operator, readOnly: true } });
  fetched.mockImplementation(async () => answer(200, token));
  renderWithLinks(<LeakReport />);
  await userEvent.type(field(), 'pts_Lw72Hd{Enter}');
  expect(await screen.findByText(/You are a read-only user/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Disable it and mail the account' })).toBeNull();
});
