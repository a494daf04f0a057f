import type { OpenSession } from '@portico/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { SessionsCard } from './sessions-card.tsx';

const here: OpenSession = {
  id: '00000000-0000-4000-8000-000000000001',
  browser: 'Firefox',
  system: 'Windows',
  kind: 'desktop',
  address: '203.0.113.24',
  beganAt: '2026-11-22T08:41:00.000Z',
  lastSeenAt: '2026-11-22T12:00:00.000Z',
  proofs: ['password', 'authenticator'],
  isCurrent: true,
  isNewBrowser: false,
  isActing: false,
};
const phone: OpenSession = {
  ...here,
  id: '00000000-0000-4000-8000-000000000002',
  browser: 'Safari',
  system: 'iOS',
  kind: 'phone',
  proofs: ['passkey'],
  isCurrent: false,
  isNewBrowser: true,
};
let items: OpenSession[];
const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const changes = () => fetched.mock.calls.filter(([, init]) => init?.method !== 'GET').map(([url]) => url);

beforeEach(() => {
  items = [here, phone];
  replacePreloaded({ user: person });
  fetched.mockReset();
  fetched.mockImplementation(async (_url, init) => {
    if (init?.method === 'GET') return answer(200, { items });
    items = [here];
    return answer(200, { ended: 1 });
  });
  vi.stubGlobal('fetch', fetched);
});

it('describes each session, and ends another one', async () => {
  renderUi(<SessionsCard />);
  const row = (await screen.findByText('Safari on iOS')).closest('tr') as HTMLElement;
  expect(within(row).getByText('New browser')).toBeDefined();
  expect(within(row).getByText('Passkey')).toBeDefined();
  expect(screen.getByText('Password, authenticator')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'End the session of Firefox on Windows' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'End the session of Safari on iOS' }));
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  expect(changes()).toEqual([`/api/profile/Sessions/${phone.id}`]);
});

it('asks before it ends all other sessions', async () => {
  renderUi(<SessionsCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'End the other session' }));
  expect(changes()).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'End sessions' }));
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  expect(changes()).toEqual(['/api/profile/EndOtherSessions']);
});

it('offers to end no session to an operator who acts as the user', async () => {
  replacePreloaded({
    user: person,
    actingAs: { operatorName: 'Olivia', text: '', until: here.beganAt, secondsLeft: 3_000 },
  });
  renderUi(<SessionsCard />);
  await screen.findByText('Safari on iOS');
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
});
