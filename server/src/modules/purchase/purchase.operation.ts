import type { Queryable } from '../../db/database.ts';
import {
  CardError,
  declined,
  type Gateway,
  hasAddress,
  type Operation,
  type Outcome,
  type Performance,
  type PurchaseOrder,
  type PurchaseState,
} from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { PriceChangedError } from './purchase.errors.ts';
import { type PurchaseQueries, purchaseKind } from './purchase.queries.ts';
import type { QuotedTerms } from './purchase.terms.ts';

/**
 * How often a coupon comes back to an account whose card's holder did not confirm: Stripe counts each time among all redemptions, and others
 * would find none left.
 */
const couponAttempts = 3;

/** What a purchase needs, written before its first call. */
export interface PurchaseRequest {
  readonly quoteId: string;
  readonly customerId: string;
  readonly paymentMethodId: string | undefined;
  readonly productId: string;
  readonly quoted: QuotedTerms;
}

export interface PurchaseOutcome {
  readonly stripeSubscriptionId: string;
  /** What was to be paid for it; null where nothing was. */
  readonly stripeInvoiceId: string | null;
  /** Cents paid today. */
  readonly amountPaid: number;
  readonly receiptUrl: string | null;
}

/** The holder did not confirm in time, or closed the challenge. */
const notConfirmed = 'Your card’s issuer did not confirm the payment.';

/** Buys what a quote said; resumed by the worker wherever it stopped. */
export function createPurchaseOperation(
  gateway: Gateway,
  audit: Audit,
  catalog: Pick<Catalog, 'findByStripePrice'>,
  queries: Pick<PurchaseQueries, 'saveBusinessAddress' | 'findMirroredCustomer' | 'giveCouponBack' | 'countLetGo'>,
) {
  async function conclude(operation: Operation, state: PurchaseState, { step, giveUp }: Performance): Promise<Outcome> {
    await gateway.mirror.tookSubscription(state.subscription);
    const result: PurchaseOutcome = {
      stripeSubscriptionId: state.subscription.id,
      stripeInvoiceId: state.invoice?.id ?? null,
      amountPaid: state.invoice?.amount_paid ?? 0,
      receiptUrl: state.invoice?.hosted_invoice_url ?? null,
    };
    const order = toOrder(operation);
    if (state.outcome === 'active') {
      const { subscription } = await gateway.subscriptions.complete(order, state, step);
      if (subscription !== state.subscription) await gateway.mirror.tookSubscription(subscription);
      return { state: 'succeeded', result };
    }
    if (state.outcome === 'requiresAction' && !giveUp)
      return { state: 'requires_action', result, clientSecret: state.clientSecret };
    const left = await gateway.subscriptions.abandon(state, order.terms.change, step);
    // The holder was quicker: what is paid is bought.
    if (left.outcome === 'active') return conclude(operation, left, { step, giveUp });
    await gateway.mirror.tookSubscription(left.subscription);
    throw state.outcome === 'declined' ? declined(state) : new CardError(notConfirmed);
  }

  async function settleCoupon(transaction: Queryable, { id, accountId, request }: Operation): Promise<void> {
    const { promotionCodeId } = (request as PurchaseRequest).quoted.terms;
    if (promotionCodeId && (await queries.countLetGo(transaction, accountId, promotionCodeId)) < couponAttempts)
      await queries.giveCouponBack(transaction, id);
  }

  /**
   * Looks whether Stripe has a subscription to the product that was not known here: one made beside the portal, or not told yet. It is taken in,
   * and what was quoted as a new one is refused: no account pays for a product twice.
   * @throws PriceChangedError
   */
  async function requireNoneAtStripe(operation: Operation): Promise<void> {
    const { customerId, productId } = operation.request as PurchaseRequest;
    const running = (await gateway.subscriptions.listRunning(customerId)).filter(
      ({ metadata }) => metadata.operation_id !== operation.id,
    );
    const sold = await catalog.findByStripePrice(
      running.flatMap(({ items }) => items.data.map(({ price }) => price.id)),
    );
    const unknown = running.find(({ items }) =>
      items.data.some(({ price: { id } }) => sold.get(id)?.kind === 'base' && sold.get(id)?.productId === productId),
    );
    if (!unknown) return;
    await gateway.mirror.tookSubscription(unknown);
    throw new PriceChangedError();
  }

  /** Tells Stripe where the customer is, unless it knows. */
  async function saveAddress(operation: Operation, { step }: Performance): Promise<void> {
    const { quoted, customerId } = operation.request as PurchaseRequest;
    const { shippingDetails } = quoted;
    if (!shippingDetails) return;
    const known = await queries.findMirroredCustomer(customerId);
    if (!known || !hasAddress(known, shippingDetails)) {
      const customer = await step(
        'address',
        (key) => gateway.customers.setAddress(customerId, shippingDetails, key),
        async () => {
          const found = await gateway.customers.retrieve(customerId);
          return hasAddress(found, shippingDetails) ? found : undefined;
        },
      );
      await gateway.mirror.tookCustomer(customer);
    }
    await queries.saveBusinessAddress(operation.accountId, shippingDetails);
  }

  return {
    kind: purchaseKind,
    async settled(transaction: Queryable, operation: Operation): Promise<void> {
      if (operation.state === 'failed') await settleCoupon(transaction, operation);
      await audit.record(
        {
          kind: operation.state === 'succeeded' ? 'purchaseSucceeded' : 'purchaseFailed',
          accountId: operation.accountId,
          userId: operation.userId,
          detail: {
            operationId: operation.id,
            productId: operation.subject,
            amountPaid: (operation.result as PurchaseOutcome | null)?.amountPaid ?? 0,
            error: operation.error?.code ?? null,
          },
        },
        transaction,
      );
    },
    async perform(operation: Operation, performance: Performance): Promise<Outcome> {
      if (operation.state === 'requires_action') {
        const { stripeSubscriptionId, stripeInvoiceId } = operation.result as PurchaseOutcome;
        const state = await gateway.subscriptions.retrieve(stripeSubscriptionId, stripeInvoiceId ?? undefined);
        return conclude(operation, state, performance);
      }
      const order = toOrder(operation);
      if (!order.terms.change) await requireNoneAtStripe(operation);
      await saveAddress(operation, performance);
      const state = await gateway.subscriptions.buy(order, performance.step);
      return conclude(operation, state, performance);
    },
  };
}

function toOrder(operation: Operation): PurchaseOrder {
  const { quoted, customerId, paymentMethodId, productId } = operation.request as PurchaseRequest;
  return {
    terms: quoted.terms,
    customerId,
    paymentMethodId,
    metadata: {
      account_id: String(operation.accountId),
      product_id: productId,
      plan_id: quoted.planId,
      operation_id: operation.id,
    },
  };
}
