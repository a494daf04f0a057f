import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCreditNotes } from '../../core/db/schema/invoices.gen.ts';
import { type CreditNoteWays, readCreditNoteWays } from '../../core/stripe/index.ts';

/** Amounts are cents. */
interface CreditNote extends CreditNoteWays {
  readonly customerId: string;
  readonly invoiceId: string;
  readonly number: string;
  readonly status: string;
  readonly currency: string;
  readonly total: number;
  readonly created: Date;
}

/** A credit note of any account; undefined if it was deleted. */
export async function findCreditNote(on: Queryable, creditNoteId: string): Promise<CreditNote | undefined> {
  const { customerId, invoiceId, number, status, currency, total, created, data } = stripeCreditNotes;
  const [found] = await on
    .select({ customerId, invoiceId, number, status, currency, total, created, data })
    .from(stripeCreditNotes)
    .where(and(eq(stripeCreditNotes.id, creditNoteId), eq(stripeCreditNotes.deleted, false)));
  if (!found) return undefined;
  const { data: note, ...columns } = found;
  return { ...columns, ...readCreditNoteWays(note) };
}
