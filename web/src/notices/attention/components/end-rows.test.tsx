import type { AttentionItem, Preloaded, UsedEnd } from '@portico/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeLicenseEnding, makeTrialEnding } from '../../../test/attention.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { AttentionBanner } from './attention-banner.tsx';
import { Needs } from './needs.tsx';

let items: AttentionItem[];
let used: UsedEnd[];
let asked: string[];

const become = (features: Preloaded['features']) =>
  replacePreloaded({ user: { readOnly: false, isAdmin: true } as NonNullable<Preloaded['user']>, features });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  items = [];
  used = [];
  asked = [];
  become(['customerAdmin', 'billing']);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return url.includes('/Ends')
      ? answer(200, { items: used, ask: ['Avery Stone', 'Jonah Keller'] })
      : answer(200, { items });
  });
});

const show = () => renderWithLinks(<Needs confirming={[]} renderKeep={() => null} />);
const row = async (words: RegExp) => within((await screen.findByText(words)).closest('li') as HTMLElement);

it('a row shows a license that does not renew, with a contact link', async () => {
  items = [makeLicenseEnding()];
  show();
  const license = await row(/^Your license of Parsing SDK ends on Dec 10$/);
  expect(license.getByText(/^License LI-8 does not renew automatically\./)).toBeTruthy();
  expect(license.getByRole('link', { name: /^Contact us/ }).getAttribute('href')).toBe('mailto:sales@veriscan.example');
});

it('a row links to the license if it has ended and the vendor has no contact address', async () => {
  items = [makeLicenseEnding({ contactUrl: null, hasEnded: true })];
  show();
  const license = await row(/ended on Dec 10$/);
  expect(license.getByRole('link', { name: /^Details/ }).getAttribute('href')).toBe('/Billing/Licenses/8');
});

it('a row shows the payment after a trial, or a link to choose a plan', async () => {
  items = [makeTrialEnding(), makeTrialEnding({ subscriptionId: 7, productName: 'Age Check', renewalAmount: null })];
  show();
  const paid = await row(/^Your trial of Cloud ends on Nov 27$/);
  expect(paid.getByText('Then it continues for $30.00 before tax, unless you cancel it.')).toBeTruthy();
  const over = await row(/^Your trial of Age Check ends/);
  expect(over.getByRole('link', { name: /^Choose a plan/ }).getAttribute('href')).toBe('/Products/cloud/Subscription');
});

it('a row shows a token that has to be replaced', async () => {
  items = [
    {
      kind: 'tokenEnding',
      tokenId: 4,
      tokenName: 'Nightly export',
      productId: 'cloud',
      productName: 'Cloud',
      endsAt: '2026-11-26T12:00:00Z',
    },
  ];
  show();
  const token = await row(/^The token Nightly export ends on Nov 26$/);
  expect(token.getByRole('link', { name: /^See the tokens/ }).getAttribute('href')).toBe(
    '/ProductDashboard/cloud?tab=connect',
  );
});

it('rows show users who do not see billing what ends and whom to ask, without amounts', async () => {
  become(['customerAdmin']);
  const end = { productId: 'cloud', productName: 'Cloud', hasEnded: false, goesOn: false };
  used = [
    { ...end, kind: 'license', endsAt: '2026-12-10T12:00:00Z' },
    { ...end, kind: 'trial', productName: 'Age Check', endsAt: '2026-12-01T12:00:00Z', goesOn: true },
    { ...end, kind: 'license', productName: 'SDK', endsAt: '2026-11-10T12:00:00Z', hasEnded: true },
  ];
  show();
  expect(
    (await row(/^Cloud ends on Dec 10$/)).getByText('Ask Avery Stone or Jonah Keller if you need it longer.'),
  ).toBeTruthy();
  expect(
    (await row(/^The trial of Age Check ends/)).getByText('Then it continues as a paid subscription.'),
  ).toBeTruthy();
  expect(await row(/^SDK ended on Nov 10$/)).toBeTruthy();
  expect(asked.filter((url) => url.includes('/Billing/'))).toEqual([]);
});

it("the banner on a product's page shows only the ends of that product", async () => {
  items = [makeLicenseEnding(), makeTrialEnding()];
  renderWithLinks(<AttentionBanner productId="SDK" />);
  expect((await screen.findByRole('status')).textContent).toContain('Your license of Parsing SDK ends on Dec 10');
  expect(screen.getAllByRole('status')).toHaveLength(1);
});
