import type { Preloaded } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { StripeDifferences } from './stripe-differences.tsx';

it('names what staff changed at Stripe, and brings Stripe to the state of the catalog', async () => {
  replacePreloaded({ user: { isSuperAdmin: true, readOnly: false } as NonNullable<Preloaded['user']> });
  let stripeDifferences = [{ issueId: 7, reason: '+ price price_1 of desktop-monthly: sold again' }];
  const fetched = vi.fn(async (_url: string, init?: RequestInit) => {
    if (init?.method === 'POST') stripeDifferences = [];
    return answer(200, { changed: 0, problems: [], publication: null, theirs: null, stripeDifferences });
  });
  vi.stubGlobal('fetch', fetched);
  renderUi(<StripeDifferences />);
  expect((await screen.findByRole('alert')).textContent).toContain('price price_1 of desktop-monthly');
  await userEvent.click(screen.getByRole('button', { name: 'Correct Stripe' }));
  expect(fetched).toHaveBeenCalledWith(
    '/api/Operator/StripeIssues/7/Correct',
    expect.objectContaining({ method: 'POST' }),
  );
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
