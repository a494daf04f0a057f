import { useActivity } from '../../billing-overviews/api/list-activity.ts';
import { useNextPayments } from '../../billing-overviews/api/next-payments.ts';
import { useSpending } from '../../billing-overviews/api/spending.ts';
import { useCards } from '../../cards/api/list-cards.ts';
import { usePreloadPaidSubscriptions } from '../../cards/api/list-paid-subscriptions.ts';
import { useBalance } from '../../invoices/api/balance.ts';
import { useInvoices } from '../../invoices/api/list-invoices.ts';
import { usePending } from '../../invoices/api/list-pending.ts';
import { useLatestPayments } from '../../payments/api/list-payments.ts';

/** Invoices that the dashboard shows (UI-15). */
const latest = { page: 1, pageSize: 5, sortField: 'created', order: 'desc' } as const;

/** The newest invoices. */
export const useLatestInvoices = () => useInvoices(latest);

/** Asks for what the dashboard's parts show, all at once, while the code of some of them is on its way. */
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
