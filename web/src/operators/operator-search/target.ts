import type { SearchHit } from '@portico/contract';

/** The page of a search result. */
type SearchTarget =
  | { to: '/Operator/Accounts/$id'; params: { id: string }; search: { textFilter?: string } }
  | { to: '/Operator/Orders/$id'; params: { id: string } }
  | { to: '/Operator/Licenses'; search: { textFilter: string } }
  | { to: '/Billing/Stripe' };

/**
 * Licenses and manual orders have their own pages. All other results open their account's page; an invoice without an
 * account opens the mirror's page.
 */
export function findTarget({ kind, id, label, detail, account, isManual }: SearchHit): SearchTarget {
  if (kind === 'license') return { to: '/Operator/Licenses', search: { textFilter: label } };
  if (kind === 'order' && isManual) return { to: '/Operator/Orders/$id', params: { id } };
  if (!account) return { to: '/Billing/Stripe' };
  const search = kind === 'user' && detail ? { textFilter: detail } : {};
  return { to: '/Operator/Accounts/$id', params: { id: String(account.id) }, search };
}
