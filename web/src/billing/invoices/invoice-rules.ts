import type { InvoiceRow } from '@portico/contract';
import type { BadgeTone } from '../../ui/badge.tsx';

const tones: Record<InvoiceRow['status'], BadgeTone> = {
  draft: 'neutral',
  open: 'accent',
  paid: 'ok',
  uncollectible: 'bad',
  void: 'neutral',
};

/**
 * The color of a status: paid is success; an open invoice past its due date is a warning, as is one without a due date,
 * because its automatic charge has not succeeded (INV-1).
 */
export function invoiceTone({ status, dueDate }: Pick<InvoiceRow, 'status' | 'dueDate'>, now = Date.now()): BadgeTone {
  if (status === 'open' && dueDate === null) return 'warning';
  return isOverdue({ status, dueDate }, now) ? 'warning' : tones[status];
}

export function isOverdue({ status, dueDate }: Pick<InvoiceRow, 'status' | 'dueDate'>, now = Date.now()): boolean {
  return status === 'open' && dueDate !== null && new Date(dueDate).getTime() < now;
}

/** The subject of an invoice in one line, with its product (INV-13). */
export function describeSubject({
  description,
  productName,
}: Pick<InvoiceRow, 'description' | 'productName'>): string | null {
  if (productName === null || description === null) return productName ?? description;
  return description.includes(productName) ? description : `${productName} – ${description}`;
}

/** The kind of note that an invoice needs: voided, or crediting money (INV-23). */
export function findNoteKind({ status, total }: Pick<InvoiceRow, 'status' | 'total'>): 'void' | 'credit' | null {
  if (status === 'void') return 'void';
  return total < 0 && status !== 'draft' ? 'credit' : null;
}

/** Whether an invoice can be paid: it is open, and an amount is due (INV-2). */
export function isPayable({ status, total }: Pick<InvoiceRow, 'status' | 'total'>): boolean {
  return status === 'open' && total > 0;
}
