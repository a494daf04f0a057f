import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer } from '../../test/render.tsx';
import { renderWithLinks } from '../../test/router.tsx';
import { DeviceNamesHint } from './device-names-hint.tsx';

function show(usageDataPolicyType: number) {
  const fetched = vi.fn(async () => answer(200, { usageDataPolicyType }));
  vi.stubGlobal('fetch', fetched);
  renderWithLinks(<DeviceNamesHint />);
  return fetched;
}

it.each([1, 2, 3])(
  'with usage-data policy %i, explains why devices have no names and where to change that',
  async (policy) => {
    show(policy);
    expect(await screen.findByText(/Your account does not store machine names/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Usage data sharing' }).getAttribute('href')).toBe('/Account/Settings');
  },
);

it('the hint is hidden if the account stores names of devices', async () => {
  const fetched = show(0);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), 20_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByText(/keeps no names/)).toBeNull();
});
