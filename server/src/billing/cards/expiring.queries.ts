import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripePaymentMethods } from '../../core/db/schema/cards.gen.ts';

/** Cards of all customers that expire in a month of a year, by their ids. @param after the id before the wanted ones */
export function listCardsExpiring(
  on: Queryable,
  { year, month }: { readonly year: number; readonly month: number },
  after: string,
  limit: number,
) {
  return on
    .select({
      id: stripePaymentMethods.id,
      customerId: stripePaymentMethods.customerId,
      brand: stripePaymentMethods.brand,
      last4: stripePaymentMethods.last4,
      expMonth: stripePaymentMethods.expMonth,
      expYear: stripePaymentMethods.expYear,
    })
    .from(stripePaymentMethods)
    .where(
      and(
        eq(stripePaymentMethods.expYear, year),
        eq(stripePaymentMethods.expMonth, month),
        eq(stripePaymentMethods.type, 'card'),
        eq(stripePaymentMethods.deleted, false),
        isNotNull(stripePaymentMethods.customerId),
        gt(stripePaymentMethods.id, after),
      ),
    )
    .orderBy(asc(stripePaymentMethods.id))
    .limit(limit);
}
