import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { type EstimateRequest, estimateQuery, pause } from '../purchase.api.ts';

export type ChangeEstimate = Answer<'POST /api/Products/{id}/EstimatePurchase'>;

/**
 * The price of a change now and later, requested after a pause. Until it arrives, the previous estimate stays visible
 * (`isOutdated`).
 * @param selection null if nothing is changed
 */
export function useChangeEstimate(productId: string, selection: EstimateRequest | null) {
  const locale = useLocale();
  const key = selection && JSON.stringify(selection);
  const settled = useDebounced(key, pause);
  const asked = settled === null ? null : (JSON.parse(settled) as EstimateRequest);
  const query = useQuery({
    ...estimateQuery(productId, asked ?? { items: [] }, locale),
    // Not cached, because the value of unused time changes every day.
    gcTime: 0,
    staleTime: 0,
    retry: false,
    enabled: asked !== null && key !== null,
    placeholderData: keepPreviousData,
  });
  return { ...query, isOutdated: query.isPlaceholderData || settled !== key };
}
