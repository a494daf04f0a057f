import { isAccountAdmin } from '@portico/contract';
import type { MailedFacts } from '../../billing/index.ts';

/** Older events are not mailed (REC-8). */
const maxAgeMs = 3 * 24 * 60 * 60 * 1000;

/** Billing reasons of invoices without a user at a screen. */
const unattended: ReadonlySet<string> = new Set(['subscription_cycle', 'manual', 'subscription_threshold']);

/** Whether an event is recent and happened after the installation began to mail invoices (REC-8). */
export function isTimely(at: Date, { now, since }: { readonly now: Date; readonly since: Date }): boolean {
  return at >= since && now.getTime() - at.getTime() <= maxAgeMs;
}

/**
 * Which mail an invoice needs now (REC-8): a receipt if it is paid and its total is not zero; the invoice if it was sent, or if the card was declined
 * without a user at a screen.
 */
export function findMailKind(
  invoice: MailedFacts,
  times: { readonly now: Date; readonly since: Date },
): 'invoice' | 'receipt' | null {
  const { status, total, amountRemaining, isSent, billingReason, wasAttempted, finalizedAt, paidAt } = invoice;
  if (status === 'paid') return total > 0 && paidAt && isTimely(paidAt, times) ? 'receipt' : null;
  if (status !== 'open' || amountRemaining <= 0 || !finalizedAt || !isTimely(finalizedAt, times)) return null;
  return isSent || (wasAttempted && unattended.has(billingReason ?? '')) ? 'invoice' : null;
}

interface MailedUser {
  readonly id: number;
  readonly isOwner: boolean;
  readonly isAdmin: boolean;
}

/**
 * Whether a user gets invoices and receipts: the owner unless declined, an admin only if requested (REC-6).
 * @param wasWarned whether the owner and admins were mailed that the payment had failed; then all admins who did not decline get the receipt (LATE-6)
 */
export function receives(user: MailedUser, choices: ReadonlyMap<number, boolean>, wasWarned = false): boolean {
  return isAccountAdmin(user) && (choices.get(user.id) ?? (user.isOwner || wasWarned));
}
