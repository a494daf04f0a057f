import type { ShippingDetails } from '@portico/contract';
import {
  addSource,
  buy,
  type CardsContext,
  cancelSubscription,
  changeCard,
  deleteCard,
  giveReason,
  listCards,
  listSubscriptionsForProducts,
  type PurchaseContext,
  quotePurchase,
  type SubscriptionRow,
  type SubscriptionsContext,
} from '../billing/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Actor, RequestContext } from '../core/http/request-context.ts';
import type { Person } from '../core/http/session-context.ts';
import { findLiveOperation, runOperation } from '../core/operations/index.ts';
import { demoVendorActions, type Gateway } from '../core/stripe/index.ts';

/** The contexts of the services that the history calls. */
export interface DemoServices extends CardsContext, PurchaseContext, SubscriptionsContext {
  readonly catalog: Catalog;
  readonly gateway: Gateway;
}

interface NewCard {
  readonly token: string;
  readonly last4: string;
  readonly makeDefault?: boolean;
}

interface PurchaseRequest {
  readonly productId: string;
  readonly planId: string;
  readonly priceId: string;
  readonly quantity: number;
  readonly addons?: Readonly<Record<string, number>>;
  readonly coupon?: string;
  /** Last digits of a saved card; omitted if nothing is due today. */
  readonly card?: string;
  /** The new billing address; the former one stays if omitted. */
  readonly address?: ShippingDetails;
}

/** The largest page of cards. */
const allCards = { page: 1, pageSize: 100, order: 'asc' } as const;

/** The services with the customer who uses them. */
interface ActionContext extends DemoServices, RequestContext<Person> {
  readonly customerId: string;
}

/**
 * The actions of a customer in the portal and of a vendor at Stripe. A repeated customer action changes nothing, so an interrupted history may repeat
 * its last scene.
 */
export function createActions(services: DemoServices, owner: Person, customerId: string) {
  const accountId = owner.account.id;
  const { id: userId } = owner.user;
  const actor: Actor = { accountId, userId, realUserId: userId, address: null, requestId: null };
  const context: ActionContext = { ...services, session: owner, accountId, actor, locale: 'en', customerId };
  const vendor = demoVendorActions(services.gateway.client);
  return {
    /** Saves a card, by default as the new default card. */
    addCard: (card: NewCard): Promise<void> => addCard(context, card),
    /** Charges a subscription to a saved card. */
    chargeTo: (productId: string, last4: string): Promise<void> => chargeTo(context, productId, last4),
    /** Makes a saved card expire this month, as its bank would report to Stripe. */
    expireCard: async (last4: string): Promise<void> => {
      const card = await findCard(context, last4);
      if (!card) return;
      await vendor.expireWith(card.stripeId, services.catalog.now());
      await services.gateway.mirror.refresh('payment_method', card.stripeId);
    },
    deleteCard: (last4: string): Promise<void> => removeCard(context, last4),
    /** Subscribes to a product, or changes its subscription. */
    buy: (request: PurchaseRequest): Promise<void> => buyOrChange(context, request),
    /** Cancels a subscription at the end of its paid period, with a reason. */
    cancel: (productId: string, reason: Parameters<typeof giveReason>[2]): Promise<void> =>
      cancel(context, productId, reason),
    /** The vendor refunds a share of the latest payment for a product. */
    receiveRefund: async (productId: string, share: number, description: string): Promise<void> => {
      const { stripeSubscriptionId } = await getSubscription(context, productId);
      await vendor.refund(stripeSubscriptionId, share, description);
    },
    /** The vendor grants credit, in cents. */
    receiveCredit: (amount: number, description: string): Promise<void> =>
      vendor.grantCredit(customerId, amount, description),
  };
}

export type Actions = ReturnType<typeof createActions>;

async function addCard(context: ActionContext, { token, last4, makeDefault = true }: NewCard): Promise<void> {
  await settleOpenOperation(context, token);
  if (await findCard(context, last4)) return;
  const billingDetails = { email: context.session.user.email };
  await addSource(context, { stripeToken: token, billingDetails, makeDefault });
}

async function chargeTo(context: ActionContext, productId: string, last4: string): Promise<void> {
  await settleOpenOperation(context, productId);
  const card = await findCard(context, last4);
  if (card) await changeCard(context, (await getSubscription(context, productId)).id, card.stripeId);
}

async function removeCard(context: ActionContext, last4: string): Promise<void> {
  const card = await findCard(context, last4);
  if (card) await deleteCard(context, card.stripeId);
}

async function buyOrChange(context: ActionContext, request: PurchaseRequest): Promise<void> {
  const { productId, planId, priceId, quantity, addons, coupon, card, address } = request;
  await settleOpenOperation(context, productId);
  const held = await findSubscription(context, productId);
  if (held?.pricePlanId === priceId && held.quantity === quantity && held.endedAt === null) return;
  const selection = {
    items: [{ subscriptionPlanId: planId, priceId, quantity }],
    ...(addons && { addons }),
    ...(coupon && { coupon }),
    ...(address && { shippingDetails: address }),
    paymentMethodId: card === undefined ? null : ((await findCard(context, card))?.stripeId ?? null),
  };
  const { taxTransactionId } = await quotePurchase(context, productId, selection);
  const result = await buy(context, productId, { ...selection, taxTransactionId });
  if (result.status !== 'succeeded') throw new Error(`Buying ${planId} ended as ${result.status}`);
}

async function cancel(
  context: ActionContext,
  productId: string,
  reason: Parameters<typeof giveReason>[2],
): Promise<void> {
  await settleOpenOperation(context, productId);
  const held = await getSubscription(context, productId);
  if (held.cancelAt !== null || held.endedAt !== null) return;
  await giveReason(context, held.id, reason);
  await cancelSubscription(context, held.id);
}

/** Completes the operation that a killed process left open. */
async function settleOpenOperation({ database, operations, accountId }: ActionContext, subject: string): Promise<void> {
  const live = await findLiveOperation(database.query, accountId, subject);
  if (live) await runOperation(operations, live.id);
}

async function findCard(context: ActionContext, last4: string) {
  const { items } = await listCards(context, allCards);
  return items.find(({ card }) => card.last4 === last4);
}

/** The newest subscription to a product, in its current state at Stripe. */
async function findSubscription(
  { database, gateway, accountId }: ActionContext,
  productId: string,
): Promise<SubscriptionRow | undefined> {
  const read = async () => (await listSubscriptionsForProducts(database.query, accountId, [productId]))[0];
  const known = await read();
  if (known) await gateway.mirror.refresh('subscription', known.stripeSubscriptionId);
  return known && read();
}

async function getSubscription(context: ActionContext, productId: string): Promise<SubscriptionRow> {
  const found = await findSubscription(context, productId);
  if (!found) throw new Error(`There is no subscription to ${productId}`);
  return found;
}
