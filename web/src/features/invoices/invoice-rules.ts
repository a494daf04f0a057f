import type { InvoiceRow } from '@portico/contract';
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

/** Where it is paid: only an open invoice with a hosted page (INV-2); null for every other. */
export function payAddress(
  { status, hostedInvoiceUrl }: Pick<InvoiceRow, 'status' | 'hostedInvoiceUrl'>,
  mayPay: boolean,
): string | null {
  return status === 'open' && mayPay ? hostedInvoiceUrl : null;
}
