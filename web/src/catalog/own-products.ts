import type { Application } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { can } from '../lib/permissions.ts';
import { preloaded } from '../lib/preloaded.ts';

/** The products that the user has access to, as home tiles. */
export const myProductsQuery = queryOptions({
  queryKey: ['catalog', 'my-products'],
  queryFn: ({ signal }) => api('GET /api/Products/My', { signal }),
});

/** Whether the account has the product, or every account has it. */
export const isOwn = ({ holding, isBought, displayType }: Application): boolean =>
  holding !== null || isBought || displayType === 'OnlyUrl';

/**
 * The account's own products; undefined until they are known. The menu requests them once, and again after a change.
 */
export function useOwnProducts(): Application[] | undefined {
  const { data } = useQuery({
    ...myProductsQuery,
    enabled: preloaded().user !== null && !can('operator.catalog'),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  return data?.items.filter(isOwn);
}

/** The number of the account's licenses of a product, and the license if there is only one. */
export function useOwnLicenses(productId: string) {
  const { data } = useQuery({
    queryKey: ['licenses', 'of-product', productId],
    queryFn: ({ signal }) => api('GET /api/Licenses/List', { query: { productId, pageSize: 10 }, signal }),
    enabled: can('licenses.view'),
  });
  return { count: data?.total, only: data?.total === 1 ? data.items[0] : undefined };
}
