import type { SavedCard } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const cardsKey = ['cards', 'list'] as const;

/** The account's current saved cards, the default one first. */
export function listCards(signal?: AbortSignal) {
  return api('GET /api/Billing/PaymentMethods/Card', { query: { pageSize: 100 }, ...(signal && { signal }) });
}

const cardsQuery = queryOptions({ queryKey: cardsKey, queryFn: ({ signal }) => listCards(signal) });

/** The account's saved cards, the default one first. */
export function useCards() {
  return useQuery(cardsQuery);
}

export type { SavedCard };
