import type { InvoiceRow, Locale, Subscription } from '@portico/contract';
import { NotFoundError } from '../../http/app-error.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { localize, type MessageKey, translate } from '../../messages/index.ts';
import {
  type AccountHoldings,
  type Catalog,
  type HeldSubscription,
  type Holding,
  type Product,
  soldCaption,
} from '../catalog/index.ts';
import type {
  InvoiceSortField,
  ListOptions,
  SubscriptionQueries,
  SubscriptionRow,
  SubscriptionSortField,
} from './subscriptions.queries.ts';

/** 1 is success; 2 waits for its first payment; 3 is past due; 4 has ended (spec 1 §3, §4). */
function wireStatus(status: string): Subscription['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 1;
    case 'incomplete':
      return 2;
    case 'past_due':
    case 'unpaid':
      return 3;
    default:
      return 4;
  }
}

const statusTitles: Record<Subscription['status'], MessageKey> = {
  1: 'subscription.active',
  2: 'subscription.incomplete',
  3: 'subscription.pastDue',
  4: 'subscription.ended',
};

type Ending = Pick<SubscriptionRow, 'status' | 'cancelAt' | 'trial' | 'amount'>;

/** A trial that nothing follows is set to end from its beginning: nobody canceled it, and there is nothing to go back to. */
function endsByItself({ trial, amount, cancelAt }: Ending): boolean {
  return trial && amount === 0 && cancelAt !== null;
}

/** Whether a subscription can be canceled, or have its cancellation taken back: what runs, and what is to end (spec 1 §4). */
export function endingAllowed(row: Ending) {
  const known = wireStatus(row.status);
  const mayEnd = (known === 1 || known === 3) && !endsByItself(row);
  return { cancellationAllowed: mayEnd && row.cancelAt === null, restoreAllowed: mayEnd && row.cancelAt !== null };
}

/** @param findChange the change of a product's subscription that is being confirmed, if any. */
export function createSubscriptionService(
  queries: SubscriptionQueries,
  catalog: Catalog,
  findChange: (accountId: number, productId: string) => Promise<string | null>,
) {
  function present(row: SubscriptionRow, products: ReadonlyMap<string, Product>, locale: Locale): Subscription {
    const product = products.get(row.productId);
    const plan = product?.plans.find(({ id }) => id === row.planId);
    const status = wireStatus(row.status);
    const live = status === 1 || status === 3;
    const cancelAt = endsByItself(row) ? null : row.cancelAt;
    const canChange =
      live && cancelAt === null && product !== undefined && !product.disabled && plan?.processingType !== 1;
    const titleKey: MessageKey =
      cancelAt && live ? 'subscription.cancels' : row.trial && live ? 'subscription.trial' : statusTitles[status];
    return {
      id: row.id,
      productId: row.productId,
      productName: product ? localize(product.displayName, locale) : row.productId,
      subscriptionPlanId: row.planId,
      subscriptionPlanName: plan ? localize(plan.name, locale) : row.planId,
      subscriptionPlanCode: plan?.code ?? row.planId,
      subscriptionPlanDescription: plan ? localize(plan.description, locale) : '',
      quantity: row.quantity,
      status,
      statusTitle: translate(locale, titleKey),
      trial: row.trial,
      startDate: row.startedAt.toISOString(),
      cancelAt: cancelAt?.toISOString() ?? null,
      expirationDate: row.expiresAt?.toISOString() ?? null,
      amount: row.amount,
      currency: row.currency,
      interval: row.interval,
      intervalCount: row.intervalCount,
      subscriptionEditingAllowed: canChange && !row.trial,
      changingPlanAllowed: canChange,
      ...endingAllowed(row),
      paymentMethodUpdateAllowed: live && row.amount > 0,
      paymentMethodId: row.paymentMethodId,
    };
  }

  return {
    /** A row in the words of the contract. */
    describe: async (row: SubscriptionRow, locale: Locale): Promise<Subscription> =>
      present(row, await catalog.findProducts(), locale),

    /** @param productId only those of one product. */
    async list(accountId: number, options: ListOptions<SubscriptionSortField>, locale: Locale, productId?: string) {
      const [{ items, total }, products] = await Promise.all([
        queries.list(accountId, options, productId),
        catalog.findProducts(),
      ]);
      return listAnswer(
        items.map((row) => present(row, products, locale)),
        total,
        options,
      );
    },

    /** @throws NotFoundError also for another account's. */
    async get(accountId: number, id: number, locale: Locale) {
      const row = await queries.find(accountId, id);
      if (!row) throw new NotFoundError();
      const stripePriceIds = row.items.map((item) => item.stripePriceId);
      const [pendingOperationId, customerId, products, sold] = await Promise.all([
        wireStatus(row.status) === 4 ? null : findChange(accountId, row.productId),
        queries.findCustomer(accountId),
        catalog.findProducts(),
        catalog.findByStripePrice(stripePriceIds),
      ]);
      const card =
        customerId && row.amount > 0
          ? await queries.findCard({ paymentMethodId: row.paymentMethodId, customerId })
          : undefined;
      return {
        ...present(row, products, locale),
        items: row.items.map((item) => {
          const price = sold.get(item.stripePriceId);
          return {
            kind: item.kind,
            caption: price ? localize(soldCaption(price), locale) : item.caption,
            quantity: item.quantity,
            unitAmount: item.unitAmount,
            amount: item.unitAmount * item.quantity,
          };
        }),
        paymentMethod: card ?? null,
        pendingOperationId,
      };
    },

    async listInvoices(accountId: number, options: ListOptions<InvoiceSortField>) {
      const { items, total } = await queries.listInvoices(accountId, options);
      return listAnswer(items, total, options);
    },

    /** @throws NotFoundError also for another account's. */
    async listSubscriptionInvoices(accountId: number, id: number, options: ListOptions<InvoiceSortField>) {
      const row = await queries.find(accountId, id);
      if (!row) throw new NotFoundError();
      const { items, total } = await queries.listSubscriptionInvoices(row.stripeSubscriptionId, options);
      return listAnswer(items.map(presentInvoice), total, options);
    },
  };
}

