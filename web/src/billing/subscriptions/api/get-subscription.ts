import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

export type SubscriptionDetail = Answer<'GET /api/Subscription/{id}'>;

/** Whether an address holds an id at all; nothing is asked of the server otherwise. */
export function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

export const subscriptionQuery = (id: number, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'details', id, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}', { params: { id }, signal }),
  });

/** One subscription with its items; while the language changes, the words of the one before stay. */
export function useSubscription(id: number) {
  return useQuery({
    ...subscriptionQuery(id, useLocale()),
    enabled: isId(id),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === id ? before : undefined),
  });
}
