import type { Queryable } from '../../db/database.ts';
import type { Actor } from '../../http/request-context.ts';
import type { Operation, OperationContext, OperationKind } from '../../operations/index.ts';
import { CardError, type Ending, type Gateway, isRefusal } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import { NotAllowedNowError } from './subscriptions.errors.ts';

/** What is changed at Stripe for a subscription. The subject is its product, as a purchase's is; an invoice's is the invoice. */
export const subscriptionKinds = {
  cancel: 'subscription-cancel',
  restore: 'subscription-restore',
  pay: 'invoice-pay',
} as const;

export interface EndingRequest {
  readonly subscriptionId: number;
  readonly stripeSubscriptionId: string;
  readonly ending: Ending;
}

export interface PayRequest {
  readonly invoiceId: string;
}

export interface PayOutcome {
  readonly outcome: 'paid' | 'sent' | 'holder';
  readonly hostedInvoiceUrl: string | null;
}

/** Each is resumed by the worker wherever it stopped. */
export function createSubscriptionOperations(gateway: Gateway, audit: Audit): OperationKind[] {
  async function setEnding(
    operation: Operation,
    { step }: OperationContext,
    refusal: NotAllowedNowError,
  ): Promise<{ state: 'succeeded'; outcome: object }> {
    const { stripeSubscriptionId, ending } = operation.request as EndingRequest;
    try {
      const subscription = await gateway.subscriptions.setEnding(stripeSubscriptionId, ending, step);
      await gateway.mirror.storeSubscription(subscription);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // It ended meanwhile: what is shown is mended along with the refusal.
      await gateway.mirror.refresh('subscription', stripeSubscriptionId);
      throw refusal;
    }
    return { state: 'succeeded', outcome: { stripeSubscriptionId } };
  }

  const recorded =
    (kind: 'subscriptionCanceled' | 'subscriptionRestored') => async (transaction: Queryable, operation: Operation) => {
      if (operation.state !== 'succeeded') return;
      const { subscriptionId } = operation.request as EndingRequest;
      await audit.record({ ...(operation.actor as Partial<Actor>), kind, detail: { subscriptionId } }, transaction);
    };

  return [
    {
      kind: subscriptionKinds.cancel,
      shownAs: 'cancel',
      isAboutProduct: true,
      cardsHeldBy: () => [],
      settled: recorded('subscriptionCanceled'),
      perform: (operation, performance) =>
        setEnding(operation, performance, new NotAllowedNowError('subscription.notCancelable')),
    },
    {
      kind: subscriptionKinds.restore,
      shownAs: 'restore',
      isAboutProduct: true,
      cardsHeldBy: () => [],
      settled: recorded('subscriptionRestored'),
      perform: (operation, performance) =>
        setEnding(operation, performance, new NotAllowedNowError('subscription.notRestorable')),
    },
    {
      kind: subscriptionKinds.pay,
      shownAs: 'pay',
      isAboutProduct: false,
      cardsHeldBy: () => [],
      async settled(transaction, operation) {
        const { invoiceId } = operation.request as PayRequest;
        const outcome = (operation.result as PayOutcome | null)?.outcome ?? null;
        const detail = { invoiceId, outcome, error: operation.error?.code ?? null };
        await audit.record({ ...(operation.actor as Partial<Actor>), kind: 'invoiceCollected', detail }, transaction);
      },
      async perform(operation, { step }) {
        const { invoiceId } = operation.request as PayRequest;
        const refresh = () => gateway.mirror.refresh('invoice', invoiceId);
        const collection = await gateway.invoiceCollection
          .collect(invoiceId, operation.createdAt, step)
          .catch(async (error) => {
            // A declined card leaves its mark on the invoice.
            if (error instanceof CardError) await refresh();
            throw error;
          });
        const { outcome, hostedInvoiceUrl, subscriptionId } = collection;
        await refresh();
        if (subscriptionId) await gateway.mirror.refresh('subscription', subscriptionId);
        if (outcome === 'refused') throw new NotAllowedNowError('invoice.notPayable');
        return { state: 'succeeded', outcome: { outcome, hostedInvoiceUrl } satisfies PayOutcome };
      },
    },
  ];
}
