import type { InvoiceRow } from '@portico/contract';
import { ApiError } from '../../lib/problem.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

const tones: Record<InvoiceRow['status'], BadgeTone> = {
  draft: 'neutral',
  open: 'accent',
  paid: 'ok',
  uncollectible: 'bad',
  void: 'neutral',
};

/** Paid is success; an open invoice past its due date is a warning (INV-1). */
export function invoiceTone({ status, dueDate }: Pick<InvoiceRow, 'status' | 'dueDate'>, now = Date.now()): BadgeTone {
  return isOverdue({ status, dueDate }, now) ? 'warning' : tones[status];
}

export function isOverdue({ status, dueDate }: Pick<InvoiceRow, 'status' | 'dueDate'>, now = Date.now()): boolean {
  return status === 'open' && dueDate !== null && new Date(dueDate).getTime() < now;
}

/** What an invoice is about in one line: its product stands in it (INV-13). */
export function subjectOf({
  description,
  productName,
}: Pick<InvoiceRow, 'description' | 'productName'>): string | null {
  if (productName === null || description === null) return productName ?? description;
  return description.includes(productName) ? description : `${productName} – ${description}`;
}

/** What has to be explained of an invoice: one that was given up, and one that gives money back (INV-23). */
export function noteOf({ status, total }: Pick<InvoiceRow, 'status' | 'total'>): 'void' | 'credit' | null {
  if (status === 'void') return 'void';
  return total < 0 && status !== 'draft' ? 'credit' : null;
}

/** Whether it can be paid: it is open and something is due (INV-2). */
export function isPayable({ status, total }: Pick<InvoiceRow, 'status' | 'total'>): boolean {
  return status === 'open' && total > 0;
}

export type PaymentOutcome = 'paid' | 'sent' | 'requiresAction' | 'done' | 'declined' | 'failed';

/** How asking for a payment ended (INV-5, INV-6); null while it was not asked for. `done`: it was confirmed later, without saying which way. */
export function paymentOutcome(
  answer: { readonly outcome: 'paid' | 'sent' | 'requiresAction' | null } | undefined,
  error: unknown,
): PaymentOutcome | null {
  if (error) return error instanceof ApiError && error.code === 'CardError' ? 'declined' : 'failed';
  return answer ? (answer.outcome ?? 'done') : null;
}
