import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../db/database.ts';
import {
  findOperation,
  type Operation,
  type OperationContext,
  type OperationKind,
  type Performed,
} from '../../operations/index.ts';
import {
  CardError,
  declined,
  type Gateway,
  hasAddress,
  type SubscriptionPaymentState,
  type SubscriptionRequest,
} from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { isStillOwed } from './purchase.basis.ts';
import { PriceChangedError } from './purchase.errors.ts';
import { type PurchaseQueries, purchaseKind } from './purchase.queries.ts';
import type { ChargeAmounts, QuotedTerms } from './purchase.terms.ts';
import { requirePaidAtStripe } from './purchase.unpaid.ts';

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
  /** The card that a change gives its subscription back where it is let go of; null stands for the default one. */
  readonly formerPaymentMethodId?: string | null | undefined;
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
  /** What Stripe's invoice came to; null where there is none. */
  readonly invoiced?: ChargeAmounts | null;
}

/** A customer with its subscriptions, where its address had to be told to Stripe. */
type LocatedCustomer = Awaited<ReturnType<Gateway['customers']['setAddress']>> | undefined;

interface Dependencies {
  readonly database: Database;
  readonly gateway: Gateway;
  readonly audit: Audit;
  readonly logger: Pick<Logger, 'error'>;
  readonly catalog: Pick<Catalog, 'findByStripePrice'>;
  readonly queries: PurchaseQueries;
}

