import type { CatalogVersion, Preloaded } from '@portico/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { UnpublishedButtons, VersionView } from './version-view.tsx';

const waiting = { id: 7, mayTryAgain: true, mayGiveUp: true } as CatalogVersion;
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const sent = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([url]) => url);

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: { isSuperAdmin: true, readOnly: false } as NonNullable<Preloaded['user']> });
});

it("the version's page retries a version that waits for Stripe", async () => {
  fetched.mockImplementation(async () => answer(200, { version: 7, status: 'published' }));
  renderUi(<UnpublishedButtons version={waiting} />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent()).toEqual(['/api/Catalog/Versions/7/TryAgain']));
});

it("the version's page asks for confirmation before it abandons a version", async () => {
  fetched.mockImplementation(async () => answer(200, {}));
  renderUi(<UnpublishedButtons version={waiting} />);
  // Pressing the button loads the code of the confirmation dialog.
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Give up' })));
  expect(sent()).toEqual([]);
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Give up version 7?');
  await userEvent.click(within(question).getByRole('button', { name: 'Give up' }));
  await waitFor(() => expect(sent()).toEqual(['/api/Catalog/Versions/7/GiveUp']));
});

it("the version's page shows why a version cannot be retried", async () => {
  fetched.mockImplementation(async () => answer(409, { code: 'Conflict', message: 'Overtaken.', requestId: 'r' }));
  renderUi(<UnpublishedButtons version={{ ...waiting, mayGiveUp: false }} />);
  expect(screen.queryByRole('button', { name: 'Give up' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Overtaken.');
});

it("the version's page shows who published a version, and when", async () => {
  const published = { source: 'screen', by: 'Olga Operator', publishedAt: '2026-03-04T10:00:00Z', failure: null };
  fetched.mockImplementation(async () =>
    answer(200, { ...waiting, ...published, mayGiveUp: false, differences: [], total: 0, isCompared: true }),
  );
  renderUi(<VersionView id={7} />);
  expect(await screen.findByText('Olga Operator')).toBeTruthy();
  expect(screen.getByText(/Mar 4, 2026/)).toBeTruthy();
});
