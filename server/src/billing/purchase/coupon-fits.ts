import type { PurchaseSelection } from '@portico/contract';
import type { RequestContext } from '../../core/http/request-context.ts';
import { defineConcurrencyLimit } from '../../core/http/turns.ts';
import { findCustomer } from '../customers/customers.service.ts';
import { checkSelection } from './check.ts';
import { customerTime } from './facts.ts';
import { previewSelection } from './price.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { toTerms } from './terms.ts';

/** How many coupons an account may try at the same time, and how many may wait (LIM-11). */
const couponTurns = defineConcurrencyLimit({ atOnce: 3, waiting: 60 });

type CouponContext = PurchaseContext & Pick<RequestContext, 'accountId'>;

/**
 * Asserts that an account can use a coupon for a selection, by the checks of its quote (CPN-10). A missing address or an unpaid invoice does not
 * make the coupon invalid.
 * @throws InvalidCouponError with the reason; the errors of `checkSelection`.
 */
export function assertCouponFits(
  context: CouponContext,
  productId: string,
  selection: PurchaseSelection,
): Promise<void> {
  return couponTurns.run(context.database, context.accountId, () => priceWithCoupon(context, productId, selection));
}

async function priceWithCoupon(context: CouponContext, productId: string, selection: PurchaseSelection): Promise<void> {
  const customer = await findCustomer(context, context.accountId);
  const time = await customerTime(context, customer);
  const checked = await checkSelection(context, productId, selection, time);
  const details = customer.address ?? undefined;
  const terms = toTerms(checked, details !== undefined, time);
  await previewSelection(context, { customer, checked, terms, details });
}
