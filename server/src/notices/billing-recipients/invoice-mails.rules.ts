import type { MailedInvoice } from '../../billing/index.ts';

/** Milliseconds after which nothing is mailed any more of what happened to an invoice (REC-8). */
const longest = 3 * 24 * 60 * 60 * 1000;

/** Reasons of invoices that nobody is waiting for at a screen. */
const unattended: ReadonlySet<string> = new Set(['subscription_cycle', 'manual', 'subscription_threshold']);

/** Whether something that happened is mailed: it is recent, and happened after mail began (REC-8). */
export function isTimely(at: Date, { now, since }: { readonly now: Date; readonly since: Date }): boolean {
  return at >= since && now.getTime() - at.getTime() <= longest;
}

type Judged = Pick<
  MailedInvoice,
  'status' | 'total' | 'amountRemaining' | 'isSent' | 'billingReason' | 'wasAttempted' | 'finalizedAt' | 'paidAt'
>;

/**
 * What is mailed about an invoice as it is now (REC-8). A receipt when it is paid and was for something. The invoice itself when somebody has to pay it: it
 * is sent to be paid, or its card was declined while nobody was there.
 */
export function mailAbout(
  invoice: Judged,
  times: { readonly now: Date; readonly since: Date },
): 'invoice' | 'receipt' | null {
  const { status, total, amountRemaining, isSent, billingReason, wasAttempted, finalizedAt, paidAt } = invoice;
  if (status === 'paid') return total > 0 && paidAt && isTimely(paidAt, times) ? 'receipt' : null;
  if (status !== 'open' || amountRemaining <= 0 || !finalizedAt || !isTimely(finalizedAt, times)) return null;
  return isSent || (wasAttempted && unattended.has(billingReason ?? '')) ? 'invoice' : null;
}
