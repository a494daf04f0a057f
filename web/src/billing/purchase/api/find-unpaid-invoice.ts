import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';

const attentionQuery = (locale: string) =>
  queryOptions({
    queryKey: ['attention', locale],
    queryFn: async ({ signal }) => (await api('GET /api/Billing/Attention', { signal })).items,
  });

/** The unpaid invoice of a product, with the page where it can be paid; undefined while there is none to show. */
export function useUnpaidInvoice(productId: string, isWanted: boolean) {
  const items = useQuery({ ...attentionQuery(useLocale()), enabled: isWanted && can('billing.view') }).data;
  const wanted = productId.toLowerCase();
  for (const item of items ?? []) {
    if (item.kind === 'unpaid' && item.subscription?.productId.toLowerCase() === wanted) return item;
  }
  return undefined;
}
