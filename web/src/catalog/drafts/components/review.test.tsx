import type { CatalogDraft, Preloaded } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { Review } from './review.tsx';

const place = 'products[scan].graceDays';
const title = 'scan › Grace days';
const draft: CatalogDraft = {
  stripeDifferences: [],
  sold: 4,
  revision: 2,
  changedAt: '2026-11-26T10:00:00.000Z',
  changed: 1,
  problems: [],
  theirs: {
    by: 'Sam',
    publishedAt: '2026-11-26T11:00:00.000Z',
    differences: [{ place, title, before: '7', after: '9' }],
    conflicts: [{ place, title, mine: '11', theirs: '9' }],
  },
  publication: null,
};
const changes = {
  problems: [],
  differences: [{ place, title, before: '9', after: '11' }],
  total: 1,
  amended: 0,
  subscriptions: 0,
  retired: 1,
  leaving: [{ id: 'scan-team', name: 'Team', accounts: 3 }],
};
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const sentTo = (path: string) =>
  fetched.mock.calls.filter(([url]) => url === path).map(([, init]) => JSON.parse(String(init?.body)));

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: { isSuperAdmin: true, readOnly: false } as NonNullable<Preloaded['user']> });
});

function show(shown: object = changes, refusal: Response | null = null) {
  fetched.mockImplementation(async (url) => {
    if (url === '/api/Catalog/Draft') return answer(200, draft);
    if (url === '/api/Catalog/Draft/Changes') return answer(200, shown);
    if (refusal) return refusal;
    return answer(200, url.endsWith('TakeTheirs') ? { revision: 3 } : { version: 5, status: 'published' });
  });
  renderUi(<Review />);
}

it("the review requests the changes with the user's conflict choices, and publishes the reviewed changes", async () => {
  show();
  await userEvent.click(await screen.findByRole('radio', { name: /^11/ }));
  const choices = [{ place, keep: 'mine' }];
  await waitFor(() => expect(sentTo('/api/Catalog/Draft/Changes').at(-1)).toEqual({ choices }));
  expect(screen.getByText('3 customers have it')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(sentTo('/api/Catalog/Draft/Publish')).toEqual([{ revision: 2, sold: 4, choices }]);
});

it('the review applies the changes of others to the draft once all conflicts are resolved', async () => {
  show();
  const take = await screen.findByRole('button', { name: 'Take theirs into my draft' });
  expect(take).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: /^9/ }));
  await userEvent.click(take);
  expect(sentTo('/api/Catalog/Draft/TakeTheirs')).toEqual([
    { revision: 2, sold: 4, choices: [{ place, keep: 'theirs' }] },
  ]);
});

it('the review lists the problems of the draft combined with the changes of others, and publishes nothing', async () => {
  show({
    ...changes,
    problems: [
      { place: 'products[scan].plans[b].code', title: 'scan › Plans: b › Code', message: 'Should be unique.' },
    ],
  });
  await userEvent.click(await screen.findByRole('radio', { name: /^11/ }));
  expect(await screen.findByText('Should be unique.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Take theirs into my draft' })).toHaveProperty('disabled', false);
});

it('the review loads changes that somebody else has just published, and reports them', async () => {
  show(changes, answer(409, { code: 'Conflict', message: 'Somebody published another version.', requestId: 'r' }));
  await userEvent.click(await screen.findByRole('radio', { name: /^11/ }));
  const loads = () => fetched.mock.calls.filter(([url]) => url === '/api/Catalog/Draft').length;
  const before = loads();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody published another version.');
  await waitFor(() => expect(loads()).toBeGreaterThan(before));
});
