import type { PurchaseSelection } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Answer, api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

export type ChangeEstimate = Answer<'POST /api/Products/{id}/EstimatePurchase'>;

/** Milliseconds without a further change before the server is asked. */
const pause = 300;

const estimateQuery = (productId: string, selection: PurchaseSelection, locale: Locale) =>
  queryOptions({
    queryKey: ['purchase', 'change-estimate', productId, selection, locale],
    queryFn: ({ signal }) =>
      api('POST /api/Products/{id}/EstimatePurchase', { params: { id: productId }, body: selection, signal }),
    // Time that is given back or charged is worth something else tomorrow.
    gcTime: 0,
    retry: false,
  });

/**
 * What a change costs now and later, asked for once the reader has paused. What was said of the choice before stays in sight meanwhile (`isOutdated`).
 * @param selection null while nothing is changed
 */
export function useChangeEstimate(productId: string, selection: PurchaseSelection | null) {
  const locale = useLocale();
  const key = selection && JSON.stringify(selection);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), pause);
    return () => clearTimeout(timer);
  }, [key]);
  const asked = settled === null ? null : (JSON.parse(settled) as PurchaseSelection);
  const query = useQuery({
    ...estimateQuery(productId, asked ?? { items: [] }, locale),
    enabled: asked !== null && key !== null,
    placeholderData: (before) => before,
  });
  return { ...query, isOutdated: query.isPlaceholderData || settled !== key };
}
