import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import { CardError, type InvoicePaymentState, isRefusal } from '../../core/stripe/index.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { InvoiceNotPayableError } from './invoices.errors.ts';

/** The subject of a payment is its invoice, as in `invoices.operations.ts`. */
const cardPaymentRequest = z.object({
  invoiceId: z.string(),
  paymentMethodId: z.string(),
  /** The subscription whose next renewals the card pays too, if any. */
  keptFor: z.object({ subscriptionId: z.int(), stripeSubscriptionId: z.string() }).nullable(),
});
export const cardPaymentOutcome = z.object({
  outcome: z.enum(['paid', 'alreadyPaid', 'requiresAction']),
  /** Cents. */
  amountPaid: z.int(),
  cardKept: z.boolean(),
});

export type CardPaymentRequest = z.infer<typeof cardPaymentRequest>;
type CardPaymentOutcome = z.infer<typeof cardPaymentOutcome>;
type CardPayment = OperationOf<CardPaymentRequest, CardPaymentOutcome>;

/** Pays an open invoice with a card that the user chose (INV-26). */
export const payWithCardOperation = defineOperation({
  kind: 'invoice-pay-card',
  request: cardPaymentRequest,
  outcome: cardPaymentOutcome,
  shownAs: 'pay',
  cardsHeldBy: ({ paymentMethodId }) => [paymentMethodId],
  perform: payWithCard,
  settled: audit,
});

/** @throws CardError if the card is declined or not confirmed; InvoiceNotPayableError if the invoice is no longer open */
async function payWithCard(
  context: InvoicesContext,
  payment: CardPayment,
  operationContext: OperationContext,
): Promise<Performed<CardPaymentOutcome>> {
  const { invoiceId } = payment.request;
  try {
    const state = await fetchOrPay(context, payment, operationContext);
    return await recordState(context, payment, state, operationContext);
  } catch (error) {
    // A declined card changes the invoice and its payment too.
    if (error instanceof CardError || error instanceof InvoiceNotPayableError) {
      await refreshPayment(context, invoiceId, await context.gateway.invoicePayments.retrieve(invoiceId));
    }
    throw error;
  }
}

/** Fetches the state of the payment. Pays once, if the invoice is still open. */
async function fetchOrPay(
  { gateway }: InvoicesContext,
  { request: { invoiceId, paymentMethodId }, state, attempts }: CardPayment,
  { step }: OperationContext,
): Promise<InvoicePaymentState & { readonly isForeign: boolean }> {
  const { invoicePayments } = gateway;
  const hasBegun = 'pay' in attempts;
  if (state === 'requires_action') return { ...(await invoicePayments.retrieve(invoiceId)), isForeign: false };
  const before = hasBegun ? undefined : await invoicePayments.retrieve(invoiceId);
  if (before && (before.outcome === 'paid' || before.outcome === 'closed')) return { ...before, isForeign: true };
  return { ...(await invoicePayments.pay(invoiceId, paymentMethodId, step)), isForeign: false };
}

async function recordState(
  context: InvoicesContext,
  payment: CardPayment,
  state: Awaited<ReturnType<typeof fetchOrPay>>,
  operationContext: OperationContext,
): Promise<Performed<CardPaymentOutcome>> {
  const { invoiceId } = payment.request;
  const { amountPaid, clientSecret } = state;
  switch (state.outcome) {
    case 'paid': {
      const cardKept = !state.isForeign && (await keepCard(context, payment, operationContext));
      await refreshPayment(context, invoiceId, state);
      return {
        state: 'succeeded',
        outcome: { outcome: state.isForeign ? 'alreadyPaid' : 'paid', amountPaid, cardKept },
      };
    }
    case 'requiresAction': {
      if (operationContext.abandon) throw new CardError({ key: 'purchase.notConfirmed' });
      await refreshPayment(context, invoiceId, state);
      return {
        state: 'requires_action',
        outcome: { outcome: 'requiresAction', amountPaid, cardKept: false },
        clientSecret,
      };
    }
    case 'declined':
      throw state.refusal ?? new CardError({ key: 'purchase.notConfirmed' });
    case 'closed':
      throw new InvoiceNotPayableError();
  }
}

/** Charges the next renewals to the card (INV-27). If the subscription no longer accepts a card, the payment still succeeds. */
async function keepCard(
  { gateway }: InvoicesContext,
  { request: { keptFor, paymentMethodId } }: CardPayment,
  { step }: OperationContext,
): Promise<boolean> {
  if (!keptFor) return false;
  try {
    await gateway.subscriptions.setCard(keptFor.stripeSubscriptionId, paymentMethodId, step);
    return true;
  } catch (error) {
    if (isRefusal(error) || error instanceof NotFoundError) return false;
    throw error;
  }
}

/** Refreshes everything that a payment changes, so that no page waits for a webhook. */
async function refreshPayment(
  { gateway: { mirror } }: InvoicesContext,
  invoiceId: string,
  { paymentIntentId, chargeId, subscriptionId }: InvoicePaymentState,
): Promise<void> {
  await mirror.refresh('invoice', invoiceId);
  if (paymentIntentId) await mirror.refresh('payment_intent', paymentIntentId);
  if (chargeId) await mirror.refresh('charge', chargeId);
  if (subscriptionId) await mirror.refresh('subscription', subscriptionId);
}

async function audit(
  context: InvoicesContext,
  transaction: Queryable,
  { actor, error, outcome, request }: CardPayment,
): Promise<void> {
  const { invoiceId, keptFor, paymentMethodId } = request;
  const by = actor as Partial<Actor>;
  const detail = { invoiceId, outcome: outcome?.outcome ?? null, error: error?.code ?? null };
  await context.audit.record({ ...by, kind: 'invoiceCollected', detail }, transaction);
  if (!outcome?.cardKept || !keptFor) return;
  const { subscriptionId } = keptFor;
  const kept = { kind: 'subscriptionCardChanged', detail: { subscriptionId, paymentMethodId } } as const;
  await context.audit.record({ ...by, ...kept }, transaction);
}
