import type { PurchaseSelection } from '@portico/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import type { FlowCalls } from './flow-calls.ts';

export type PurchaseTotals = Answer<'POST /api/Products/{id}/CalculatePurchaseTotals'>;

export const fetchTotals = (productId: string, body: PurchaseSelection, signal: AbortSignal) =>
  api('POST /api/Products/{id}/CalculatePurchaseTotals', { params: { id: productId }, body, signal });

const totalsQuery = (
  { totals }: Pick<FlowCalls, 'totals'>,
  productId: string,
  selection: PurchaseSelection,
  locale: string,
) =>
  queryOptions({
    queryKey: ['purchase', 'totals', productId, selection, locale],
    queryFn: ({ signal }) => totals(selection, signal),
  });

/**
 * Totals of a selection from the catalog, before tax. A call that a newer selection overtakes is canceled; the totals before stay until the new ones are there.
 * @param isWanted false while there is something better
 */
export function useTotals(calls: FlowCalls, productId: string, selection: PurchaseSelection, isWanted: boolean) {
  const query = totalsQuery(calls, productId, selection, useLocale());
  return useQuery({ ...query, enabled: isWanted, placeholderData: keepPreviousData });
}
