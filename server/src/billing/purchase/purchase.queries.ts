import { and, eq, lt } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { expiryOf, retention } from '../../core/db/retention.ts';
import { purchaseQuotes } from '../../core/db/schema/purchase.gen.ts';
import { type QuotedTerms, quotedTerms } from './quoted.ts';

type StoredQuote = typeof purchaseQuotes.$inferSelect;

export interface QuoteRow extends Omit<StoredQuote, 'terms'> {
  readonly quoted: QuotedTerms;
}

type NewQuote = Omit<typeof purchaseQuotes.$inferInsert, 'terms'> & { readonly quoted: QuotedTerms };

export async function insertQuote(on: Queryable, { quoted, ...quote }: NewQuote): Promise<void> {
  await on.insert(purchaseQuotes).values({ ...quote, terms: quoted });
}

/** @returns undefined also for another account's quote */
export async function findQuote(on: Queryable, id: string, accountId: number): Promise<QuoteRow | undefined> {
  const [found] = await on
    .select()
    .from(purchaseQuotes)
    .where(and(eq(purchaseQuotes.id, id), eq(purchaseQuotes.accountId, accountId)));
  return found && parseQuote(found);
}

/** Locks the quote, so that two identical purchases begin one after the other. */
export async function lockQuote(on: Queryable, id: string, accountId: number): Promise<QuoteRow | undefined> {
  const [found] = await on
    .select()
    .from(purchaseQuotes)
    .where(and(eq(purchaseQuotes.id, id), eq(purchaseQuotes.accountId, accountId)))
    .for('update');
  return found && parseQuote(found);
}

export async function bindQuote(on: Queryable, id: string, operationId: string): Promise<void> {
  await on.update(purchaseQuotes).set({ operationId }).where(eq(purchaseQuotes.id, id));
}

/** Deletes quotes that expired some days ago (PUR-28). */
export async function deleteExpiredQuotes(on: Queryable): Promise<void> {
  await on.delete(purchaseQuotes).where(lt(purchaseQuotes.expiresAt, expiryOf(retention.purchaseQuote)));
}

function parseQuote({ terms, ...quote }: StoredQuote): QuoteRow {
  return { ...quote, quoted: quotedTerms.parse(terms) };
}
