import type { PurchaseSelection } from '@portico/contract';
import type { RequestContext } from '../../core/http/request-context.ts';
import { defineConcurrencyLimit } from '../../core/http/turns.ts';
import { findCustomer } from '../customers/customers.service.ts';
import { checkSelection } from './check.ts';
import { customerTime } from './facts.ts';
import { previewSelection } from './price.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { toTerms } from './terms.ts';

/** Coupons of one account that are tried at once; all others that can be looked up in a minute may wait (LIM-11). */
const couponTurns = defineConcurrencyLimit({ atOnce: 3, waiting: 60 });

type Asking = PurchaseContext & Pick<RequestContext, 'accountId'>;

/**
 * Asserts that an account can use a coupon for a selection, by the checks of its quote (CPN-10). What the selection needs besides, such as an address
 * or the payment of an earlier invoice, is no reason against the coupon.
 * @throws InvalidCouponError with the reason; the errors of `checkSelection`.
 */
export function assertCouponFits(context: Asking, productId: string, selection: PurchaseSelection): Promise<void> {
  return couponTurns.run(context.database, context.accountId, () => priceWithCoupon(context, productId, selection));
}

async function priceWithCoupon(context: Asking, productId: string, selection: PurchaseSelection): Promise<void> {
  const customer = await findCustomer(context, context.accountId);
  const time = await customerTime(context, customer);
  const checked = await checkSelection(context, productId, selection, time);
  const details = customer.address ?? undefined;
  const terms = toTerms(checked, details !== undefined, time);
  await previewSelection(context, { customer, checked, terms, details });
}
