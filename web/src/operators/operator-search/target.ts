import type { SearchHit } from '@portico/contract';

/** The page of a search result. */
type SearchTarget =
  | { to: '/Operator/Accounts/$id'; params: { id: string }; search: { textFilter?: string } }
  | { to: '/Operator/Orders/$id'; params: { id: string } }
  | { to: '/Operator/Licenses'; search: { textFilter: string } }
  | { to: '/Billing/Stripe' };

/**
 * Licenses and manual orders have pages of their own. Everything else is on its account's page; an invoice without an
 * account is in the mirror.
 */
export function findTarget({ kind, id, label, detail, account, isManual }: SearchHit): SearchTarget {
  if (kind === 'license') return { to: '/Operator/Licenses', search: { textFilter: label } };
  if (kind === 'order' && isManual) return { to: '/Operator/Orders/$id', params: { id } };
  if (!account) return { to: '/Billing/Stripe' };
  const search = kind === 'user' && detail ? { textFilter: detail } : {};
  return { to: '/Operator/Accounts/$id', params: { id: String(account.id) }, search };
}
