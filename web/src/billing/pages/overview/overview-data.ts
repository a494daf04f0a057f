import { useEffect, useState } from 'react';
import { useProducts } from '../../../catalog/catalog.api.ts';
import { useAttention } from '../../../notices/attention/attention.api.ts';
import { useRecipients } from '../../../notices/billing-recipients/billing-recipients.api.ts';
import { useWasShown } from '../../../ui/reserved-room.tsx';
import { useBillingDetails } from '../../billing-details/billing-details.api.ts';
import { useNextPayments } from '../../billing-overviews/billing-overviews.api.ts';
import { useCards } from '../../cards/api/list-cards.ts';
import { usePreloadPaidSubscriptions } from '../../cards/api/list-paid-subscriptions.ts';
import { useBalance, useInvoices, usePending } from '../../invoices/invoices.api.ts';
import { useLatestPayments } from '../../payments/payments.api.ts';
import { useSubscriptions } from '../../subscriptions/subscriptions.api.ts';

/** Invoices on the dashboard (UI-15). */
const latest = { page: 1, pageSize: 5, sortField: 'created', order: 'desc' } as const;

/** The newest invoices. */
export const useLatestInvoices = () => useInvoices(latest);

/** The first subscriptions, as on their card. */
export const useOverviewSubscriptions = () =>
  useSubscriptions({ page: 1, pageSize: 5, sortField: 'status', order: 'asc' });

/** Requests the dashboard's data in parallel, while the code of some parts is loading. */
export function useOverviewData(): void {
  useNextPayments();
  useBalance();
  useLatestPayments();
  useCards();
  usePreloadPaidSubscriptions();
  useLatestInvoices();
  usePending();
  useBillingDetails();
  useRecipients();
  useProducts();
}

/**
 * Whether to show the parts of the first view. On the first visit their heights are unknown, so they replace the frames
 * together. Later, each part appears on its own, at its last height.
 */
export function useShowsParts(): boolean {
  const wasShown = useWasShown('next-charge');
  const isLoading = [useAttention(), useNextPayments(), useCards(), useOverviewSubscriptions()].some(
    (query) => query.isLoading,
  );
  const [showsParts, setShowsParts] = useState(wasShown);
  useEffect(() => {
    if (!isLoading) setShowsParts(true);
  }, [isLoading]);
  return showsParts;
}

/** Whether the account has no subscriptions, payments or invoices, past or present; undefined until known. */
export function useHasNoHistory(): boolean | undefined {
  const lists = [
    useOverviewSubscriptions().data,
    useLatestInvoices().data,
    useLatestPayments().data,
    usePending().data,
  ];
  if (lists.some((list) => list !== undefined && list.total > 0)) return false;
  return lists.some((list) => list === undefined) ? undefined : true;
}
