import type { AttentionItem } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { type Locale, useLocale } from '../../lib/locale.ts';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { unpaidIn } from './model/attention.ts';

/** Milliseconds between two polls while an invoice is unpaid, because users pay it on Stripe's page, in another tab. */
const lookInterval = 10_000;

interface Attention {
  readonly items: readonly AttentionItem[];
}

/** Product names are in the user's language. */
const attentionQuery = (locale: Locale) => {
  const queryKey = ['attention', locale] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Attention> => {
      const before = client.getQueryData<Attention>(queryKey)?.items ?? [];
      const now = await api('GET /api/Billing/Attention', { signal });
      const isUnpaid = new Set(unpaidIn(now.items).map(({ invoiceId }) => invoiceId));
      // A payment changed the account's holdings.
      if (unpaidIn(before).some(({ invoiceId }) => !isUnpaid.has(invoiceId))) {
        void client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => !outlives.has(String(subject)) });
      }
      return now;
    },
    // A user who returns from Stripe's page sees the outcome immediately.
    staleTime: 0,
    refetchInterval: ({ state }) => (unpaidIn(state.data?.items ?? []).length > 0 ? lookInterval : false),
  });
};

/** The data that is not refetched after a payment: this list, and the figures of a purchase. */
const outlives = new Set<string>(['attention', 'purchase']);

/**
 * The account's billing items that need attention, the most urgent first; no request for users who may not see
 * billing.
 */
export function useAttention() {
  return useQuery({ ...attentionQuery(useLocale()), enabled: can('billing.view') });
}

/** The number of unpaid invoices: the preloaded one until the attention items are loaded, and refetched after payments. */
export function useUnpaidCount(): number {
  const { unpaidInvoices } = preloaded();
  const { data } = useQuery({
    ...attentionQuery(useLocale()),
    enabled: can('billing.view'),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  return data ? unpaidIn(data.items).length : unpaidInvoices;
}

/**
 * Items that expire, without amounts, for users who may not see billing. For other users, the attention items include
 * them.
 */
export function useUsedEnds() {
  const locale = useLocale();
  return useQuery({
    queryKey: ['attention', 'ends', locale],
    queryFn: ({ signal }) => api('GET /api/Attention/Ends', { signal }),
    enabled: can('attention.viewEnds') && !can('billing.view'),
  });
}
