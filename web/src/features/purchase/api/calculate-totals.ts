import type { PurchaseSelection } from '@portico/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Answer, api } from '../../../lib/api.ts';
import { hasSelection } from '../model/selection.ts';

export type PurchaseTotals = Answer<'POST /api/Products/{id}/CalculatePurchaseTotals'>;

/** Milliseconds without a further change before the server is asked. */
const pause = 250;

/** Totals of a selection from the catalog, before tax; a call that a newer selection overtakes is canceled. */
export const totalsQuery = (productId: string, selection: PurchaseSelection) =>
  queryOptions({
    queryKey: ['purchase', 'totals', productId, selection],
    queryFn: ({ signal }) =>
      api('POST /api/Products/{id}/CalculatePurchaseTotals', { params: { id: productId }, body: selection, signal }),
  });

/**
 * The totals while one chooses: those of the selection before stay in sight until the new ones are there (`isOutdated`).
 * @param isPossible false where the selection cannot be bought anyway
 */
export function useTotals(productId: string, selection: PurchaseSelection, isPossible: boolean) {
  const key = JSON.stringify(selection);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), pause);
    return () => clearTimeout(timer);
  }, [key]);
  const asked = JSON.parse(settled) as PurchaseSelection;
  const query = useQuery({
    ...totalsQuery(productId, asked),
    enabled: isPossible && hasSelection(asked),
    placeholderData: keepPreviousData,
  });
  return { ...query, isOutdated: query.isPlaceholderData || settled !== key };
}
