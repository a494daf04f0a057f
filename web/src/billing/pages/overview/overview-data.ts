import { useActivity, useNextPayments, useSpending } from '../../billing-overviews/billing-overviews.api.ts';
import { useCards } from '../../cards/api/list-cards.ts';
import { usePreloadPaidSubscriptions } from '../../cards/api/list-paid-subscriptions.ts';
import { useBalance, useInvoices, usePending } from '../../invoices/invoices.api.ts';
import { useLatestPayments } from '../../payments/payments.api.ts';

/** Invoices on the dashboard (UI-15). */
const latest = { page: 1, pageSize: 5, sortField: 'created', order: 'desc' } as const;

/** The newest invoices. */
export const useLatestInvoices = () => useInvoices(latest);

/** Requests all data of the dashboard in parallel, while the code of some parts is loading. */
export function useOverviewData(): void {
  useNextPayments();
  useBalance();
  useLatestPayments();
  useSpending();
  useActivity();
  useCards();
  usePreloadPaidSubscriptions();
  useLatestInvoices();
  usePending();
}
