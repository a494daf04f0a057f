import { eq, lt, sql } from 'drizzle-orm';
import { type QuotedTerms, quotedTerms } from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { signUpQuotes } from '../../core/db/schema/sign-up.gen.ts';

/** A priced selection of a visitor. */
export interface SignUpQuote {
  readonly id: string;
  readonly productId: string;
  readonly selectionHash: string;
  readonly quoted: QuotedTerms;
  /** Cents. */
  readonly amountDue: number;
  readonly expiresAt: Date;
}

export async function insertQuote(on: Queryable, { quoted, ...quote }: SignUpQuote): Promise<void> {
  await on.insert(signUpQuotes).values({ ...quote, terms: quoted });
}

export async function findQuote(on: Queryable, id: string): Promise<SignUpQuote | undefined> {
  const [found] = await on.select().from(signUpQuotes).where(eq(signUpQuotes.id, id));
  if (!found) return undefined;
  const { productId, selectionHash, amountDue, expiresAt } = found;
  return { id, productId, selectionHash, amountDue, expiresAt, quoted: quotedTerms.parse(found.terms) };
}

/** Deletes quotes that expired a day ago. */
export async function deleteExpiredQuotes(on: Queryable): Promise<void> {
  await on.delete(signUpQuotes).where(lt(signUpQuotes.expiresAt, sql`now() - interval '1 day'`));
}
