import type { FirstStep, Preloaded } from '@portico/contract';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { useFirstSteps } from '../first-steps.api.ts';
import { FirstSteps } from './first-steps.tsx';

const open: FirstStep = {
  kind: 'open',
  isDone: false,
  productId: 'desktop',
  productName: 'Desktop',
  url: 'https://desktop.example/',
  urlCaption: 'Download',
};
let served: FirstStep[] = [];
const fetched = vi.fn(async (_url: string, init?: RequestInit) => {
  if (init?.method === 'POST') served = served.map((step) => (step.kind === 'open' ? { ...step, isDone: true } : step));
  return answer(200, init?.method === 'GET' ? { items: served } : {});
});

/** Renders the first steps with the same data as the home page. */
function Home() {
  return <FirstSteps steps={useFirstSteps().data?.items ?? []} />;
}

function show(steps: FirstStep[], user: Partial<NonNullable<Preloaded['user']>> = {}, hasFirstSteps = true) {
  served = steps;
  replacePreloaded({
    hasFirstSteps,
    features: ['customerAdmin', 'billing'],
    user: { isAdmin: true, readOnly: false, ...user } as NonNullable<Preloaded['user']>,
  });
  return renderWithLinks(<Home />);
}

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});

it('shows a link for each open step, and none for done steps', async () => {
  show([
    { ...open, isDone: true },
    { kind: 'device', isDone: false, licenseId: 7, productName: 'Desktop' },
    { kind: 'people', isDone: false },
  ]);
  expect(await screen.findByText('1 of 3 done')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add device' }).getAttribute('href')).toBe('/Billing/Licenses/7');
  expect(screen.getByRole('link', { name: 'Add user' }).getAttribute('href')).toBe('/Account/Settings/Users?m=a');
  expect(screen.queryByRole('link', { name: /Download/ })).toBeNull();
  expect(screen.getByText('Get Desktop working').textContent).toContain('(done)');
});

it('shows the product as opened once the server has recorded the opening', async () => {
  show([open, { kind: 'people', isDone: false }]);
  const link = await screen.findByRole('link', { name: /Download/ });
  expect(link.getAttribute('href')).toBe('https://desktop.example/');
  link.addEventListener('click', (event) => event.preventDefault());
  await act(async () => link.click());
  expect(await screen.findByText('1 of 2 done')).toBeTruthy();
  expect(fetched).toHaveBeenCalledWith('/api/FirstSteps/Opened', expect.objectContaining({ method: 'POST' }));
});

it('asks an admin before it hides the first steps from everybody', async () => {
  show([{ kind: 'people', isDone: false }]);
  await screen.findByText('Invite your colleagues');
  await act(async () => screen.getByRole('button', { name: 'Hide' }).click());
  const hide = await screen.findByRole('button', { name: 'Hide for everybody' });
  await act(async () => hide.click());
  expect(fetched).toHaveBeenCalledWith('/api/FirstSteps', expect.objectContaining({ method: 'DELETE' }));
  await vi.waitFor(() => expect(screen.queryByText('Invite your colleagues')).toBeNull(), 20_000);
});

it('shows no hide button to users who may not hide the first steps', async () => {
  show([open], { isAdmin: false });
  await screen.findByText('Get Desktop working');
  expect(screen.queryByRole('button', { name: 'Hide' })).toBeNull();
});

it('shows no first steps to accounts that have none', async () => {
  show([open], {}, false);
  await act(async () => {});
  expect(fetched).not.toHaveBeenCalled();
});