type InvoiceColumns = Awaited<ReturnType<SubscriptionQueries['listSubscriptionInvoices']>>['items'][number];

function presentInvoice(row: InvoiceColumns): InvoiceRow {
  const { id, created, dueDate, ...rest } = row;
  return { stripeId: id, ...rest, created: created.toISOString(), dueDate: dueDate?.toISOString() ?? null };
}

/** What the catalogue needs to know of an account's subscriptions. */
export function createHoldings(queries: SubscriptionQueries): AccountHoldings {
  return {
    async forProducts(accountId, productIds) {
      const [rows, tried] = await Promise.all([
        queries.listHeld(accountId, productIds),
        queries.listTried(accountId, productIds),
      ]);
      const holdings = new Map<string, { subscriptions: HeldSubscription[]; hadTrial?: boolean }>();
      for (const productId of tried) holdings.set(productId, { subscriptions: [], hadTrial: true });
      for (const row of rows) {
        const holding = holdings.get(row.productId) ?? { subscriptions: [] };
        holding.subscriptions.push(toHeld(row));
        holdings.set(row.productId, holding);
      }
      return holdings satisfies ReadonlyMap<string, Holding>;
    },
  };
}

export function toHeld(row: SubscriptionRow): HeldSubscription {
  const quantities = (kind: 'additional' | 'addon') =>
    Object.fromEntries(row.items.filter((item) => item.kind === kind).map((item) => [item.priceId, item.quantity]));
  return {
    id: row.id,
    planId: row.planId,
    pricePlanId: row.pricePlanId,
    quantity: row.quantity,
    additionalQuantities: quantities('additional'),
    addonQuantities: quantities('addon'),
    status: wireStatus(row.status),
    expirationDate: row.expiresAt,
    trial: row.trial,
    paymentFailed: row.paymentFailure,
    // Devices register against licences, which come with orders: until an account has any, none is in use.
    devicesInUse: 0,
  };
}
