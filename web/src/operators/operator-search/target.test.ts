import type { SearchHit } from '@portico/contract';
import { expect, it } from 'vitest';
import { findTarget } from './target.ts';

const found = (part: Partial<SearchHit>): SearchHit => ({
  kind: 'account',
  id: '5',
  label: 'L',
  detail: null,
  account: { id: 7, name: 'Acme' },
  isManual: false,
  ...part,
});
const accountPage = { to: '/Operator/Accounts/$id', params: { id: '7' }, search: {} };

it.each([
  ['an account', found({}), accountPage],
  ['a user', found({ kind: 'user', detail: 'a@x.example' }), { ...accountPage, search: { textFilter: 'a@x.example' } }],
  ['an order of a subscription', found({ kind: 'order' }), accountPage],
  ['a manual order', found({ kind: 'order', isManual: true }), { to: '/Operator/Orders/$id', params: { id: '5' } }],
  ['a license', found({ kind: 'license' }), { to: '/Operator/Licenses', search: { textFilter: 'L' } }],
  ['an invoice', found({ kind: 'invoice' }), accountPage],
  ['an invoice of nobody', found({ kind: 'invoice', account: null }), { to: '/Billing/Stripe' }],
])('the search result for %s opens the page that shows it', (_, item, target) => {
  expect(findTarget(item)).toEqual(target);
});
