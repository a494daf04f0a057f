import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { acceptedOffers } from '../../core/db/schema/cancellation-offers.gen.ts';

/** Whether an account took a discount to stay with a product, ever. */
export async function hasAccepted(on: Queryable, accountId: number, productId: string): Promise<boolean> {
  const found = await on
    .select({ offerId: acceptedOffers.offerId })
    .from(acceptedOffers)
    .where(isOf(accountId, productId));
  return found.length > 0;
}

/** @returns false where the account took one for the product before (CXL-7). */
export async function insertAccepted(
  on: Queryable,
  accepted: Omit<typeof acceptedOffers.$inferInsert, 'acceptedAt'>,
): Promise<boolean> {
  const inserted = await on
    .insert(acceptedOffers)
    .values(accepted)
    .onConflictDoNothing()
    .returning({ offerId: acceptedOffers.offerId });
  return inserted.length > 0;
}

/** Forgets an offer whose discount could not be given. */
export async function deleteAccepted(on: Queryable, accountId: number, productId: string): Promise<void> {
  await on.delete(acceptedOffers).where(isOf(accountId, productId));
}

const isOf = (accountId: number, productId: string) =>
  and(eq(acceptedOffers.accountId, accountId), eq(acceptedOffers.productId, productId));
