import type { PaymentOption, purchase, ResponseOf } from '@portico/contract';
import { amountPerMonth, type SoldPrice, yearSavings } from '../../catalog/index.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { listSubscriptionsForProducts, type SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import type { PurchaseContext } from './purchase.context.ts';

type OptionPrice = Pick<SoldPrice, 'caption' | 'interval' | 'intervalCount' | 'amount' | 'currency'> & {
  readonly id: string;
};

/**
 * The billing intervals of a subscription's plan, the current one first (PUR-30).
 * @throws NotFoundError also for another account's subscription, or one to another product.
 */
export async function listPaymentOptions(
  { database, catalog, accountId, locale }: PurchaseContext & RequestContext,
  productId: string,
  subscriptionId: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<ResponseOf<typeof purchase.listPaymentOptions>> {
  const rows = await listSubscriptionsForProducts(database.query, accountId, [productId]);
  const row = rows.find(({ id }) => id === subscriptionId);
  if (!row) throw new NotFoundError();
  const plan = (await catalog.findProducts()).get(productId)?.plans.find(({ id }) => id === row.planId);
  const offered = plan?.active && !plan.retired ? plan.pricePlans : [];
  const current = (await findCurrentPrice(catalog, row)) ?? offered.find(({ id }) => id === row.pricePlanId);
  const present = (price: OptionPrice, isCurrent: boolean): PaymentOption => ({
    id: price.id,
    nickname: localize(price.caption, locale),
    interval: price.interval,
    intervalCount: price.intervalCount,
    amount: price.amount,
    amountPerMonth: amountPerMonth(price),
    yearSavings: plan ? yearSavings(price, plan) : 0,
    currency: price.currency,
    isCurrent,
  });
  const options = [
    ...(current ? [present(current, true)] : []),
    ...offered.filter(({ id }) => id !== current?.id).map((price) => present(price, false)),
  ];
  return listAnswer(options.slice((page - 1) * pageSize, page * pageSize), options.length, { page, pageSize });
}

/** The current price of the subscription, which may no longer be on sale. */
async function findCurrentPrice(
  catalog: PurchaseContext['catalog'],
  { items, pricePlanId, interval, intervalCount, currency }: SubscriptionRow,
): Promise<OptionPrice | undefined> {
  const base = items.find(({ kind }) => kind === 'base');
  if (!base) return undefined;
  const sold = (await catalog.findByStripePrice([base.stripePriceId])).get(base.stripePriceId);
  const caption = sold?.caption ?? { en: base.caption };
  return { id: pricePlanId, caption, interval, intervalCount, amount: base.unitAmount, currency };
}
