import { useLingui } from '@lingui/react/macro';
import type { CancellationReason, Subscription } from '@portico/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Answer, api, type QueryOf } from '../../lib/api.ts';
import { type Locale, useLocale } from '../../lib/locale.ts';
import { notify } from '../../lib/notify.tsx';
import { type ChangeAnswer, settled } from '../../lib/operation.ts';
import { announceHoldings } from '../../lib/other-tabs.ts';
import { can } from '../../lib/permissions.ts';
import { isCanceled } from '../../lib/problem.ts';
import { reportProblem } from '../../lib/report-problem.ts';
import { wait } from '../../lib/wait.ts';
import { isEnding, isLive } from './subscription-rules.ts';

export type SubscriptionDetail = Answer<'GET /api/Subscription/{id}'>;

/** Whether an address has a valid id; otherwise no request is sent. */
export function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

const subscriptionQuery = (id: number, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'details', id, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}', { params: { id }, signal }),
  });

/** One subscription with its items; while the language changes, the previous texts stay. */
export function useSubscription(id: number) {
  return useQuery({
    ...subscriptionQuery(id, useLocale()),
    enabled: isId(id),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === id ? before : undefined),
  });
}

/**
 * Follows a change that was already pending when the page loaded, and reports its outcome.
 * @param isFollowed false while the page follows its own change
 * @param onCanceled called if this canceled the subscription.
 * @param needsContact whether an invoice is still unpaid
 */
