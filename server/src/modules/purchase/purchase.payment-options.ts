import type { Locale, PaymentOption, purchase, ResponseOf } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { NotFoundError } from '../../http/app-error.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { localize } from '../../messages/index.ts';
import { amountPerMonth, type Catalog, type SoldPrice, yearSavings } from '../catalog/index.ts';
import type { SubscriptionRow, Subscriptions } from '../subscriptions/index.ts';

type OptionPrice = Pick<SoldPrice, 'caption' | 'interval' | 'intervalCount' | 'amount' | 'currency'> & {
  readonly id: string;
};

export interface PaymentOptionDependencies {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts' | 'findByStripePrice'>;
  readonly subscriptions: Pick<Subscriptions, 'listForProduct'>;
}

/** How what an account has may be paid: by which price plan of its plan (spec 1 §7 'paymentOptions'). */
export function createPaymentOptions({ database, catalog, subscriptions }: PaymentOptionDependencies) {
  /** What it is paid at now, which may not be what is sold now. */
  async function currentPrice({ items, pricePlanId }: SubscriptionRow): Promise<OptionPrice | undefined> {
    const base = items.find(({ kind }) => kind === 'base')?.stripePriceId;
    const sold = base && (await catalog.findByStripePrice([base])).get(base);
    return sold ? { ...sold, id: pricePlanId } : undefined;
  }

  return {
    /** The present one first. @throws NotFoundError also for another account's subscription, or one to another product. */
    async list(
      accountId: number,
      productId: string,
      subscriptionId: number,
      { page, pageSize }: { readonly page: number; readonly pageSize: number },
      locale: Locale,
    ): Promise<ResponseOf<typeof purchase.listPaymentOptions>> {
      const rows = await subscriptions.listForProduct(database.query, accountId, productId);
      const row = rows.find(({ id }) => id === subscriptionId);
      if (!row) throw new NotFoundError();
      const plan = (await catalog.findProducts()).get(productId)?.plans.find(({ id }) => id === row.planId);
      const offered = plan?.active && !plan.retired ? plan.pricePlans : [];
      const current = (await currentPrice(row)) ?? offered.find(({ id }) => id === row.pricePlanId);
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
    },
  };
}

export type PaymentOptions = ReturnType<typeof createPaymentOptions>;
