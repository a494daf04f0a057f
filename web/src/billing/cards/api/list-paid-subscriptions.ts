import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';
import { ApiError } from '../../../lib/problem.ts';
import type { SavedCard } from './list-cards.ts';

/** A subscription that is charged to a card. */
export interface PaidSubscription {
  id: number;
  productId: string;
  productName: string;
}

const paidQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'paid', locale],
    queryFn: async ({ signal }) => {
      const query = { page: 1, pageSize: 100, sortField: 'status', order: 'asc' } as const;
      return (await api('GET /api/Subscription/list', { query, signal })).items;
    },
  });

/** Requests the subscriptions of all cards before the cards are known. */
export function usePreloadPaidSubscriptions(): void {
  useQuery({ ...paidQuery(useLocale()), enabled: can('subscriptions.view') });
}

/** The subscriptions that a card pays for, from the account's list; undefined until known. */
export function usePaidSubscriptions({ stripeId, card, inUse }: SavedCard): readonly PaidSubscription[] | undefined {
  const { data } = useQuery({ ...paidQuery(useLocale()), enabled: inUse });
  return data?.filter(
    ({ paymentMethodId, paymentMethodUpdateAllowed }) =>
      paymentMethodUpdateAllowed && (paymentMethodId === stripeId || (paymentMethodId === null && card.isDefault)),
  );
}

const isPaid = (value: unknown): value is PaidSubscription =>
  typeof value === 'object' && value !== null && 'id' in value && 'productId' in value && 'productName' in value;

/** The subscriptions named by the refusal to delete a card (CARD-5); none for other failures. */
export function subscriptionsIn(error: unknown): readonly PaidSubscription[] {
  const named =
    error instanceof ApiError && error.code === 'Conflict' ? error.problem.additionalData?.subscriptions : null;
  return Array.isArray(named) ? named.filter(isPaid) : [];
}