/** Buys what a quote said; resumed by the worker wherever it stopped. */
export function createPurchaseOperation({
  database,
  gateway,
  audit,
  logger,
  catalog,
  queries,
}: Dependencies): OperationKind {
  async function conclude(
    operation: Operation,
    state: SubscriptionPaymentState,
    { step, abandon }: OperationContext,
  ): Promise<Performed<PurchaseOutcome>> {
    await gateway.mirror.storeSubscription(state.subscription);
    const result: PurchaseOutcome = {
      stripeSubscriptionId: state.subscription.id,
      stripeInvoiceId: state.invoice?.id ?? null,
      amountPaid: state.invoice?.amount_paid ?? 0,
      receiptUrl: state.invoice?.hosted_invoice_url ?? null,
      invoiced: state.invoice ? { total: state.invoice.total, amountDue: state.invoice.amount_due } : null,
    };
    const order = toOrder(operation);
    if (state.outcome === 'active') {
      const { subscription } = await gateway.subscriptions.complete(order, state, step);
      if (subscription !== state.subscription) await gateway.mirror.storeSubscription(subscription);
      await takeCredit(order, state);
      return { state: 'succeeded', outcome: result };
    }
    if (state.outcome === 'requiresAction' && !abandon && order.paymentMethodId) {
      await takeCredit(order, state);
      return { state: 'requires_action', outcome: result, clientSecret: state.clientSecret };
    }
    const left = await gateway.subscriptions.abandon(state, order.terms.change, step);
    // The holder was quicker: what is paid is bought.
    if (left.outcome === 'active') return conclude(operation, left, { step, abandon });
    await gateway.mirror.storeSubscription(left.subscription);
    await takeCredit(order, state);
    // Nothing was to be paid when it was quoted, and no card was named to pay with.
    if (!order.paymentMethodId) throw new PriceChangedError();
    // Else the holder did not confirm in time, or gave it up.
    throw state.outcome === 'declined' ? declined(state) : new CardError({ key: 'purchase.notConfirmed' });
  }

  /** Learns what an invoice left of the customer's credit before the next purchase may rest on it: a webhook would tell later. */
  async function takeCredit({ customerId }: SubscriptionRequest, { invoice }: SubscriptionPaymentState): Promise<void> {
    if (invoice && invoice.ending_balance !== invoice.starting_balance)
      await gateway.mirror.refresh('customer', customerId);
  }

  /**
   * What is invoiced is what was shown. Where something changed at Stripe that nobody could know of yet, it is not: that is kept, and the operator
   * is told.
   */
  async function tellDifference(transaction: Queryable, operation: Operation): Promise<void> {
    const { charge } = (operation.request as PurchaseRequest).quoted;
    const { invoiced, stripeInvoiceId } = operation.result as PurchaseOutcome;
    if (!charge || !invoiced || isDeepStrictEqual(charge, invoiced)) return;
    const detail = {
      operationId: operation.id,
      stripeInvoiceId,
      quotedTotal: charge.total,
      quotedAmountDue: charge.amountDue,
      total: invoiced.total,
      amountDue: invoiced.amountDue,
    };
    logger.error(detail, 'a purchase was invoiced at another amount than it was quoted at');
    const { accountId, userId } = operation;
    await audit.record({ kind: 'purchaseAmountDiffered', accountId, userId, detail }, transaction);
  }

  async function settleCoupon(transaction: Queryable, { id, accountId, request }: Operation): Promise<void> {
    const { promotionCodeId } = (request as PurchaseRequest).quoted.terms;
    if (promotionCodeId && (await queries.countLetGo(transaction, accountId, promotionCodeId)) < couponAttempts)
      await queries.giveCouponBack(transaction, id);
  }

  /**
   * Looks whether Stripe has a subscription to the product that was not known here: one made beside the portal, or not told yet. It is taken in,
   * and what was quoted as a new one is refused: no account pays for a product twice. Where a call whose answer was lost has made the purchase's
   * own, that one is bought and paid.
   * @throws PriceChangedError
   */
  async function requireNoneAtStripe(operation: Operation, told: LocatedCustomer): Promise<void> {
    const { customerId, productId } = operation.request as PurchaseRequest;
    const running = await gateway.subscriptions.listRunning(customerId, told);
    if (running.some(({ metadata }) => metadata.operation_id === operation.id)) return;
    const sold = await catalog.findByStripePrice(
      running.flatMap(({ items }) => items.data.map(({ price }) => price.id)),
    );
    const unknown = running.find(({ items }) =>
      items.data.some(({ price: { id } }) => sold.get(id)?.plan && sold.get(id)?.productId === productId),
    );
    if (!unknown) return;
    await gateway.mirror.storeSubscription(unknown);
    throw new PriceChangedError();
  }

  /**
   * Judges the quote once more by the customer: as just told, as read where a credit was reckoned with, which a renewal may have used, else as
   * known by now.
   * @throws PriceChangedError
   */
  async function requireStillOwed({ request }: Operation, told: LocatedCustomer): Promise<void> {
    const { quoted, customerId } = request as PurchaseRequest;
    const { basis, terms } = quoted;
    const isRead = !told && Boolean(basis?.startingBalance);
    if (isRead) await gateway.mirror.refresh('customer', customerId);
    // What was told or read now is no older than what the quote was reckoned with: of the credit, only that counts.
    const expected = basis && (told || isRead) ? { ...basis, balance: basis.startingBalance } : basis;
    const money = await queries.findMoney(database.query, customerId, terms.change?.stripeSubscriptionId ?? null);
    if (!isStillOwed(expected, money)) throw new PriceChangedError();
  }

  /**
   * Looks once more, before anything is bought, whether that is what was quoted. Once a call to buy was begun, by whomever, it may have been
   * carried out: what it left at Stripe is no change, and only going on tells what became of it.
   * @throws PriceChangedError; InvoiceUnpaidError
   */
  async function requireAsQuoted(operation: Operation, told: LocatedCustomer): Promise<void> {
    if (isBuying(operation)) return;
    try {
      await requireStillOwed(operation, told);
      await requirePaidAtStripe(gateway, (operation.request as PurchaseRequest).quoted);
    } catch (error) {
      const now = await findOperation(database.query, operation.id, operation.accountId);
      if (!now || !isBuying(now)) throw error;
    }
  }

  /** Tells Stripe where the customer is, unless it knows. @returns what it answered. */
  async function saveAddress(operation: Operation, { step }: OperationContext): Promise<LocatedCustomer> {
    const { quoted, customerId } = operation.request as PurchaseRequest;
    const { shippingDetails } = quoted;
    if (!shippingDetails) return undefined;
    const known = await queries.findMirroredCustomer(customerId);
    const customer =
      known && hasAddress(known, shippingDetails)
        ? undefined
        : await gateway.customers.setAddress(customerId, shippingDetails, step);
    if (customer) await gateway.mirror.storeCustomer(customer);
    await queries.saveBusinessAddress(operation.accountId, shippingDetails);
    return customer;
  }

  return {
    kind: purchaseKind,
    shownAs: 'purchase',
    isAboutProduct: true,
    cardsHeldBy: ({ request }) => {
      const { paymentMethodId, formerPaymentMethodId } = request as PurchaseRequest;
      return [paymentMethodId, formerPaymentMethodId].filter((card) => card !== undefined);
    },
    async settled(transaction: Queryable, operation: Operation): Promise<void> {
      if (operation.state === 'failed') await settleCoupon(transaction, operation);
      if (operation.state === 'succeeded') await tellDifference(transaction, operation);
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
    async perform(operation: Operation, performance: OperationContext): Promise<Performed<PurchaseOutcome>> {
      if (operation.state === 'requires_action') {
        const { stripeSubscriptionId, stripeInvoiceId } = operation.result as PurchaseOutcome;
        const state = await gateway.subscriptions.retrieve(stripeSubscriptionId, stripeInvoiceId ?? undefined);
        return conclude(operation, state, performance);
      }
      const told = await saveAddress(operation, performance);
      await requireAsQuoted(operation, told);
      const order = toOrder(operation);
      if (!order.terms.change) await requireNoneAtStripe(operation, told);
      const state = await gateway.subscriptions.createOrChange(order, performance.step);
      return conclude(operation, state, performance);
    },
  };
}

/** Whether a call to buy was begun; telling the address is none. */
function isBuying({ attempts }: Operation): boolean {
  return Object.keys(attempts).some((step) => step !== 'address');
}

function toOrder(operation: Operation): SubscriptionRequest {
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
