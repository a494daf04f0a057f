import type { Preloaded } from '@portico/contract';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mirrorAgeQuery } from '../../lib/mirror-age.ts';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { answer } from '../../test/render.tsx';
import { renderWithLinks } from '../../test/router.tsx';
import { MirrorAge } from './mirror-age.tsx';

const fetchStub = vi.fn<typeof fetch>();

/** @param asOf when the provider last answered; null if it is available */
function show(path: string, asOf: string | null) {
  fetchStub.mockImplementation(async () => answer(200, { asOf }));
  return renderWithLinks(<MirrorAge />, path);
}

beforeEach(() => {
  fetchStub.mockReset();
  vi.stubGlobal('fetch', fetchStub);
  replacePreloaded({
    user: { readOnly: true } as NonNullable<Preloaded['user']>,
    features: ['customerAdmin', 'billing'],
  });
});

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

it.each(['/Billing', '/billing/Invoices/in_1/Details', '/Products/cloud/Subscription/7', '/Products/cloud/Plans/in_1'])(
  'shows on %s how old the figures are, with the exact time in a tooltip',
  async (path) => {
    show(path, anHourAgo());
    const note = await screen.findByText(/You see its data from 1 hr\. ago\./);
    expect(note.getAttribute('title')).toMatch(/^\d{2}\/\d{2}\/\d{4} \d+:\d{2} [AP]M$/);
  },
);

it.each(['/', '/Products/cloud/Plans', '/Products/cloud/Plans/team', '/Profile', '/billings'])(
  'sends no request on %s',
  async (path) => {
    show(path, anHourAgo());
    await Promise.resolve();
    expect(fetchStub).not.toHaveBeenCalled();
  },
);

it('requests nothing for users who may not see billing', () => {
  replacePreloaded({ user: { readOnly: false } as NonNullable<Preloaded['user']>, features: ['customerAdmin'] });
  show('/Billing', anHourAgo());
  expect(fetchStub).not.toHaveBeenCalled();
});

it('shows no notice while the provider is available', async () => {
  show('/Billing', null);
  await vi.waitFor(() => expect(fetchStub).toHaveBeenCalled(), 20_000);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('hides a dismissed notice until the next outage', async () => {
  const { queryClient } = show('/Billing', anHourAgo());
  await screen.findByText(/does not answer at the moment/);
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.getByRole('status').textContent).toBe('');
  queryClient.setQueryData(mirrorAgeQuery.queryKey, { asOf: new Date(Date.now() - 60_000).toISOString() });
  expect(await screen.findByText(/does not answer at the moment/)).toBeTruthy();
});
