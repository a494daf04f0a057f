import type { PurchaseSelection } from '@portico/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';

export type PurchaseTotals = Answer<'POST /api/Products/{id}/CalculatePurchaseTotals'>;

const totalsQuery = (productId: string, selection: PurchaseSelection) =>
  queryOptions({
    queryKey: ['purchase', 'totals', productId, selection],
    queryFn: ({ signal }) =>
      api('POST /api/Products/{id}/CalculatePurchaseTotals', { params: { id: productId }, body: selection, signal }),
  });

/**
 * Totals of a selection from the catalog, before tax. A call that a newer selection overtakes is canceled; the totals before stay until the new ones are there.
 * @param isWanted false while there is something better
 */
export function useTotals(productId: string, selection: PurchaseSelection, isWanted: boolean) {
  return useQuery({ ...totalsQuery(productId, selection), enabled: isWanted, placeholderData: keepPreviousData });
}