export function useAwaitChange(
  subscription: SubscriptionDetail,
  isFollowed: boolean,
  onCanceled: (needsContact: boolean) => void,
): void {
  const queryClient = useQueryClient();
  const { queryKey } = subscriptionQuery(subscription.id, useLocale());
  const wasEnding = isEnding(subscription);
  const pendingOperationId = isFollowed ? subscription.pendingOperationId : null;
  const report = useEffectEvent((isMade: boolean) => {
    const after = queryClient.getQueryData(queryKey);
    if (isMade && after && isEnding(after)) onCanceled(after.unpaid !== null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only whether it was ending when the effect began matters
  useEffect(() => {
    if (pendingOperationId === null) return;
    const leaving = new AbortController();
    const follow = async () => {
      let isMade = false;
      try {
        const { status } = await settled<ChangeAnswer>(
          { operationId: pendingOperationId, status: 'pending' },
          { signal: leaving.signal },
        );
        isMade = status === 'succeeded';
      } catch (error) {
        if (isCanceled(error)) return;
        reportProblem(error);
      }
      await announceHoldings(queryClient);
      report(isMade && !wasEnding);
    };
    void follow();
    return () => leaving.abort();
  }, [pendingOperationId, queryClient]);
}

/** Milliseconds after which a restored subscription is read again (SUB-17). */
const restoredAgain = 1500;

interface Options {
  /** Called if the outcome is not known immediately. */
  onPending: () => void;
}

/** A change of a subscription's end, followed until it is settled. */
function useChangeCancellation<Answer extends ChangeAnswer>(
  change: (id: number) => Promise<Answer>,
  { onPending, onSuccess }: Options & { onSuccess: (answer: Answer) => void },
) {
  const queryClient = useQueryClient();
  const showPending = () => {
    onPending();
    void announceHoldings(queryClient);
  };
  return useMutation({
    mutationFn: async (id: number) => settled(await change(id), { onPending: showPending }),
    meta: { showsErrors: true },
    onSuccess,
    onSettled: () => announceHoldings(queryClient),
  });
}

/**
 * Cancels a subscription at the end of its period. The dialog shows failures.
 * @param onCanceled called with whether an invoice is still unpaid (SUB-6)
 */
export function useCancelSubscription({
  onCanceled,
  ...options
}: Options & { onCanceled: (needAdditionalActions: boolean) => void }) {
  const { t } = useLingui();
  return useChangeCancellation((id) => api('DELETE /api/Subscription/{id}/Cancel', { params: { id } }), {
    ...options,
    onSuccess: ({ needAdditionalActions }) => {
      notify.success(t`Subscription canceled`);
      onCanceled(needAdditionalActions);
    },
  });
}

/** Restores a canceled subscription. The dialog shows failures. */
export function useRestoreSubscription(options: Options) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return useChangeCancellation((id) => api('POST /api/Subscription/{id}/DontCancel', { params: { id }, body: {} }), {
    ...options,
    onSuccess: () => {
      notify.success(t`Subscription restored`);
      setTimeout(() => void announceHoldings(queryClient), restoredAgain);
    },
  });
}

interface ReasonInput {
  reason: CancellationReason;
  comment: string;
}

/** Maximum milliseconds that a cancellation waits for its reason. */
const longestWait = 3_000;

/**
 * Sends the reason of a cancellation as soon as it is chosen. Failures do not concern the customer: they are ignored,
 * and the last reason is sent again before the cancellation.
 */
export function useGiveReason(id: number) {
  const sending = useRef(Promise.resolve(true));
  const sent = useRef<ReasonInput>(undefined);
  const send = (input: ReasonInput): void => {
    sent.current = input;
    // In sequence, so that the last click wins.
    sending.current = sending.current.then(() =>
      api('POST /api/Subscription/{id}/CancellationReason', {
        params: { id },
        body: { reason: input.reason, comment: input.comment.trim() || null },
      }).then(
        () => true,
        () => false,
      ),
    );
  };
  return {
    send,
    /** Sends what was not sent yet, and waits for a short time. */
    finish: async (input: ReasonInput | null): Promise<void> => {
      if (!input) return;
      const isSent = sent.current?.reason === input.reason && sent.current.comment === input.comment;
      if (!isSent || !(await Promise.race([sending.current, wait(longestWait).then(() => true)]))) send(input);
      await Promise.race([sending.current, wait(longestWait)]);
    },
  };
}

type SubscriptionsQuery = QueryOf<'GET /api/Subscription/list'>;

/** Names of plans and products are in the user's language. */
const subscriptionsQuery = (query: SubscriptionsQuery, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'list', query, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/list', { query, signal }),
    placeholderData: keepPreviousData,
  });

export function useSubscriptions(query: SubscriptionsQuery, { enabled = true } = {}) {
  return useQuery({ ...subscriptionsQuery(query, useLocale()), enabled });
}

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

/** The possible billing intervals of a subscription, the current one first. */
export function usePaymentOptions(productId: string, subscriptionId: number) {
  return useQuery(optionsQuery(productId, subscriptionId, useLocale())).data?.items;
}

const upcomingOfQuery = (id: number, locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'upcoming', id, locale],
    queryFn: async ({ signal }) =>
      (await api('GET /api/Subscription/{id}/invoices/upcoming', { params: { id }, signal })).items[0] ?? null,
  });

/**
 * A subscription's next charge; null if it does not renew. Sends no request for users who may not see amounts, or for
 * a subscription that has ended or waits for its first payment, because abandoning that purchase removes it.
 */
export function useUpcomingInvoice(subscription: Pick<Subscription, 'id' | 'status'>) {
  const locale = useLocale();
  return useQuery({
    ...upcomingOfQuery(subscription.id, locale),
    enabled: can('invoices.view') && isLive(subscription),
  });
}

const upcomingQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['invoices', 'upcoming', 'nearest', locale],
    queryFn: async ({ signal }) => {
      const { items } = await api('GET /api/Subscription/invoices/upcoming', { query: { pageSize: 20 }, signal });
      // An estimate equals the subscription's price, which is shown anyway (INV-30).
      const known = items.filter(({ isEstimate }) => !isEstimate);
      return new Map(known.map((invoice) => [invoice.subscriptionId, invoice]));
    },
  });

/** The next charges of the account's subscriptions by id, the nearest twenty; empty until known. */
export function useNextCharges() {
  const locale = useLocale();
  return useQuery({ ...upcomingQuery(locale), enabled: can('invoices.view') }).data;
}
