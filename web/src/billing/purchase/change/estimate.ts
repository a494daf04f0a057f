import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { type EstimateRequest, estimateQuery, pause } from '../purchase.api.ts';

export type ChangeEstimate = Answer<'POST /api/Products/{id}/EstimatePurchase'>;

/**
 * What a change costs now and later, asked for once the reader has paused. What was said of the choice before stays in sight meanwhile (`isOutdated`).
 * @param selection null while nothing is changed
 */
export function useChangeEstimate(productId: string, selection: EstimateRequest | null) {
  const locale = useLocale();
  const key = selection && JSON.stringify(selection);
  const settled = useSettled(key, pause);
  const asked = settled === null ? null : (JSON.parse(settled) as EstimateRequest);
  const query = useQuery({
    ...estimateQuery(productId, asked ?? { items: [] }, locale),
    // Time that is given back or charged is worth something else tomorrow.
    gcTime: 0,
    staleTime: 0,
    retry: false,
    enabled: asked !== null && key !== null,
    placeholderData: keepPreviousData,
  });
  return { ...query, isOutdated: query.isPlaceholderData || settled !== key };
}
