import type { ShippingDetails } from '@portico/contract';
import type { Queryable } from '../../db/database.ts';
import {
  CardError,
  declined,
  type Gateway,
  type Operation,
  type Outcome,
  type PurchaseState,
} from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { QuotedTerms } from './purchase.terms.ts';

export const purchaseKind = 'purchase';

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
  saveAddress: (accountId: number, address: ShippingDetails) => Promise<void>,
) {
  async function conclude(operation: Operation, state: PurchaseState, giveUp: boolean): Promise<Outcome> {
    await gateway.mirror.tookSubscription(state.subscription);
    const result: PurchaseOutcome = {
      stripeSubscriptionId: state.subscription.id,
      stripeInvoiceId: state.invoice?.id ?? null,
      amountPaid: state.invoice?.amount_paid ?? 0,
      receiptUrl: state.invoice?.hosted_invoice_url ?? null,
    };
    if (state.outcome === 'active') return { state: 'succeeded', result };
    if (state.outcome === 'requiresAction' && !giveUp)
      return { state: 'requires_action', result, clientSecret: state.clientSecret };
    const { change } = (operation.request as PurchaseRequest).quoted.terms;
    const left = await gateway.subscriptions.abandon(state, change, `${operation.id}-abandon`);
    // The holder was quicker: what is paid is bought.
    if (left.outcome === 'active') return conclude(operation, left, giveUp);
    await gateway.mirror.tookSubscription(left.subscription);
    throw state.outcome === 'declined' ? declined(state) : new CardError(notConfirmed);
  }

  return {
    kind: purchaseKind,
    settled: (transaction: Queryable, operation: Operation) =>
      audit.record(
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
      ),
    async perform(operation: Operation, { giveUp }: { giveUp: boolean }): Promise<Outcome> {
      const request = operation.request as PurchaseRequest;
      if (operation.state === 'requires_action') {
        const { stripeSubscriptionId, stripeInvoiceId } = operation.result as PurchaseOutcome;
        const state = await gateway.subscriptions.retrieve(stripeSubscriptionId, stripeInvoiceId ?? undefined);
        return conclude(operation, state, giveUp);
      }
      const { quoted, customerId } = request;
      if (quoted.shippingDetails) {
        const customer = await gateway.customers.setAddress(
          customerId,
          quoted.shippingDetails,
          `${operation.id}-address`,
        );
        await gateway.mirror.tookCustomer(customer);
        await saveAddress(operation.accountId, quoted.shippingDetails);
      }
      const state = await gateway.subscriptions.buy(
        {
          terms: quoted.terms,
          customerId,
          paymentMethodId: request.paymentMethodId,
          metadata: {
            account_id: String(operation.accountId),
            product_id: request.productId,
            plan_id: quoted.planId,
            operation_id: operation.id,
          },
        },
        `${operation.id}-subscription`,
      );
      return conclude(operation, state, giveUp);
    },
  };
}
