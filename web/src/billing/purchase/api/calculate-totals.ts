import type { PurchaseSelection } from '@portico/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';

export type PurchaseTotals = Answer<'POST /api/Products/{id}/CalculatePurchaseTotals'>;

export const fetchTotals = (productId: string, body: PurchaseSelection, signal: AbortSignal) =>
  api('POST /api/Products/{id}/CalculatePurchaseTotals', { params: { id: productId }, body, signal });

/** Calculates totals: for an account, or for a visitor who signs up. */
export type TotalsCall = (selection: PurchaseSelection, signal: AbortSignal) => Promise<PurchaseTotals>;

const totalsQuery = (totals: TotalsCall, productId: string, selection: PurchaseSelection, locale: string) =>
  queryOptions({
    queryKey: ['purchase', 'totals', productId, selection, locale],
    queryFn: ({ signal }) => totals(selection, signal),
  });

/**
 * Totals of a selection from the catalog, before tax. A call that a newer selection overtakes is canceled; the totals before stay until the new ones are there.
 * @param isWanted false while there is something better
 */
export function useTotals(
  { totals }: { totals: TotalsCall },
  productId: string,
  selection: PurchaseSelection,
  isWanted: boolean,
) {
  const query = totalsQuery(totals, productId, selection, useLocale());
  return useQuery({ ...query, enabled: isWanted, placeholderData: keepPreviousData });
}
