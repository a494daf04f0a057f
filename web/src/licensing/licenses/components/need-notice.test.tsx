import type { Preloaded } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeLicense } from '../../../test/licenses.ts';
import { renderWithLinks } from '../../../test/router.tsx';
import { NeedNotice } from './need-notice.tsx';

const become = (features: Preloaded['features']) =>
  replacePreloaded({
    user: { readOnly: false, isAdmin: true } as NonNullable<Preloaded['user']>,
    features,
    links: { knowledgeBase: null, contact: 'mailto:sales@veriscan.example' },
  });

const ends = { endsSoon: true, renews: false, expirationDate: '2026-12-10T12:00:00.000Z' };

it.each([
  [
    'a manual order',
    { subscriptionId: null },
    /^This license ends on Dec 10, 2026\. It does not renew automatically\. Contact us in time/,
  ],
  ['a canceled subscription', {}, /Its subscription was canceled, and can be restored until then\./],
  ['a trial', { trial: true }, /^This trial ends on Dec 10, 2026\. Its devices stop then\./],
])('explains why the license of %s ends', async (_, change, words) => {
  become(['customerAdmin', 'billing']);
  renderWithLinks(<NeedNotice license={makeLicense({ ...ends, ...change })} exceededName={undefined} id="need" />);
  expect((await screen.findByRole('status')).textContent).toMatch(words);
});

it('the notice shows users who cannot change the license whom to ask', async () => {
  become(['customerAdmin']);
  renderWithLinks(<NeedNotice license={makeLicense(ends)} exceededName={undefined} id="need" />);
  expect((await screen.findByRole('status')).textContent).toContain('Ask the owner or an admin of your account');
  expect(screen.queryByRole('link', { name: 'See the subscription' })).toBeNull();
});
