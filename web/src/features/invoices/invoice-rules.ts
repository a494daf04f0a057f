import type { InvoiceRow } from '@portico/contract';
import type { BadgeTone } from '../../ui/badge.tsx';

const tones: Record<InvoiceRow['status'], BadgeTone> = {
  draft: 'neutral',
  open: 'accent',
  paid: 'ok',
  uncollectible: 'bad',
  void: 'neutral',
};

/** Spec 1 §4 'Invoice statuses': paid is success. An open one whose due date has passed warns. */
export function invoiceTone({ status, dueDate }: Pick<InvoiceRow, 'status' | 'dueDate'>, now = Date.now()): BadgeTone {
  return isOverdue({ status, dueDate }, now) ? 'warning' : tones[status];
}

export function isOverdue({ status, dueDate }: Pick<InvoiceRow, 'status' | 'dueDate'>, now = Date.now()): boolean {
  return status === 'open' && dueDate !== null && new Date(dueDate).getTime() < now;
}

/** Where it is paid: only an open invoice with a hosted page (spec 1 §4); null for every other. */
export function payAddress(
  { status, hostedInvoiceUrl }: Pick<InvoiceRow, 'status' | 'hostedInvoiceUrl'>,
  mayPay: boolean,
): string | null {
  return status === 'open' && mayPay ? hostedInvoiceUrl : null;
}
