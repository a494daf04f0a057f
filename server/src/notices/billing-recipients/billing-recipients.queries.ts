import { type Locale, maxRecipients } from '@portico/contract';
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { billingMailChoices, billingRecipients } from '../../core/db/schema/billing-recipients.gen.ts';

export type RecipientRow = typeof billingRecipients.$inferSelect;

/** The account's recipients in the order in which they were added. */
export function listRecipients(on: Queryable, accountId: number): Promise<RecipientRow[]> {
  return on
    .select()
    .from(billingRecipients)
    .where(eq(billingRecipients.accountId, accountId))
    .orderBy(billingRecipients.id)
    .limit(maxRecipients);
}

export async function countRecipients(on: Queryable, accountId: number): Promise<number> {
  const [found] = await on
    .select({ total: count() })
    .from(billingRecipients)
    .where(eq(billingRecipients.accountId, accountId));
  return found?.total ?? 0;
}

/** Finds the account's recipient by address and locks it. */
export async function findRecipientByEmail(
  on: Queryable,
  accountId: number,
  email: string,
): Promise<RecipientRow | undefined> {
  const [found] = await on
    .select()
    .from(billingRecipients)
    .where(
      and(eq(billingRecipients.accountId, accountId), sql`${billingRecipients.emailKey} = comparison_key(${email})`),
    )
    .for('update');
  return found;
}

export async function lockRecipient(
  transaction: Queryable,
  accountId: number,
  id: number,
): Promise<RecipientRow | undefined> {
  const [found] = await transaction
    .select()
    .from(billingRecipients)
    .where(and(eq(billingRecipients.id, id), eq(billingRecipients.accountId, accountId)))
    .for('update');
  return found;
}

/** A recipient of any account. The caller has the id from a mailed link and checks the link's token. */
export async function findRecipientOfLink(on: Queryable, id: number): Promise<RecipientRow | undefined> {
  const [found] = await on.select().from(billingRecipients).where(eq(billingRecipients.id, id));
  return found;
}

/** The recipient of a confirmation link that has not expired. */
export async function findRecipientByHash(on: Queryable, hash: Buffer): Promise<RecipientRow | undefined> {
  const [found] = await on
    .select()
    .from(billingRecipients)
    .where(and(eq(billingRecipients.linkHash, hash), gt(billingRecipients.linkUntil, sql`now()`)));
  return found;
}

interface LinkColumns {
  readonly linkHash: Buffer;
  readonly linkUntil: Date;
  readonly linkMessageId: number;
}

/** Changes whether a recipient of the account also gets expiry notices. @returns undefined without such a recipient */
export async function updateNotices(
  on: Queryable,
  accountId: number,
  id: number,
  receivesNotices: boolean,
): Promise<RecipientRow | undefined> {
  const [row] = await on
    .update(billingRecipients)
    .set({ receivesNotices })
    .where(and(eq(billingRecipients.id, id), eq(billingRecipients.accountId, accountId)))
    .returning();
  return row;
}

export async function insertRecipient(
  transaction: Queryable,
  recipient: LinkColumns & {
    readonly accountId: number;
    readonly email: string;
    readonly name: string;
    readonly locale: Locale;
  },
): Promise<RecipientRow> {
  const [row] = await transaction
    .insert(billingRecipients)
    .values({ ...recipient, state: 'waiting' })
    .returning();
  return row as RecipientRow;
}

/** Sets a recipient to waiting, with a new link. */
export async function updateWaiting(
  transaction: Queryable,
  id: number,
  columns: LinkColumns & { readonly name?: string; readonly locale?: Locale },
): Promise<RecipientRow> {
  const [row] = await transaction
    .update(billingRecipients)
    .set({ ...columns, state: 'waiting' })
    .where(eq(billingRecipients.id, id))
    .returning();
  return row as RecipientRow;
}

/** Confirms a waiting recipient. @returns true for one of several simultaneous callers */
export async function markConfirmed(transaction: Queryable, id: number, hash: Buffer): Promise<boolean> {
  const rows = await transaction
    .update(billingRecipients)
    .set({ state: 'confirmed' })
    .where(
      and(
        eq(billingRecipients.id, id),
        eq(billingRecipients.state, 'waiting'),
        eq(billingRecipients.linkHash, hash),
        gt(billingRecipients.linkUntil, sql`now()`),
      ),
    )
    .returning({ id: billingRecipients.id });
  return rows.length > 0;
}

/** Ends a recipient's mail. @returns false if it had ended before */
export async function markLeft(transaction: Queryable, id: number): Promise<boolean> {
  const rows = await transaction
    .update(billingRecipients)
    .set({ state: 'left' })
    .where(and(eq(billingRecipients.id, id), inArray(billingRecipients.state, ['waiting', 'confirmed'])))
    .returning({ id: billingRecipients.id });
  return rows.length > 0;
}

/** @returns undefined without such a recipient in the account */
export async function deleteRecipient(
  transaction: Queryable,
  accountId: number,
  id: number,
): Promise<RecipientRow | undefined> {
  const [row] = await transaction
    .delete(billingRecipients)
    .where(and(eq(billingRecipients.id, id), eq(billingRecipients.accountId, accountId)))
    .returning();
  return row;
}

/** Whether the account's owner and admins chose to get mail, by their ids. */
export async function findChoices(on: Queryable, accountId: number): Promise<ReadonlyMap<number, boolean>> {
  const rows = await on
    .select({ userId: billingMailChoices.userId, receives: billingMailChoices.receives })
    .from(billingMailChoices)
    .where(eq(billingMailChoices.accountId, accountId));
  return new Map(rows.map(({ userId, receives }) => [userId, receives]));
}

export async function saveChoice(
  on: Queryable,
  { userId, accountId, receives }: { userId: number; accountId: number; receives: boolean },
): Promise<void> {
  await on
    .insert(billingMailChoices)
    .values({ userId, accountId, receives })
    .onConflictDoUpdate({ target: billingMailChoices.userId, set: { receives, accountId } });
}
