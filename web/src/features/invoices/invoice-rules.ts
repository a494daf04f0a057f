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

/** The span of a calendar year by the reader's clock, as the list's dates are shown: ISO 8601 in UTC, its end not included (INV-20). */
export function spanOfYear(year: number): { createdFrom: string; createdBefore: string } {
  return { createdFrom: new Date(year, 0, 1).toISOString(), createdBefore: new Date(year + 1, 0, 1).toISOString() };
}

/** The years from that of the first invoice to this one, the newest first. A year that is asked for is among them. */
export function yearsSince(first: string | undefined, asked: number | undefined, now = new Date()): number[] {
  const last = now.getFullYear();
  const from = first === undefined ? last : Math.min(last, new Date(first).getFullYear());
  const years = Array.from({ length: last - from + 1 }, (_, index) => last - index);
  return asked === undefined || years.includes(asked) ? years : [...years, asked].sort((a, b) => b - a);
}

/** Where it is paid: only an open invoice with a hosted page (INV-2); null for every other. */
export function payAddress(
  { status, hostedInvoiceUrl }: Pick<InvoiceRow, 'status' | 'hostedInvoiceUrl'>,
  mayPay: boolean,
): string | null {
  return status === 'open' && mayPay ? hostedInvoiceUrl : null;
}
