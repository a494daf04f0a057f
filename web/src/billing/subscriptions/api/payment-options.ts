import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';

export type PaymentOptions = Answer<'GET /api/Products/{id}/Subscription/{subId}/paymentOptions'>['items'];

const optionsQuery = (productId: string, subscriptionId: number, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'payment-options', productId, subscriptionId, locale],
    queryFn: ({ signal }) =>
      api('GET /api/Products/{id}/Subscription/{subId}/paymentOptions', {
        params: { id: productId, subId: subscriptionId },
        query: {},
        signal,
      }),
  });

/** How often a subscription may be paid, the present way first. */
export function usePaymentOptions(productId: string, subscriptionId: number) {
  return useQuery(optionsQuery(productId, subscriptionId, useLocale())).data?.items;
}
