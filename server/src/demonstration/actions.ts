import type { Locale, ShippingDetails } from '@portico/contract';
import type { Actor } from '../http/request-context.ts';
import type { Person } from '../http/session-context.ts';
import { addSource, type CardsContext, deleteCard, listCards } from '../modules/cards/index.ts';
import type { Catalog } from '../modules/catalog/index.ts';
import { buy, type PurchaseContext, quotePurchase } from '../modules/purchase/index.ts';
import {
  cancelSubscription,
  listSubscriptionsForProducts,
  type SubscriptionRow,
  type SubscriptionsContext,
} from '../modules/subscriptions/index.ts';
import { findLiveOperation, runOperation } from '../operations/index.ts';
import { demoVendorActions } from '../stripe/calls/demo-vendor-actions.ts';
import type { Gateway } from '../stripe/index.ts';

/** What sells and collects; the very services behind the endpoints. */
export interface SellingContext extends CardsContext, PurchaseContext, SubscriptionsContext {
  readonly catalog: Catalog;
  readonly gateway: Gateway;
}

interface Wish {
  readonly productId: string;
  readonly planId: string;
  readonly priceId: string;
  readonly quantity: number;
  readonly addons?: Readonly<Record<string, number>>;
  readonly coupon?: string;
  /** Last digits of a saved card; none where nothing is to be paid today. */
  readonly card?: string;
  /** Where invoices go; unless told, as before. */
  readonly address?: ShippingDetails;
}

/** The largest page of cards. */
const allCards = { page: 1, pageSize: 100, order: 'asc' } as const;
const locale = 'en';

/**
 * What a customer does on the portal's screens and a vendor at Stripe, now, each by what is to be there afterwards: done again, it changes nothing. So a
 * history that was cut off may repeat the moment at which it was.
 */
export function createActions(selling: SellingContext, owner: Person, customerId: string) {
  const { database, gateway, operations } = selling;
  const vendor = demoVendorActions(gateway.client);
  const accountId = owner.account.id;
  const { id: userId } = owner.user;
  const actor: Actor = { accountId, userId, realUserId: userId, address: null, requestId: null };
  const context = { ...selling, session: owner, accountId, actor, locale: locale as Locale };

  /** Ends what a killed process left open. */
  async function settle(subject: string): Promise<void> {
    const live = await findLiveOperation(database.query, accountId, subject);
    if (live) await runOperation(operations, live.id);
  }

  async function findCard(last4: string) {
    const { items } = await listCards(context, allCards);
    return items.find(({ card }) => card.last4 === last4);
  }

  /** The newest subscription to a product, as it is at Stripe now. */
  async function findSubscription(productId: string): Promise<SubscriptionRow | undefined> {
    const read = async () => (await listSubscriptionsForProducts(database.query, accountId, [productId]))[0];
    const known = await read();
    if (known) await gateway.mirror.refresh('subscription', known.stripeSubscriptionId);
    return known && read();
  }

  async function requireSubscription(productId: string): Promise<SubscriptionRow> {
    const found = await findSubscription(productId);
    if (!found) throw new Error(`There is no subscription to ${productId}`);
    return found;
  }

  return {
    /** Saves a card, as the new default one. */
    async addCard({ token, last4 }: { token: string; last4: string }): Promise<void> {
      await settle(token);
      if (await findCard(last4)) return;
      const billingDetails = { email: owner.user.email };
      await addSource(context, { stripeToken: token, billingDetails, makeDefault: true });
    },

    async deleteCard(last4: string): Promise<void> {
      const card = await findCard(last4);
      if (card) await deleteCard(context, card.stripeId);
    },

    /** Subscribes to a product, or changes the subscription to it. */
    async buy({ productId, planId, priceId, quantity, addons, coupon, card, address }: Wish): Promise<void> {
      await settle(productId);
      const held = await findSubscription(productId);
      if (held?.pricePlanId === priceId && held.quantity === quantity) return;
      const selection = {
        items: [{ subscriptionPlanId: planId, priceId, quantity }],
        ...(addons && { addons }),
        ...(coupon && { coupon }),
        ...(address && { shippingDetails: address }),
        paymentMethodId: card === undefined ? null : ((await findCard(card))?.stripeId ?? null),
      };
      const { taxTransactionId } = await quotePurchase(context, productId, selection);
      const result = await buy(context, productId, { ...selection, taxTransactionId });
      if (result.status !== 'succeeded') throw new Error(`Buying ${planId} ended as ${result.status}`);
    },

    /** Has a subscription end with its paid period. */
    async cancel(productId: string): Promise<void> {
      await settle(productId);
      const held = await requireSubscription(productId);
      if (held.cancelAt === null && held.endedAt === null) await cancelSubscription(context, held.id);
    },

    /** The vendor gives a share of the latest payment for a product back. */
    async isRefunded(productId: string, share: number, description: string): Promise<void> {
      const { stripeSubscriptionId } = await requireSubscription(productId);
      await vendor.refund(stripeSubscriptionId, share, description);
    },

    /** The vendor gives credit, in cents. */
    isGivenCredit: (amount: number, description: string): Promise<void> =>
      vendor.grantCredit(customerId, amount, description),
  };
}

export type Actions = ReturnType<typeof createActions>;
